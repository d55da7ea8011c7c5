"""Runs commands, and tells what they took."""

import json
import os
import statistics
import subprocess
import tempfile


class Failed(Exception):
    """A command failed, or did not do what it should."""


class Taken:
    """What a command took: seconds, seconds of processors, and kilobytes of memory at most."""

    def __init__(self, seconds, processor, peak):
        self.seconds, self.processor, self.peak = seconds, processor, peak


class Scale:
    """Measures commands, which are lists of words, or lines for a shell."""

    def __init__(self, weigh, work):
        self.weigh, self.work = weigh, work

    def run(self, command, into=None, statuses=(0,)):
        """Runs a command, whose standard output goes into a file."""
        # What others have written is on the disk, so that no command waits for more than what it writes itself.
        os.sync()
        words = ["sh", "-c", command] if isinstance(command, str) else list(command)
        result = os.path.join(self.work, "taken.json")
        with open(into or os.devnull, "wb") as output, tempfile.TemporaryFile() as errors:
            status = subprocess.run([self.weigh, result] + words, stdout=output, stderr=errors, cwd=self.work).returncode
            if status not in statuses:
                errors.seek(0)
                raise Failed(f"status {status} of {command}: {errors.read().decode(errors='replace')[-500:]}")
        with open(result, encoding="utf-8") as file:
            return Taken(**json.load(file))


class Comparison:
    """Several runs of ours and of a peer, taken in turn so that noise meets both."""

    def __init__(self, pairs):
        self.ours = [ours for ours, _ in pairs]
        self.peer = [peer for _, peer in pairs if peer]
        self.ratio = statistics.median(a.seconds / b.seconds for a, b in pairs) if self.peer else None

    def of_ours(self, what):
        return statistics.median(getattr(run, what) for run in self.ours)

    def of_peer(self, what):
        return statistics.median(getattr(run, what) for run in self.peer) if self.peer else None


def quiet(*words, **options):
    """Runs a command that is not measured, and gives its output."""
    done = subprocess.run(words, capture_output=True, **options)
    if done.returncode:
        raise Failed(f"status {done.returncode} of {words}: {done.stderr.decode(errors='replace')[-500:]}")
    return done.stdout.decode(errors="replace")
