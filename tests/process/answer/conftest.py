"""A small base that answers: a pool, its Korean twin, and a harbour."""

from __future__ import annotations

import pytest
from support.shelf import make_shelf

GUIDE = """# Pool guide

The pool opens at 6 in the morning. It closes
at 22 in the evening, except on Mondays.

## Water

The water of the large basin has 27 degrees. Children swim in the small basin.

## Prices

A ticket costs 9 euros. Members pay nothing:

- bring the card
- show it at the gate

```sh
pool ticket --member 1234
```
"""
KOREAN = """# 수영장 안내

수영장은 아침 6시에 문을 엽니다. 매주 월요일은 휴관일입니다.

## 준비물

수영모를 반드시 착용해야 합니다. 오리발은 사용할 수 없습니다.
"""
HARBOUR = """# Harbour

The ferry leaves the harbour at noon. The lighthouse was built in 1887 by Anna Berg.
"""


@pytest.fixture(scope="module")
def shelf(tmp_path_factory):
    files = {"pool.md": GUIDE, "ko/pool.md": KOREAN, "harbour.md": HARBOUR}
    return make_shelf(tmp_path_factory.mktemp("shelf"), files)
