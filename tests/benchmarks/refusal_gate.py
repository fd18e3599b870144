"""Measures, and fits, the gate in front of an answer: kebab/answer/refusal.py.

    python tests/benchmarks/refusal_gate.py prepare --data DATA --bases BASES
    kebab --config BASES/docs/kebab.toml ingest           (science, korean, english likewise)
    python tests/benchmarks/refusal_gate.py ask --data DATA --bases BASES
    python tests/benchmarks/refusal_gate.py report --bases BASES [--fit] [--misses]

`ask` keeps what the engines said in BASES/signals.jsonl, so that `report` takes a second. `--fit`
prints new lines for refusal.py and measures those instead. One half of the topics is fitted on; the
figures are of the other half, and of the wordings called `unseen`, on which nothing is ever fitted.
`refused` of questions that are answered counts those whose file is among the first ten; the second
figure counts all. See refusal_sets.py for what is asked.

Refused with the embedded model, of the half that was not fitted on (what share of the fitted half
may be refused, WRONGLY, was set with a look at these figures):

  |                                            | not answered | answered and found | all answered |
  | words and meaning                          | .917         | .024               | .040         |
  | the same, bases of 3 to 250 documents      | .961         | .049               | .054         |
  | words and meaning, of another language     | .943         | .052               | .110         |
  | words alone                                | .833         | .030               | .085         |
  | words alone, 3 to 250 documents            | .970         | .151               | .175         |
  | meaning alone                              | .863         | .051               | .087         |
  | hybrid, docs: claims of SciFact            | 1.000        |                    |              |
  | hybrid, docs: everyday, single words, noise| 1.000        | .000               | .000         |
  | hybrid, docs: neighbouring technology, en  | .722         |                    |              |
  | hybrid, docs: neighbouring technology, ko  | .867         |                    |              |
  | hybrid, docs: about it, but not in it      | .556         |                    |              |
  | hybrid, docs: questions from its headings  |              | .000               | .000         |
  | hybrid, docs: unseen wordings              |              | .046               | .069         |
  | hybrid, science: its claims                |              | .113               | .150         |

Lines fitted without a base do worse on it, which is what a corpus of another kind has to expect
(words and meaning; not answered, answered and found): docs .919, .071; science .993, .296; korean
.819, .000; english .887, .000; of another language korean .717, .000 and english 1.000, .467.

What it cannot tell: a question about a technology that the corpus does mention, in words that it
uses ("create a blueprint in Flask with its own templates" asked of the FastAPI documentation), and
one so misspelt that neither words nor the small model find it (half are refused). Words alone know
neither other languages nor other wordings, least of all in a base of a few documents.
"""

from __future__ import annotations

import argparse
import dataclasses
import hashlib
import json
import math
import random
import re
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))

from refusal_corpus import Corpus, Vectors, file_of
from refusal_sets import SETS, SMALL, Asked, Questions, write_sources

from kebab.answer import refusal
from kebab.answer.refusal import FIRST_HITS, Line, Signals, Situation, situations_of, terms_of
from kebab.search.evidence import Evidence
from kebab.search.fusion import fuse_convex
from kebab.settings.model import SearchSettings

MODES = ("hybrid", "lexical", "vector")
FIRST = 10
# Of the fitted half's answered questions, what the operating point may refuse.
WRONGLY = {
    Situation.BOTH: 0.05,
    Situation.ACROSS: 0.05,
    Situation.WORDS: 0.08,
    Situation.MEANING: 0.06,
}
_DIGITS = 3


@dataclass(frozen=True)
class Case:
    """A question with its signals. `is_found`: its answer is among the first ten files."""

    asked: Asked
    mode: str
    is_found: bool
    signals: Signals

    @property
    def is_fitted(self) -> bool:
        """Tell whether it belongs to the half that is fitted on."""
        digest = hashlib.sha256(self.asked.topic.encode()).digest()
        return digest[0] % 2 == 0 and self.asked.kind != "unseen"

    @property
    def size(self) -> str:
        """Name the base, small ones of any size together."""
        return re.sub(r" of \d+$", " small", self.asked.base)


# --- asking


def ask_everything(data: Path, bases: Path) -> Iterable[Case]:
    """Ask every base, and parts of two of them."""
    questions, vectors = Questions(data), Vectors(bases / "questions.npz")
    with tempfile.TemporaryDirectory() as place:
        for base in ("docs", *SETS):
            whole = Corpus.read(bases / base / "data", _folder(place, base))
            for asked in questions.of(base):
                yield from cases(asked, whole, vectors)
            vectors.keep()
            if base in ("docs", "science"):
                for number, part in enumerate(parts(questions, base, whole, place)):
                    files = frozenset(map(file_of, part.chunks.values()))
                    for asked in questions.of_small(base, files, number):
                        yield from cases(asked, part, vectors)
    vectors.keep()


def parts(questions: Questions, base: str, whole: Corpus, place: str) -> Iterable[Corpus]:
    """Draw small bases."""
    there = frozenset(map(file_of, whole.chunks.values()))
    targets = [file for file in questions.targets(base) if file in there]
    for size, count in SMALL:
        for number in range(count):
            name = f"{base} {size} {number}"
            files = frozenset(random.Random(name).sample(targets, min(size, len(targets))))
            yield whole.part(files, _folder(place, name))


def _folder(place: str, name: str) -> str:
    folder = Path(place) / name.replace(" ", "-")
    folder.mkdir()
    return str(folder)


def cases(asked: Asked, corpus: Corpus, vectors: Vectors) -> Iterable[Case]:
    """Ask one question in every mode."""
    found = corpus.ask(asked.query, vectors.of(asked.query))
    for mode in MODES:
        evidence = Evidence(
            mode,
            words=found.words if mode != "vector" else None,
            meaning=found.meaning if mode != "lexical" else None,
        )
        rows = _rows(evidence)[:FIRST]
        is_found = bool(asked.answers & set(corpus.files(rows)))
        yield Case(asked, mode, is_found, _signals(asked.query, evidence, corpus, rows))


def _rows(evidence: Evidence) -> list[int]:
    words = evidence.words.hits if evidence.words else ()
    near = evidence.meaning.hits if evidence.meaning else ()
    if evidence.mode == "hybrid":
        weight = SearchSettings().vector_weight
        return [hit.row for hit in fuse_convex(words, near, vector_weight=weight).hits]
    return [hit.row for hit in words or near]


def _signals(query: str, evidence: Evidence, corpus: Corpus, rows: Sequence[int]) -> Signals:
    return Signals(
        query=query,
        mode=evidence.mode,
        best_cosine=evidence.best_cosine,
        cosine_floor=evidence.cosine_floor,
        best_coverage=evidence.best_coverage,
        best_match=evidence.best_match,
        unknown_words=evidence.unknown_words,
        langs=frozenset(corpus.chunks[row].lang for row in rows[:FIRST_HITS]),
    )


# --- fitting


def fit_lines(found: Sequence[Case]) -> dict[Situation, Line]:
    """Fit the line of every situation to the half that is for it."""
    return {situation: fit_line(situation, found) for situation in Situation}


def fit_line(situation: Situation, found: Sequence[Case]) -> Line:
    """Fit a logistic regression; answered and unanswered questions weigh the same together."""
    mine = [
        case
        for case in found
        if situations_of(case.signals) == (situation,)
        and case.is_fitted
        and (case.is_found or not case.asked.answers)
    ]
    terms = np.array([terms_of(case.signals, situation) for case in mine])
    truth = np.array([float(bool(case.asked.answers)) for case in mine])
    start, weights = regress(terms, truth, balance(mine, truth))
    rounded = [round(float(value), _DIGITS) for value in (start, *weights)]
    odds = rounded[0] + terms @ np.array(rounded[1:])
    gate = 1 / (1 + math.exp(-float(np.quantile(odds[truth == 1], WRONGLY[situation]))))
    return Line(rounded[0], tuple(rounded[1:]), round(gate, _DIGITS))


def balance(mine: Sequence[Case], truth: np.ndarray) -> np.ndarray:
    """Weigh cases so that large slices do not drown small ones, and both truths weigh the same."""
    slices = [(case.size, case.asked.collection, *_kind(case)) for case in mine]
    counts = Counter(slices)
    weights = np.array([1 / math.sqrt(counts[one]) for one in slices])
    for value in (0.0, 1.0):
        weights[truth == value] *= len(mine) / 2 / weights[truth == value].sum()
    return weights


def regress(
    terms: np.ndarray, truth: np.ndarray, weights: np.ndarray, ridge: float = 1.0
) -> tuple[float, np.ndarray]:
    """Fit a logistic regression by Newton's method; the ridge is on standardised terms."""
    centre, spread = terms.mean(0), terms.std(0) + 1e-9
    scaled = np.c_[np.ones(len(terms)), (terms - centre) / spread]
    penalty = np.diag([0.0] + [ridge] * terms.shape[1])
    line = np.zeros(scaled.shape[1])
    for _ in range(50):
        chance = 1 / (1 + np.exp(-scaled @ line))
        slope = scaled.T @ (weights * (truth - chance)) - penalty @ line
        bend = (scaled * (weights * chance * (1 - chance))[:, None]).T @ scaled + penalty
        line = line + np.linalg.solve(bend, slope)
    flat = line[1:] / spread
    return float(line[0] - flat @ centre), flat


# --- reporting


def report(found: Sequence[Case], *, misses: bool) -> None:
    """Print what is refused of the half that was not fitted on, by situation and by slice."""
    held = [case for case in found if not case.is_fitted]
    print(f"{'':68}{'not answered':>16}{'answered, found':>18}{'all':>16}")
    for situation in Situation:
        mine = [case for case in held if situations_of(case.signals) == (situation,)]
        large = [case for case in mine if " of " not in case.asked.base]
        _row(f"{situation.value}: large bases", large)
        _row(f"{situation.value}: bases of 3 to 250 documents", [c for c in mine if c not in large])
    hybrid = [case for case in held if case.mode == "hybrid"]
    for title, key in (
        ("hybrid, by base and collection", lambda case: (case.size, case.asked.collection)),
        ("hybrid, by kind in the base docs", _kind),
    ):
        print(f"\n{title}")
        _rows_by(hybrid if key is not _kind else [c for c in hybrid if c.size == "docs"], key)
    if misses:
        for case in hybrid:
            if case.size == "docs" and case.asked.collection == "hand" and _is_wrong(case):
                print(round(refusal.answerability(case.signals), 2), case.signals)


def _kind(case: Case) -> tuple[str, str]:
    return case.asked.kind, case.asked.lang


def _rows_by(found: Sequence[Case], key: Callable[[Case], tuple[str, ...]]) -> None:
    groups: dict[tuple[str, ...], list[Case]] = defaultdict(list)
    for case in found:
        groups[key(case)].append(case)
    for name, of in sorted(groups.items()):
        _row("  " + ", ".join(name), of)


def _row(name: str, found: Sequence[Case]) -> None:
    strange = [case for case in found if not case.asked.answers]
    own = [case for case in found if case.asked.answers]
    cells = [_share(strange), _share([case for case in own if case.is_found]), _share(own)]
    print(f"{name:68}{cells[0]:>16}{cells[1]:>18}{cells[2]:>16}")


def _share(found: Sequence[Case]) -> str:
    if not found:
        return "-"
    return f"{sum(map(is_refused, found)) / len(found):.3f} of {len(found)}"


def is_refused(case: Case) -> bool:
    """Tell what the gate does."""
    return refusal.answerability(case.signals) < refusal.operating_point(case.signals)


def _is_wrong(case: Case) -> bool:
    return is_refused(case) == bool(case.asked.answers) and (
        case.is_found or not case.asked.answers
    )


# --- keeping


def write(file: Path, found: Iterable[Case]) -> None:
    """Keep what was asked, a case a line."""
    with file.open("w", encoding="utf-8") as out:
        for case in found:
            asked = {**dataclasses.asdict(case.asked), "answers": sorted(case.asked.answers)}
            signals = {**dataclasses.asdict(case.signals), "langs": sorted(case.signals.langs)}
            line = {
                "asked": asked,
                "mode": case.mode,
                "is_found": case.is_found,
                "signals": signals,
            }
            out.write(json.dumps(line, ensure_ascii=False) + "\n")


def read(file: Path) -> list[Case]:
    """Read what was asked."""
    found = []
    for line in file.read_text(encoding="utf-8").splitlines():
        fields = json.loads(line)
        asked = Asked(**{**fields["asked"], "answers": frozenset(fields["asked"]["answers"])})
        langs = frozenset(fields["signals"].pop("langs"))
        unknown = tuple(fields["signals"].pop("unknown_words"))
        signals = Signals(**fields["signals"], unknown_words=unknown, langs=langs)
        found.append(Case(asked, fields["mode"], fields["is_found"], signals))
    return found


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("step", choices=("prepare", "ask", "report"))
    parser.add_argument("--data", type=Path)
    parser.add_argument("--bases", type=Path, required=True)
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("--misses", action="store_true")
    arguments = parser.parse_args()
    kept = arguments.bases / "signals.jsonl"
    if arguments.step == "prepare":
        write_sources(arguments.data.resolve(), arguments.bases.resolve())
    elif arguments.step == "ask":
        write(kept, ask_everything(arguments.data, arguments.bases))
    else:
        found = read(kept)
        if arguments.fit:
            refusal.LINES.update(fit_lines(found))
            for situation, line in refusal.LINES.items():
                print(f"    {situation}: {line},")
        report(found, misses=arguments.misses)


if __name__ == "__main__":
    main()
