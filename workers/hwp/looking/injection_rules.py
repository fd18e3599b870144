"""What text looks like that gives orders to a model which reads it. Pure.

A rule asks for an order and what it is about, so that a report on the subject passes: an
imperative, an addressee, the syntax of a chat or of a call. Confidence says how seldom an ordinary
document has it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from workers.hwp.looking.finding import Severity

_FLAGS = re.IGNORECASE | re.MULTILINE
_MODEL = r"(?:AI|LLM|GPT|large language model|language model|chat\s?bot|AI assistant|AI agent)"
_MODEL_KO = r"(?:AI|LLM|GPT|인공지능|챗봇|언어\s?모델|어시스턴트|에이전트)"
_EARLIER_KO = (
    r"(?:이전|앞선|앞서|앞의|위의|위에|상기|지금까지|여태까지|모든|원래|시스템)(?:의)?"
    r"(?:\s?(?:받은|주어진|내린|나온|있는|입력된))?"
)
_ORDER_KO = r"(?:지시|명령|프롬프트|인스트럭션|지침)(?:\s?(?:사항|문|들|어))*"
_IMPERATIVE_KO = r"(?:하라|해라|하세요|하십시오|하시오|해\s?줘|해\s?주세요|하도록|할\s?것|하고)"
# What is said to a reader only: a specification says "답변할 것" and "답변하도록" of its product.
_SPOKEN_KO = r"(?:하라|해라|하세요|하십시오|하시오|해\s?줘|해\s?주세요)"


@dataclass(frozen=True, slots=True)
class Rule:
    """One sign; `kind` groups the rules of one aim."""

    kind: str
    severity: Severity
    confidence: float
    pattern: re.Pattern[str]
    detail: str


def _rule(kind: str, severity: Severity, confidence: float, pattern: str, detail: str) -> Rule:
    return Rule(kind, severity, confidence, re.compile(pattern, _FLAGS), detail)


_OVERRIDES = "it tells the reader to drop the orders it has"
_PROMPTS = "it asks for the reader's own orders"
_PERSONAS = "it gives the reader another role"
_ADDRESSES = "it speaks to a model and not to people"
_SECRETS = "it asks to keep something from the user"
_ROLES = "it imitates the marks of a conversation"
_CALLS = "it imitates or asks for the call of a tool"
_LEAKS = "it asks to send something away"
_VERDICTS = "it tells the reader which verdict to give"

RULES: tuple[Rule, ...] = (
    _rule(
        "override",
        "high",
        0.9,
        r"\b(?:ignore|disregard|forget|override|bypass|stop following|do not follow|don't follow)\b"
        r"[^.\n]{0,40}\b(?:previous|prior|earlier|above|preceding|foregoing|existing|original|all"
        r"|any|your|system)\b[^.\n]{0,30}\b(?:instructions?|prompts?|guidelines|directives?"
        r"|commands|rules|context|programming|training)\b",
        _OVERRIDES,
    ),
    _rule(
        "override",
        "high",
        0.9,
        rf"{_EARLIER_KO}\s?[^.\n]{{0,12}}{_ORDER_KO}\s?[을를은는]?\s?(?:모두|전부|다|일절|완전히)?\s?"
        rf"(?:무시\s?{_IMPERATIVE_KO}|잊어|잊으|잊고|따르지\s?(?:마|말)|취소\s?{_IMPERATIVE_KO})",
        _OVERRIDES,
    ),
    _rule(
        "override",
        "high",
        0.7,
        r"(?:위|앞|이전|상기)의?\s?(?:내용|문장|글|기준|평가표)[은는을를]?\s?(?:모두|전부|다)?\s?무시하고"
        r"[^.\n]{0,30}(?:승인|통과|합격|적합|만점|최고\s?점|선정|출력|답변)",
        _OVERRIDES,
    ),
    _rule(
        "override",
        "medium",
        0.5,
        r"^\W{0,6}(?:new|updated|real|actual|important|hidden)\s+(?:system\s+)?instructions?\s*:"
        r"|^\W{0,6}(?:새로운|실제|숨겨진)\s?(?:지시|명령|지침|프롬프트)(?:사항|문)?\s*:",
        _OVERRIDES,
    ),
    _rule(
        "override",
        "high",
        0.85,
        r"(?:忽略|无视|無視|忘记|忘掉)[^。\n]{0,12}(?:之前|以前|先前|上述|以上|所有|前面)[^。\n]{0,12}"
        r"(?:指令|指示|提示|命令|规则)"
        r"|(?:これまで|以前|上記|上の|前|すべて)の[^。\n]{0,10}(?:指示|命令|プロンプト|ルール)[をは]"
        r"[^。\n]{0,6}(?:無視|忘れ)"
        r"|\b(?:ignora|olvida|ignore[zr]?|oublie[zr]?|ignoriere?n?|vergiss|ignorez)\b[^.\n]{0,30}\b"
        r"(?:anterior(?:es)?|previas|précédentes|antérieures|vorherigen?|bisherigen?|alle|todas|toutes)"
        r"\b[^.\n]{0,30}|(?:игнорируй\w*|забудь\w*)[^.\n]{0,30}(?:предыдущ|прежни|все)\w*[^.\n]{0,20}"
        r"(?:инструкци|указани|команд)\w*",
        _OVERRIDES,
    ),
    _rule(
        "system_prompt",
        "high",
        0.9,
        r"\b(?:reveal|print|show|repeat|output|leak|display|disclose|expose|tell me)\b[^.\n]{0,40}"
        r"\b(?:system|hidden|initial|developer)\s+(?:prompts?|messages?|instructions?)\b"
        rf"|시스템\s?(?:프롬프트|메시지|지시문)[을를]?\s?[^.\n]{{0,15}}"
        rf"(?:출력|공개|노출|유출|표시|반복)\s?{_IMPERATIVE_KO}"
        r"|시스템\s?프롬프트[을를]?\s?[^.\n]{0,10}(?:알려\s?(?:줘|주세요|라)|보여\s?(?:줘|주세요|라))",
        _PROMPTS,
    ),
    _rule(
        "system_prompt", "low", 0.3, r"\bsystem prompts?\b|시스템\s?프롬프트", "it speaks of one"
    ),
    _rule(
        "persona",
        "high",
        0.7,
        rf"\byou are (?:now|no longer|actually|from now on)\b[^.\n]{{0,60}}\b(?:{_MODEL}|assistant"
        r"|model|DAN|unrestricted|jailbroken|root|administrator)\b"
        r"|\b(?:jailbreak mode|developer mode (?:enabled|on)|do anything now)\b"
        r"|(?:당신|너)(?:은|는)\s?(?:이제(?:부터)?|지금부터)[^.\n]{0,40}"
        rf"(?:{_MODEL_KO}|비서|모델|역할|관리자)",
        _PERSONAS,
    ),
    _rule(
        "persona",
        "medium",
        0.5,
        r"(?:당신|너)(?:은|는)\s?(?:이제부터|지금부터)\s?[^.\n]{0,30}(?:아니라|아니고|아닌)\s?[^.\n]{2,30}"
        r"(?:다|요)\b",
        _PERSONAS,
    ),
    _rule(
        "addressed_to_model",
        "medium",
        0.6,
        rf"{_MODEL_KO}(?:\s?(?:어시스턴트|비서|모델|에이전트|평가자|심사관))?(?:은|는|이라면|라면|이여|야)\s"
        rf"[^.\n]{{0,50}}(?:답|답변|응답|출력|평가|채점|판정|처리|요약|작성|보고)\s?{_SPOKEN_KO}",
        _ADDRESSES,
    ),
    _rule(
        "addressed_to_model",
        "high",
        0.85,
        rf"\b(?:if|when|since) you(?:'re| are) (?:an?\s)?{_MODEL}\b"
        rf"|\b(?:attention|note|message|instructions?)\s?(?:to|for|,|:)\s?(?:the\s|any\s|all\s)?"
        rf"{_MODEL}s?\b"
        rf"|\b{_MODEL}s?\s(?:reading|processing|summari[sz]ing|reviewing|analy[sz]ing) this\b"
        r"|이\s?(?:문서|글|파일|내용|문장)[을를]\s?(?:읽|요약|처리|분석|검토|번역)(?:는|하는|고\s?있는|하고\s?있는)"
        rf"\s?{_MODEL_KO}"
        rf"|{_MODEL_KO}(?:에게|에\s?대한|[을를]\s?위한)\s?(?:숨은\s?|비밀\s?)?(?:지시|명령|지침)"
        rf"|(?:만약\s?)?(?:당신이|네가|귀하가)\s?{_MODEL_KO}(?:이?라면|인\s?경우)",
        _ADDRESSES,
    ),
    _rule(
        "secrecy",
        "high",
        0.85,
        r"\b(?:do not|don't|never|must not)\s(?:tell|inform|mention (?:this )?to"
        r"|reveal (?:this )?to|alert|notify|let)\b[^.\n]{0,25}\bthe user\b"
        r"|\bwithout\s(?:telling|informing|asking|notifying|alerting)\sthe user\b"
        r"|(?:사용자|유저)(?:에게|한테|가|는)?[^.\n]{0,20}"
        r"(?:알리지|말하지|언급하지|밝히지|보고하지|드러내지|보여\s?주지)\s?(?:마|말)"
        r"|(?:사용자|유저)\s?(?:가\s?)?(?:모르게|몰래)",
        _SECRETS,
    ),
    _rule(
        "role_marker",
        "high",
        0.95,
        r"<\|(?:im_start|im_end|system|user|assistant|endoftext|start_header_id|eot_id)\|>"
        r"|\[/?INST\]|<</?SYS>>|^#{2,}\s?(?:instruction|system|assistant)\s?:"
        r"|</?(?:system|assistant)(?:[-_ ](?:prompt|message|reminder))?>",
        _ROLES,
    ),
    _rule(
        "role_marker",
        "low",
        0.3,
        r"^\W{0,3}(?:system|assistant|developer|어시스턴트)\s?:\s?\S.{20}",
        _ROLES,
    ),
    _rule(
        "tool_call",
        "high",
        0.9,
        r"</?(?:tool_call|tool_use|function_calls?|invoke|antml:\w+)\b[^>\n]{0,80}>"
        r"|\"(?:tool|function|name)\"\s?:\s?\"[\w.-]+\"\s?,\s?\"(?:arguments|parameters|input)\"\s?:",
        _CALLS,
    ),
    _rule(
        "tool_call",
        "medium",
        0.6,
        r"\b(?:call|invoke|use|run|execute) (?:the )?(?:tool|function)\s?[\"'`]?[a-z]+_[a-z_]+"
        r"|(?:도구|함수|툴)\s?[\"'`]?[a-z]+_[a-z_]+[\"'`]?\s?[을를]?\s?(?:호출|실행|사용)"
        rf"\s?{_IMPERATIVE_KO}",
        _CALLS,
    ),
    _rule(
        "exfiltration",
        "high",
        0.9,
        r"!\[[^\]\n]{0,80}\]\(https?://[^)\s]{0,200}[?&/=][^)\s]{0,80}(?:\{|%7B|\$|\[|<)",
        "the address of a picture has a place for data",
    ),
    _rule(
        "exfiltration",
        "medium",
        0.5,
        r"!\[[^\]\n]{0,80}\]\(https?://[^)\s]{1,300}\)",
        "a picture from elsewhere, written so that a reader would fetch it",
    ),
    _rule(
        "exfiltration",
        "high",
        0.75,
        r"\b(?:send|post|upload|forward|exfiltrate|transmit|append|submit)\b[^.\n]{0,60}"
        r"\b(?:this conversation|chat history|system prompt|api keys?|credentials|secrets"
        r"|environment variables|private keys?)\b.{0,60}(?:https?://|\w@)"
        r"|(?:대화\s?(?:내용|기록)|API\s?키|환경\s?변수|시스템\s?프롬프트)[을를]?[^\n]{0,40}"
        r"(?:https?://\S+|[\w.]+@[\w.]+)[^\n]{0,20}(?:전송|보내|업로드)",
        _LEAKS,
    ),
    _rule(
        "verdict",
        "medium",
        0.7,
        r"\b(?:give|write|provide|output|return)\b[^.\n]{0,20}\b(?:only (?:a )?positive"
        r"|positive (?:review|evaluation) only|the highest (?:score|rating))\b"
        r"|(?:무조건|반드시)\s?(?:긍정적(?:으로|인)|만점|최고\s?점)[^.\n]{0,15}"
        rf"(?:평가|채점|점수[을를]?\s?부여)\s?{_IMPERATIVE_KO}",
        _VERDICTS,
    ),
    _rule(
        "verdict",
        "medium",
        0.6,
        r"(?:이|본)\s?(?:문서|제안서|논문|보고서|이력서|지원서|신청서|원고)[에은는을를][^.\n]{0,20}"
        rf"(?:만점|최고\s?점|합격|적합|우수|통과|승인)[^.\n]{{0,12}}(?:부여|처리|판정|평가|채점)\s?{_SPOKEN_KO}",
        _VERDICTS,
    ),
    _rule("hidden_comment", "medium", 0.5, r"<!--[\s\S]{1,2000}?-->", "a comment of HTML"),
)
