"""The entry point: imports nothing, so that a worker that re-imports it starts fast."""


def main() -> None:
    """Run the command line."""
    from kebab.cli.app import run  # noqa: PLC0415 - see above

    run()
