"""Runs llama.cpp's server on the model in argv[1] until its input ends; prints its address.

The test of the real server starts it as a program: the native code shares no process with pytest.
"""

from __future__ import annotations

import sys


def main() -> None:
    """Serve with one thread and one slot."""
    import xllamacpp  # noqa: PLC0415 - only the program needs it

    parameters = xllamacpp.CommonParams()
    parameters.model.path = sys.argv[1]
    parameters.model_alias = {"gemma3-270m"}
    parameters.n_ctx = 4096
    parameters.n_parallel = 1
    parameters.warmup = False
    parameters.cpuparams.n_threads = 1
    parameters.cpuparams_batch.n_threads = 1
    parameters.port = 0
    server = xllamacpp.Server(parameters)
    print(server.listening_address, flush=True)  # noqa: T201 - what the test waits for
    sys.stdin.read()


if __name__ == "__main__":
    main()
