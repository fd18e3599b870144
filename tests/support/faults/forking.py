"""Runs kebab's commands in forks of a process that has imported it: a start costs next to nothing.

What a power cut meets is the same, since importing writes nothing; workers are started as always.
"""

import json
import os
import sys
from importlib import import_module

from kebab.cli.app import run

for name in ("cli.commands.ingest_command", "cli.progress", "knowledge_base", "writing"):
    import_module(f"kebab.{name}")


def become(job):
    """Be the command: in a process group of its own, its output in files."""
    os.setsid()
    for descriptor, path in ((0, os.devnull), (1, job["out"]), (2, job["err"])):
        opened = os.open(path, os.O_RDONLY if descriptor == 0 else os.O_WRONLY | os.O_CREAT, 0o600)
        os.dup2(opened, descriptor)
    os.chdir(job["folder"])
    run(job["arguments"])


for line in sys.stdin:
    pid = os.fork()
    if not pid:
        become(json.loads(line))
    _, status = os.waitpid(pid, 0)
    print(os.waitstatus_to_exitcode(status), flush=True)  # noqa: T201 - it is the answer
