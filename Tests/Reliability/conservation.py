"""Two and three copies of a notebook, a place, git, people and their programs: whatever the tool removes or replaces can
be found afterwards, nothing is trashed that nobody deleted, and all copies become the same.

usage: conservation.py [--seed N | --seeds A-B] [--moves M] [--seconds S] [--only GROUP,…] [--world KIND,…]
                       [--scenarios [NAME] [--part K/N]] [--replay FILE] [--failures DIR] [--keep-going] [--work DIR]

A seed plays M moves in a world of its own, then all copies sync until nothing changes. A seed that fails is shrunk to
its shortest moves; it prints them, and keeps the folder. A file of moves, one a line, is replayed with --replay.
"""

import argparse
import collections
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

from conserving.draw import GROUPS, Draw
from conserving.play import Play
from conserving.shrink import shrunk
from conserving.world import KINDS, Failure, Worlds

SCENARIOS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "conserving", "scenarios.txt")


class Runner:
    """Plays lists of moves, each in a folder of its own."""

    def __init__(self, work, is_lenient=False):
        self.work, self.worlds, self.is_lenient = work, Worlds(work), is_lenient
        self.trouble = collections.Counter()

    def begin(self, head, folder):
        _, kind, devices = head.split()
        world = self.worlds.new(kind, int(devices), folder)
        world.is_lenient = self.is_lenient
        return Play(world)

    def play(self, lines, folder, said=None):
        """Plays moves; gives the failure, if any, and the number of the move at which it happened."""
        play = self.begin(lines[0], folder)
        number = 0
        try:
            for number, line in enumerate(lines[1:], 1):
                play.line(line)
            number = len(lines)
            play.world.said.append("> at last")
            play.converge()
            self.trouble.update(play.trouble)
            return None, number
        except Failure as failure:
            return failure, number
        finally:
            play.world.close()
            if said is not None:
                said += play.world.said

    def draw(self, seed, moves, groups, kinds):
        """Draws moves and makes them; gives the moves and the failure."""
        chance = random.Random(f"world {seed}")
        head = f"world {chance.choice(kinds)} {chance.choice([2, 2, 3])}"
        folder = os.path.join(self.work, f"seed{seed}")
        play = self.begin(head, folder)
        draw, lines = Draw(play, seed, groups), [head]
        failure = None
        try:
            for _ in range(moves):
                lines.append(draw.line())
                play.line(lines[-1])
            play.converge()
            self.trouble.update(play.trouble)
        except Failure as error:
            failure = error
        finally:
            play.world.close()
        shutil.rmtree(folder, ignore_errors=True)
        return lines, failure

    def shrink(self, lines, failure, seconds):
        folder = os.path.join(self.work, "shrinking")

        def fails(some):
            found, number = self.play([lines[0], *some], folder)
            return found is not None and same(found, failure)

        return [lines[0], *shrunk(lines[1:], fails, seconds)]


def same(one, other):
    return one.kind == other.kind


def report(runner, name, lines, failure, options):
    """Prints moves that fail, and keeps their folder and, where wanted, a file with them."""
    folder = os.path.join(options.kept, name)
    said = []
    found, _ = runner.play(lines, folder, said)
    failure = found or failure
    text = "\n".join([*lines, ""])
    told = f"{text}\n# {failure}\n# seed {name}\n\n" + "\n".join("# " + line for line in "\n".join(said).split("\n"))
    if options.failures:
        os.makedirs(options.failures, exist_ok=True)
        with open(os.path.join(options.failures, name + ".txt"), "w", encoding="utf-8") as file:
            file.write(told + "\n")
    print(f"conservation: {name} fails: {failure}\n{text}the folder is {folder}\n", flush=True)


def scenarios(wanted):
    """The lists of moves that people wrote: a name behind #, then moves."""
    found, name = {}, None
    with open(SCENARIOS, encoding="utf-8") as file:
        for line in file.read().split("\n"):
            if line.startswith("# "):
                name = line[2:]
                found[name] = []
            elif line and name and not line.startswith("##"):
                found[name].append(line)
    return {name: lines for name, lines in found.items() if not wanted or wanted in name}


def play_scenarios(runner, options):
    failed, found = [], scenarios(options.scenarios)
    if options.part:
        number, count = map(int, options.part.split("/"))
        found = dict(list(found.items())[number - 1::count])
    for name, lines in found.items():
        short = re.sub(r"[^\w]+", "-", name).strip("-")
        failure, _ = runner.play(lines, os.path.join(runner.work, "scenario"))
        if failure:
            failed.append(name)
            report(runner, short, lines, failure, options)
    if failed:
        sys.exit(f"conservation: {len(failed)} of {len(found)} scenarios fail: {'; '.join(failed)}")
    return f"{len(found)} scenarios: nothing is lost"


def play_seeds(runner, options):
    first, _, last = options.seeds.partition("-") if options.seeds else (str(options.seed), "", "")
    last = last or (first if not options.seconds else "1000000000")
    groups = options.only and set(options.only.split(","))
    kinds = options.world.split(",") if options.world else list(KINDS)
    end = options.seconds and time.monotonic() + options.seconds
    counts, played, failed, seen = collections.Counter(), 0, 0, set()
    for seed in range(int(first), int(last) + 1):
        if end and time.monotonic() > end:
            break
        lines, failure = runner.draw(seed, options.moves, groups, kinds)
        played += len(lines) - 1
        counts[lines[0].split()[1]] += 1
        if not failure:
            continue
        failed += 1
        print(f"conservation: seed {seed}, {lines[0]}, move {len(lines) - 1}: {failure}", flush=True)
        if options.keep_going and (key := signature(failure)) in seen:
            continue
        seen.add(signature(failure))
        if options.shrink:
            lines = runner.shrink(lines, failure, options.shrink)
        report(runner, f"seed{seed}-{failure.kind}", lines, failure, options)
        if not options.keep_going:
            break
    worlds = ", ".join(f"{count} {kind}" for kind, count in sorted(counts.items()))
    if failed:
        sys.exit(f"conservation: {failed} of {sum(counts.values())} seeds fail ({worlds})")
    return (f"{played} moves in {sum(counts.values())} worlds ({worlds}): nothing is lost, nothing vanishes that nobody "
            f"deleted, and all copies become the same")


def signature(failure):
    """What two failures have in common that are probably one."""
    return failure.kind, re.sub(r"tk\d+k|id\d+m|[0-9a-f]{8,}|\d+", "", failure.text)[:60]


def in_own_mounts():
    """Starts again where disks may be mounted that nobody else sees."""
    if os.getuid() == 0 and not os.environ.get("CONSERVATION_MOUNTS"):
        environment = {**os.environ, "CONSERVATION_MOUNTS": "1"}
        if subprocess.run(["unshare", "--mount", "true"], capture_output=True).returncode == 0:
            os.execvpe("unshare", ["unshare", "--mount", sys.executable, *sys.argv], environment)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seeds")
    parser.add_argument("--moves", type=int, default=50)
    parser.add_argument("--seconds", type=int)
    parser.add_argument("--only", help="groups of moves: " + ", ".join([*GROUPS, "carry", "git", "owner", "disk"]))
    parser.add_argument("--world", help="kinds of worlds: " + ", ".join(KINDS))
    parser.add_argument("--scenarios", nargs="?", const="", help="before the seeds, if these are given, too")
    parser.add_argument("--part", help="with --scenarios: the K-th of N parts, as K/N")
    parser.add_argument("--replay")
    parser.add_argument("--failures")
    parser.add_argument("--keep-going", action="store_true")
    parser.add_argument("--shrink", type=int, default=120, help="seconds to shrink a failing seed; 0 does not")
    parser.add_argument("--anywhere", action="store_true", help="it is enough that any copy keeps what one lost")
    parser.add_argument("--work")
    options = parser.parse_args()
    if options.work:
        os.makedirs(options.work, exist_ok=True)
    base = options.work or ("/dev/shm" if os.access("/dev/shm", os.W_OK) else None)
    work = tempfile.mkdtemp(prefix="conservation-", dir=base)
    os.chmod(work, 0o755)
    options.kept = os.path.join(options.work or tempfile.gettempdir(), "conservation-kept")
    runner = Runner(work, options.anywhere)
    try:
        if options.replay:
            with open(options.replay, encoding="utf-8") as file:
                lines = [line for line in file.read().split("\n") if line and not line.startswith("#")]
            said = []
            failure, number = runner.play(lines, os.path.join(work, "replay"), said)
            print("\n".join(said))
            if failure:
                sys.exit(f"conservation: {failure}")
            print(f"{len(lines) - 1} moves: nothing is lost")
        else:
            told = [play_scenarios(runner, options)] if options.scenarios is not None else []
            if options.scenarios is None or options.seeds:
                told.append(play_seeds(runner, options))
            print("; ".join(told))
    finally:
        shutil.rmtree(work, ignore_errors=True)
    for trouble, count in runner.trouble.items() if os.environ.get("CONSERVATION_TROUBLE") else ():
        print(f"{count} × {trouble}")


if __name__ == "__main__":
    in_own_mounts()
    main()
