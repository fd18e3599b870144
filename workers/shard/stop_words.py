"""The words of a question that ask but do not say what about, in English and in Korean."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


ENGLISH = _words(
    """
    a about am an and any are as at be
    been being but by can could did do does doing done during each either else ever few for get
    gets getting give given gives had has have having he her here hers him his how however i if im
    in into is isnt it its ive just know let lets like may maybe me might mine more most much must
    my need needs neither no nor not of off ok on one ones only onto or other ought our ours out
    over own please shall she should so some such than that thats the their theirs them then there
    theres these they this those though through thus to too try trying under until up upon us use
    used using very via want wants was wasnt way ways we were what whats whatever when whenever
    where wheres wherever whether which while who whom whose why will with within without wont
    would wouldnt yes yet you your yours youre arent cant didnt doesnt dont hasnt havent couldnt
    shouldnt
    """
)

# They carry meaning in some corpora, so they count, but little.
ENGLISH_WEAK = _words(
    """
    anyone anything article best describe described describes detail details difference
    differences doc docs document documentation documents example examples exactly explain
    explained explains explanation find finding good guide happen happens help info information
    instructions learn look looking mean meaning means mention mentioned mentions page pages
    possible read reading recommended right say says section show shows someone something
    somewhere steps talk talks tell thing things topic understand understanding wondering work
    works
    """
)

KOREAN = _words(
    """
    가능 가능한가 각각 간 거 건 것 것들 것은 것을 것이 게 고 관련 관련된 관련해서 관해 관해서 관한
    그 그것 그게 그냥 그래서 그러나 그런 그런데 그럼 그리고 그렇게 나 나는 내 내가 너 너무 누가
    누구 다 다른 달라 대해 대해서 대하여 대한 더 도 되게 되나 되나요 되는 되는가 되는지 되는데 된
    된다 될 됩니까 됩니다 들 등 등을 등의 때 때는 때문 때문에 또 또는 또한 뜻 라는 라고 란 뭐 뭐가
    뭐고 뭐야 뭐예요 뭐에요 뭔가 뭔가요 뭔지 무슨 무엇 무엇이 무엇을 무엇인가 무엇인가요 무엇인지
    무엇입니까 및 바 봐 부탁 부탁해 부탁드려요 부탁드립니다 싶다 싶어 싶어요 싶은 싶은데 싶은데요
    싶습니다 수 수가 쓰나 쓰나요 쓰는 아니 아니면 안 알고 알 알려 알려줘 알려줘요 알려주세요
    알려줄 알려달라 알아 알아보기 어느 어디 어디서 어디에 어디에서 어디인가요 어떠 어떤 어떤가요
    어떻게 어때 언제 얼마 얼마나 없나 없나요 없는 없다 없이 없습니까 에 에게 에서 에는 와 왜 요
    우리 위한 위해 위해서 위하여 은 는 을 를 이 가 의 이거 이것 이게 이란 이런 이렇게 인가 인가요
    인지 일 입니까 입니다 있나 있나요 있는 있는가 있는지 있는데 있다 있어 있어요 있으면 있을
    있을까 있을까요 있습니까 있습니다 저 저는 제 제가 좀 좀더 주세요 줘 줘요 줄래 중 중에 지 통해
    통해서 통한 하게 하고 하기 하나 하나요 하는 하는가 하는지 하는데 하다 하라 하려고 하려면
    하려는데 하면 하면서 하세요 하여 하죠 하지 한 한다 한다면 할 할까 할까요 할때 할지 합니까
    합니다 해 해라 해서 해야 해야하나요 해야할까요 해요 해주세요 해줘 했을 궁금 궁금해 궁금해요
    궁금합니다 궁금한데요
    """
)

KOREAN_WEAK = _words(
    """
    내용 문서 문서에 문서에서 방법 방식 법 설명 설명해 설명해줘 설명해주세요 설명하나 설명하나요
    설명하고 설명된 설명한 안내 이유 예 예시 예제 의미 의미하나요 의미는 역할 정보 정의 종류 차이
    차이점 찾아 찾아줘 참고 필요 필요한 필요한가요 사용 사용법 사용하나요 사용하는 가이드 부분
    읽을 보여줘 소개 소개해줘 개념 알기 최선 과정 절차 단계 경우
    """
)

# Particles and endings that may follow a Hangul word of two or more characters. Longest first.
KOREAN_ENDINGS = tuple(
    sorted(
        _words(
            """
            은 는 이 가 을 를 의 에 와 과 도 로 만 나 란 랑 야 요 인 일 께 들 한 할 된 될 해 돼 여
            고 며 면 서 니 지 죠 히 든 자 에서 에게 한테 께서 으로 부터 까지 처럼 보다 마다 조차
            마저 밖에 라고 라는 이란 이라 이나 이며 이고 이든 이랑 하고 에는 에도 에만 에의 와의
            과의 로의 로서 로써 로는 로도 만의 만을 만이 들이 들은 들을 들의 들에 들과 인가 인지
            일까 이다 하다 되다 이요 예요 에서는 에서도 에서의 에게는 에게서 으로는 으로도 으로서
            으로써 으로의 부터는 까지는 까지의 이라고 이라는 이라면 입니다 입니까 인가요 일까요
            이에요 들에서 들에게 들까지 들로 들도 하는 하기 하면 하여 하며 하게 하지 하자 하려
            하나 하니 하세 하라 하던 한다 한지 할지 할까 할때 했다 했던 해서 해야 해도 해라 해줘
            해요 하려면 하려고 하나요 하는지 하는가 하는데 하거나 하도록 하면서 하세요 합니다
            합니까 합시다 했을 했는 했지 했고 했습니다 했는데 했더니 할까요 할수 해보기 해주세요
            하기위해 해야하나 하기가 하기는 하기를 하기에 하지만 한다면 한다는 하는것 되는 되기
            되면 되어 되며 되게 되지 되나 되니 된다 된지 될까 됐다 됐던 돼서 돼야 되었 되나요
            되는지 되는가 되는데 되거나 되도록 되면서 됩니다 됩니까 됐을 됐습니다 되었다
            되었습니다 되었던 되어야 되지만 된다면 시키는 시키기 시키면 시켜 시켜서 시킨 시킬
            시킵니다 시키려면 시키고 있나요 있는 없는 없이 적인 적으로
            """
        ),
        key=lambda ending: (-len(ending), ending),
    )
)


def without_ending(word: str) -> str:
    """Cut the particles and endings off a Hangul word, leaving two characters at least."""
    for _ in range(2):
        for ending in KOREAN_ENDINGS:
            if word.endswith(ending) and len(word) >= len(ending) + 2:
                word = word.removesuffix(ending)
                break
        else:
            break
    return word
