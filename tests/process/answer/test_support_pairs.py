"""Pairs of a text and a sentence about it, judged with the model that kebab comes with.

The defaults of [ask] support_coverage, support_cosine and support_cosine_across were set by them.
"""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest
from support.shelf import Shelf

from kebab.answer.evidence import Passage, pack
from kebab.answer.judging import Judge
from kebab.answer.measure import Measure
from kebab.answer.support import Thresholds
from kebab.answer.written import Claim
from kebab.catalog.records import Chunk
from kebab.knowledge_base import KnowledgeBase
from kebab.settings.model import Settings

GRACE = (
    "When a user deletes a Pod, the system waits for a grace period, 30 seconds by default. "
    "After that the KILL signal is sent to every container. "
    "A node keeps the Pod's record until the kubelet confirms that it is gone."
)
KO_GRACE = (
    "사용자가 파드를 삭제하면 시스템은 기본 30초의 유예 기간을 기다린다. "
    "그 다음 모든 컨테이너에 KILL 신호를 보낸다. "
    "노드는 kubelet이 확인할 때까지 파드의 기록을 유지한다."
)
CORS = (
    "You can configure it in your FastAPI application using the `CORSMiddleware`. "
    "The default parameters are restrictive, so you have to enable particular origins explicitly. "
    "Credentials are not allowed together with the wildcard origin."
)
SUPPORTED = [
    (GRACE, "By default the system waits 30 seconds when a Pod is deleted."),
    (GRACE, "The default grace period is 30 seconds, then every container gets a KILL signal."),
    (GRACE, "Containers are sent the KILL signal once the grace period is over."),
    (GRACE, "파드를 삭제하면 기본적으로 30초의 유예 기간을 기다린다."),
    (KO_GRACE, "파드 삭제 시 기본 유예 기간은 30초입니다."),
    (KO_GRACE, "유예 기간이 지나면 모든 컨테이너에 KILL 신호를 보냅니다."),
    (KO_GRACE, "When a Pod is deleted, the system waits for a default grace period of 30 seconds."),
    (CORS, "CORS is configured with the `CORSMiddleware` in a FastAPI application."),
    (CORS, "The defaults are restrictive and particular origins must be enabled explicitly."),
    (CORS, "Credentials cannot be allowed together with the wildcard origin."),
    (CORS, "기본 매개변수는 제한적이므로 특정 출처를 명시적으로 허용해야 합니다."),
    (CORS, "FastAPI 애플리케이션에서 `CORSMiddleware`로 설정할 수 있습니다."),
    (CORS, "와일드카드 출처와 자격 증명은 함께 허용되지 않습니다."),
    (GRACE, "유예 기간이 지나면 모든 컨테이너에 KILL 신호를 보낸다."),
    (KO_GRACE, "After the grace period the KILL signal is sent to all containers."),
    (KO_GRACE, "The node keeps the record of the Pod until the kubelet confirms."),
]
UNSUPPORTED = [
    (GRACE, "By default the system waits 60 seconds when a Pod is deleted."),
    (GRACE, "The system does not wait for a grace period when a user deletes a Pod."),
    (GRACE, "Deployments are rolled back automatically when an update fails."),
    (GRACE, "The scheduler chooses the node with the most free memory."),
    (GRACE, "파드를 삭제하면 기본적으로 60초의 유예 기간을 기다린다."),
    (GRACE, "인그레스는 외부 트래픽을 서비스로 연결한다."),
    (KO_GRACE, "파드 삭제 시 기본 유예 기간은 10초입니다."),
    (KO_GRACE, "네임스페이스는 클러스터의 자원을 나눈다."),
    (KO_GRACE, "A Deployment rolls back automatically when an update fails."),
    (KO_GRACE, "Containers write their logs to a shared volume."),
    (GRACE, "디플로이먼트는 업데이트가 실패하면 자동으로 되돌아간다."),
    (GRACE, "컨테이너는 공유 볼륨에 로그를 기록한다."),
    (CORS, "요청 본문은 Pydantic 모델로 검증됩니다."),
    (CORS, "미들웨어는 데이터베이스 연결을 관리합니다."),
    (KO_GRACE, "시스템은 유예 기간을 기다리지 않는다."),
    (CORS, "CORS is configured with the `GZipMiddleware` in a FastAPI application."),
    (CORS, "Credentials are allowed together with the wildcard origin."),
    (CORS, "FastAPI validates request bodies with Pydantic models."),
    (CORS, "The middleware was written in Rust for speed."),
]


@pytest.fixture(scope="module")
def judged(tmp_path_factory):
    """Judge all pairs once, with one worker that has the embedded model."""
    folder = tmp_path_factory.mktemp("pairs")
    (folder / "notes").mkdir()
    for n, text in enumerate((GRACE, KO_GRACE, CORS)):
        (folder / "notes" / f"{n}.md").write_text(text, "utf-8")
    settings = Settings.model_validate(
        {
            "sources": [{"id": "notes", "root": folder / "notes"}],
            "storage": {"data_dir": folder / "data", "state_dir": folder / "state", "shards": 1},
        }
    )
    Shelf(folder, settings).ingest()

    async def judge():
        async with KnowledgeBase(settings, workers=1, readonly=True, stay_hot=True) as base:
            ask = settings.ask
            judge = Judge(
                Measure(base._pool, is_embedding=True, timeout_s=60),
                Thresholds(ask.support_coverage, ask.support_cosine, ask.support_cosine_across),
            )
            return {
                pair: (await judge.verdicts([Claim(0, 1, pair[1], (1,))], evidence(pair[0])))[0]
                for pair in (*SUPPORTED, *UNSUPPORTED)
            }

    return asyncio.run(judge())


def evidence(text):
    document = SimpleNamespace(id="d", title="Note", path="note.md", media="markdown", lang="en")
    chunk = Chunk(1, "c", "d", 0, 0, (), text, 1, 1, 60)
    return pack([Passage(None, chunk, document, 60)])


@pytest.mark.parametrize("pair", SUPPORTED, ids=lambda pair: pair[1])
def test_a_sentence_that_says_what_the_text_says_is_supported(judged, pair):
    assert judged[pair].supported, judged[pair]


@pytest.mark.parametrize("pair", UNSUPPORTED, ids=lambda pair: pair[1])
def test_a_sentence_that_says_something_else_is_not(judged, pair):
    assert not judged[pair].supported, judged[pair]
