"""Breaks each module on purpose, and says which test notices: a comparison turned round, a check left out, a limit off by one.

Copies the package, writes all breakages of the lists beside this file into the copy, each behind a number
(`breaks(17) ? broken : right`), builds that once, and runs the tests that may notice with one number after the other.

A list is blocks of four lines: a file, a line of it, an expression in that line, and what stands in its place. `--propose`
prints candidates, to be looked at before they go into a list: what makes no difference to anybody is no breakage. What no
test notices gets a test. The status is 1 if there is such a breakage, and 2 if a list does not fit the sources any more.
"""

import argparse
import concurrent.futures
import os
import shutil
import sys
import tempfile

# Nothing is to be left beside these files.
sys.dont_write_bytecode = True

import breakage
import page
import propose
import schemata
from suite import Suite

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FOLDER = os.path.dirname(os.path.abspath(__file__))
TRANSCRIPTS = "does what its transcript says"
# Modules, each with the tests that may notice, the quick ones first.
MODULES = {
    "Cores": ["^CoresTests", "^NotebookStoreTests", "^NotebookBundleTests", "^BundleCLITests", "^ArchivesTests", "^JourneyTests"],
    "Archives": ["^ArchivesTests", "^NotebookStoreTests", "^NotebookBundleTests", "^BundleCLITests", "^JourneyTests"],
    **{f"Notebook{name}": ["^NotebookFormatTests", TRANSCRIPTS, "^BundleCLITests", "^NotebookStoreTests", "^NotebookBundleTests", "^JourneyTests", "^ArchivesTests"]
       for name in ["Text", "Markdown", "Format", "Links", "Merging", "Query", "Check", "Study"]},
    **{f"Notebook{name}": [TRANSCRIPTS, "^ExampleAppTests", "^NotebookStoreTests", "^NotebookBundleTests", "^BundleCLITests", "^JourneyTests", "^ArchivesTests"]
       for name in ["Files", "Store", "Packing", "History", "Copies", "Bundle"]},
    "NotebookExchange": ["^NotebookExchangeTests", TRANSCRIPTS, "^BundleCLITests", "^JourneyTests"],
    "BundleCLI": [TRANSCRIPTS, "^BundleCLITests", "^JourneyTests", "^ArchivesTests"],
}


def arguments():
    parser = argparse.ArgumentParser(prog="Tests/Breakages/run.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="*", metavar="MODULE", help=f"only these (default: {', '.join(MODULES)})")
    parser.add_argument("--number", type=int, action="append", help="only this breakage of the list; repeatable")
    parser.add_argument("--work", help="build in this folder, and use the build that is there")
    parser.add_argument("--jobs", type=int, default=2, help="breakages tried at the same time (default: 2)")
    parser.add_argument("--sets", type=int, help="only the first sets of tests of each module, the quick ones")
    parser.add_argument("--save", help="write the table into this file")
    parser.add_argument("--propose", metavar="MODULE", help="print candidates for the list of a module")
    parser.add_argument("--count", type=int, default=20, help="how many candidates (default: 20)")
    parser.add_argument("--seed", type=int, default=1, help="which candidates (default: 1)")
    options = parser.parse_args()
    for module in options.modules:
        if module not in MODULES:
            parser.error(f"no module {module}")
    return options


def main():
    options = arguments()
    if options.propose:
        print("\n\n".join(map(str, propose.propose(ROOT, options.propose, options.count, options.seed))))
        return 0
    work = os.path.abspath(options.work or tempfile.mkdtemp(prefix="notebundle-breakages-"))
    try:
        lists = {module: breakage.read(os.path.join(FOLDER, f"{module}.txt")) for module in MODULES}
        everything = [broken for module in MODULES for broken in lists[module]]
        package = os.path.join(work, "package")
        schemata.prepare(ROOT, package, everything)
        schemata.build(package)
        corpora = os.path.join(os.path.dirname(ROOT), "shared", "corpora")
        suite = Suite(schemata.test_program(package), package, corpora)
        chosen = [
            (number, broken)
            for number, broken in enumerate(everything, 1)
            if not options.modules or broken.path.split("/")[1] in options.modules
            if not options.number or number in options.number
        ]
        suite.find_failing(os.path.join(work, "failing.txt"))
        rows = []
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            tries = [
                (number, broken, pool.submit(suite.notices, number, MODULES[broken.path.split("/")[1]][: options.sets]))
                for number, broken in chosen
            ]
            for number, broken, attempt in tries:
                failure = attempt.result()
                rows.append((broken, failure))
                print(f"{number} {broken.path}: {broken.expression} -> {broken.broken}: {failure or 'SURVIVES'}", flush=True)
        if options.save:
            with open(options.save, "w", encoding="utf-8") as file:
                file.write(page.table(rows))
        survivors = sum(failure is None for _, failure in rows)
        print(f"{len(rows)} breakages, {survivors} noticed by no test")
        return 1 if survivors else 0
    except breakage.Mistake as error:
        print(error, file=sys.stderr)
        return 2
    finally:
        if not options.work:
            shutil.rmtree(work, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
