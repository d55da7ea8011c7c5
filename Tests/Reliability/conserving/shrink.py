"""Finds the shortest list of moves that still fails."""

import time


def shrunk(lines, fails, seconds):
    """Leaves out moves, ever fewer at a time, as long as the rest fails in the same way and there is time."""
    end = time.monotonic() + seconds
    # Of a failure that comes and goes, a list that failed once is kept.
    size = max(1, len(lines) // 2)
    while size:
        place, changed = len(lines), False
        while place > 0 and time.monotonic() < end:
            start = max(0, place - size)
            rest = lines[:start] + lines[place:]
            if fails(rest):
                lines, changed = rest, True
            place = start
        if time.monotonic() >= end:
            break
        if size > 1 or not changed:
            size //= 2
    return lines
