"""A copy of the package in which every breakage of a list can be switched on (mutant schemata: one build for all)."""

import filecmp
import os
import re
import shutil
import subprocess
import sys

import breakage

COPIED = ["Package.swift", "Sources", "Tests", "Samples", "docs", "README.md", "LICENSE", ".ci", ".swift-format", ".pre-commit-hooks.yaml"]
HEADER = """\
#include <stdbool.h>

extern int breakages_chosen;

static inline bool breaks(int number) { return breakages_chosen == number; }
"""
SOURCE = """\
#include "breakages.h"

#include <stdlib.h>

int breakages_chosen;

__attribute__((constructor)) static void choose(void) {
  const char *number = getenv("NOTEBUNDLE_BREAKAGE");
  if (number) breakages_chosen = atoi(number);
}
"""


def prepare(root, package, breakages):
    """Makes the copy. What is the same as in an earlier copy keeps its time, so that only the rest is compiled anew."""
    fresh = package + ".new"
    shutil.rmtree(fresh, ignore_errors=True)
    os.makedirs(fresh)
    for name in COPIED:
        place = os.path.join(root, name)
        if os.path.isdir(place):
            shutil.copytree(place, os.path.join(fresh, name), symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy2(place, fresh)
    breakage.place(breakages, fresh)
    include = os.path.join(fresh, "Sources", "CBreakages", "include")
    os.makedirs(include)
    write(os.path.join(include, "breakages.h"), HEADER)
    write(os.path.join(include, "..", "breakages.c"), SOURCE)
    manifest = os.path.join(fresh, "Package.swift")
    with open(manifest, encoding="utf-8") as file:
        text = file.read()
    for module in sorted({broken.path.split("/")[1] for broken in breakages}):
        text, count = re.subn(
            rf'(\.target\(\s*name: "{module}",\s*dependencies: \[)', r'\1"CBreakages", ', text)
        if count != 1:
            raise breakage.Mistake(f"Package.swift: no target {module} with dependencies")
    # What is written in twice may be worth a warning.
    text = text.replace("        .treatAllWarnings(as: .error),\n", "")
    text = text.replace('        .target(name: "CSystem"),\n', '        .target(name: "CSystem"),\n        .target(name: "CBreakages"),\n')
    write(manifest, text)
    replace(package, fresh)
    shutil.rmtree(fresh)


def replace(old, new):
    """Makes one folder the same as another, and leaves alone what is the same already, and `.build`."""
    os.makedirs(old, exist_ok=True)
    for name in set(os.listdir(old)) - set(os.listdir(new)) - {".build"}:
        place = os.path.join(old, name)
        shutil.rmtree(place) if os.path.isdir(place) and not os.path.islink(place) else os.remove(place)
    for name in os.listdir(new):
        source, target = os.path.join(new, name), os.path.join(old, name)
        if os.path.isdir(source) and not os.path.islink(source):
            replace(target, source)
        elif os.path.islink(source) or not os.path.exists(target) or not filecmp.cmp(source, target, shallow=False):
            if os.path.lexists(target):
                os.remove(target)
            shutil.copy2(source, target, follow_symlinks=False)


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def build(package):
    result = subprocess.run(["swift", "build", "--build-tests"], cwd=package, capture_output=True, text=True)
    if result.returncode:
        errors = [line for line in (result.stdout + result.stderr).split("\n") if "error:" in line]
        sys.exit("\n".join(errors[:20] or [result.stdout[-2000:] + result.stderr[-2000:]]))


def test_program(package):
    return os.path.join(package, ".build", "debug", "NotebookBundlePackageTests.xctest")
