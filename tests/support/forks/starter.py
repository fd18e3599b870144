"""Has imported kebab, and becomes one of its commands in a fork: a start costs next to nothing.

It is run by a test (see commands.py), which names more modules to import and sends jobs through the
socket on fd 0. The worker of a command is a fork too, handed out as one that was started early; any
further one is spawned.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import socket
import sys
from importlib import import_module

from kebab.cli.app import run
from kebab.pool import spawn
from workers.extract import language

_IMPORTED = (
    "kebab.asking",
    "kebab.cli.group",
    "kebab.cli.progress",
    "kebab.cli.commands.ask_command",
    "kebab.cli.commands.doctor_command",
    "kebab.cli.commands.ingest_command",
    "kebab.cli.commands.inspect_command",
    "kebab.cli.commands.list_command",
    "kebab.cli.commands.search_command",
    "kebab.knowledge_base",
    "kebab.writing",
    "numpy",
    "workers.chunk.by_heading",
    "workers.embed.embedder",
    "workers.embed.hashed",
    "workers.extract.markdown",
    "workers.extract.reading",
    "workers.extract.text",
    "workers.handlers",
    "workers.loop",
    "workers.shard.lexical",
    "workers.shard.vectors",
)
_ENVIRONMENT_OF_LIBRARIES = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


def serve(jobs: socket.socket) -> None:
    """Start a command for each job, until nobody is left to send one."""
    while True:
        message, descriptors, *_ = socket.recv_fds(jobs, 1 << 20, 4)
        if not message:
            return
        if not os.fork():
            watch(jobs, json.loads(message), *descriptors)
        for descriptor in descriptors:
            os.close(descriptor)
        reap()


def reap(*, wait: bool = False) -> None:
    """Let go of the forks that are over."""
    try:
        while os.waitpid(-1, 0 if wait else os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return


def watch(jobs: socket.socket, job: dict, *descriptors: int) -> None:
    """Fork once more; tell the pid of the command, and how it ended."""
    jobs.close()
    *streams, answer = descriptors
    pid = os.fork()
    if not pid:
        os.close(answer)
        become(job, streams)
    with socket.socket(fileno=answer) as channel:
        for stream in streams:
            os.close(stream)
        channel.sendall(b"%d" % pid)
        _, status = os.waitpid(pid, 0)
        with contextlib.suppress(BrokenPipeError):  # nobody waits any more
            channel.sendall(b"%d" % os.waitstatus_to_exitcode(status))
    os._exit(0)


def become(job: dict, streams: list[int]) -> None:
    """Be the command, in a process group of its own."""
    os.setsid()
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.environ.clear()
    os.environ.update(job["env"])
    os.chdir(job["cwd"])
    os.umask(job["umask"])
    sys.argv = ["kebab", *job["arguments"]]
    spawn._prestarted.append(fork_worker())
    run()


def fork_worker() -> spawn.WorkerProcess:
    """Start a worker as kebab does, but for what it has imported already."""
    context = spawn.multiprocessing.get_context("fork")
    ours, theirs = socket.socketpair()
    process = context.Process(
        target=work, args=(ours, theirs, os.getpid()), daemon=True, name="kebab-worker"
    )
    process.start()
    theirs.close()
    ours.setblocking(False)  # noqa: FBT003 - the socket API
    return spawn.WorkerProcess(process, ours)


def work(ours: socket.socket, theirs: socket.socket, parent_pid: int) -> None:
    """Be the worker."""
    ours.close()
    spawn.run_worker(spawn.Connection(theirs.detach()), parent_pid)


if __name__ == "__main__":
    os.environ.update(_ENVIRONMENT_OF_LIBRARIES)
    for name in (*_IMPORTED, *sys.argv[1:]):
        import_module(name)
    language._identifier()
    gc.freeze()
    serve(socket.socket(fileno=os.dup(0)))
    reap(wait=True)
