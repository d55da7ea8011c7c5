"""Benchmarks of the tool: `run.py BUNDLE WEIGH [--check] [--list] [--pairs N] [--work DIR] [--save DIR] [ROW…]`."""

import argparse
import os
import shutil
import statistics
import sys
import tempfile

import counted
import rows
import shapes
import tables
from measure import Comparison, Failed, Scale
from shelf import Shelf


def arguments():
    parser = argparse.ArgumentParser(prog="Tests/Benchmarks/run", description="Times and weighs the tool against peers.")
    parser.add_argument("bundle", help=argparse.SUPPRESS)
    parser.add_argument("weigh", help=argparse.SUPPRESS)
    parser.add_argument("rows", nargs="*", metavar="ROW", help="only rows whose name begins like this (default: all)")
    parser.add_argument("--check", action="store_true", help="what holds on any machine: results, and counted work")
    parser.add_argument("--list", action="store_true", help="list the rows")
    parser.add_argument("--small", action="store_true", help="a tenth of the notes, to try the rows out")
    parser.add_argument("--pairs", type=int, help="so many runs of each row")
    parser.add_argument("--work", help="keep the notebooks in this folder, and use those that are there")
    parser.add_argument("--save", help="write benchmarks.txt, .json and .md into this folder")
    return parser.parse_intermixed_args()


def measure(row, scale, pairs):
    """Runs a row, and gives its line of the table."""
    if row.program and not shutil.which(row.program):
        return tables.Line(row, error=f"{row.program} is not installed")
    output = os.path.join(scale.work, "output")
    taken = []
    try:
        for number in range(-1, pairs or row.pairs):
            row.before()
            mine = scale.run(row.ours(number + 1), output, row.statuses)
            with open(output, "rb") as file:
                row.check(file.read())
            row.before()
            other = scale.run(row.peer(number + 1)) if row.peer else None
            # The first run fills the caches.
            if number >= 0 or row.unit == "MB":
                taken.append((mine, other))
            if row.unit == "MB":
                break
    except (Failed, OSError) as error:
        return tables.Line(row, error=str(error))
    return tables.Line(row, Comparison(taken))


def growth(shelf, scale, name, command, runs=3):
    """How many times as long a job takes at ten times the notes: both sizes take turns, so that noise meets both."""
    pairs = []
    for _ in range(runs):
        pairs.append([scale.run(command(bundle), statuses=(0, 1)).seconds for bundle in (shelf.plain, shelf.many)])
    small, large = (statistics.median(times) for times in zip(*pairs))
    return name, small, large, statistics.median(b / a for a, b in pairs)


def main():
    options = arguments()
    options.bundle, options.weigh = os.path.abspath(options.bundle), os.path.abspath(options.weigh)
    work = options.work or tempfile.mkdtemp(prefix="notebundle-bench-")
    os.makedirs(work, exist_ok=True)
    try:
        shelf = Shelf(options.bundle, os.path.abspath(work), small=options.small or options.check)
        if options.check:
            return counted.check(shelf)
        return measured(shelf, options)
    finally:
        if not options.work:
            shutil.rmtree(work, ignore_errors=True)


def measured(shelf, options):
    try:
        scale = Scale(options.weigh, shelf.work)
        if options.rows[:1] == ["shapes"]:
            return shapes.measured(options.bundle, scale, options.rows[1:])
        every = rows.reading(shelf, options.bundle) + rows.making(shelf, options.bundle) + rows.many(shelf, options.bundle)
        chosen = [row for row in every if not options.rows or any(row.name.startswith(name) for name in options.rows)]
        if options.list:
            print("\n".join(f"{row.name} ({row.size})" if row.size else row.name for row in every))
            return 0
        if not chosen and "growth" not in options.rows:
            sys.exit(f"there is no row {options.rows[0]}; --list shows them")
        table = tables.Table(options.bundle)
        for row in chosen:
            table.add(measure(row, scale, options.pairs))
        if not options.rows or "growth" in options.rows:
            for name, command in rows.growing(shelf, options.bundle).items():
                table.add_growth(*growth(shelf, scale, name, command))
        if options.save:
            table.save(options.save)
        return table.finish()
    finally:
        shelf.close()


if __name__ == "__main__":
    sys.exit(main())
