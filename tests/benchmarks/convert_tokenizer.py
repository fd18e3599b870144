"""Write the embedded model's tokenizer.spm from its tokenizer.json: same ids, less memory.

Loading tokenizer.json with `tokenizers` takes 290 MB and thrice as long as the same pieces in
SentencePiece's format. Run it once after the model changes:
    python tests/benchmarks/convert_tokenizer.py kebab/models/multilingual-e5-small
Needs `protobuf`, which is no dependency of kebab itself.
"""

from __future__ import annotations

import base64
import json
import sys
from pathlib import Path
from typing import Any

from sentencepiece import sentencepiece_model_pb2 as schema

# SentencePiece adds scores up in single precision, `tokenizers` in double. On a coarse grid the
# sums of both are exact for some 4000 units of score, so that ties are broken alike.
SCORE_GRID = 2**12


def convert(tokenizer: dict[str, Any]) -> bytes:
    """Turn a parsed Unigram tokenizer.json into a serialised SentencePiece model."""
    model = schema.ModelProto()
    kind = schema.ModelProto.SentencePiece
    unknown = tokenizer["model"]["unk_id"]
    special = {token["content"] for token in tokenizer["added_tokens"]}
    for index, (text, score) in enumerate(tokenizer["model"]["vocab"]):
        piece = model.pieces.add(piece=text, score=round(score * SCORE_GRID) / SCORE_GRID)
        if index == unknown:
            piece.type = kind.UNKNOWN
        elif text in special:
            piece.type = kind.CONTROL

    names = {piece.piece: index for index, piece in enumerate(model.pieces)}
    trainer = model.trainer_spec
    trainer.model_type = schema.TrainerSpec.UNIGRAM
    trainer.vocab_size = len(model.pieces)
    trainer.unk_id, trainer.unk_piece = unknown, "<unk>"
    trainer.bos_id, trainer.bos_piece = names["<s>"], "<s>"
    trainer.eos_id, trainer.eos_piece = names["</s>"], "</s>"
    trainer.pad_id, trainer.pad_piece = names["<pad>"], "<pad>"

    charsmap = tokenizer["normalizer"]["normalizers"][0]["precompiled_charsmap"]
    normalizer = model.normalizer_spec
    normalizer.name = "nmt_nfkc"
    normalizer.precompiled_charsmap = base64.b64decode(charsmap)
    normalizer.add_dummy_prefix = True
    normalizer.remove_extra_whitespaces = True
    normalizer.escape_whitespaces = True
    serialised: bytes = model.SerializeToString(deterministic=True)
    return serialised


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    parsed = json.loads((folder / "tokenizer.json").read_text(encoding="utf-8"))
    (folder / "tokenizer.spm").write_bytes(convert(parsed))
