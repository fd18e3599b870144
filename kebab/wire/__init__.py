"""Everything that leaves the process: the models of wire v1, and the frames of the pipe."""
