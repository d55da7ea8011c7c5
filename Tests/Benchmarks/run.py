"""Benchmarks of the tool: ratios against peers in the same run, system calls, and memory."""

import json
import os
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

BIN = sys.argv[1]
WORDS = sys.argv[2:]
CHECK = "--check" in WORDS
NAMES = [word for word in WORDS if not word.startswith("--")]
BUNDLE = os.path.join(BIN, "bundle")
MEGABYTE = 1 << 20
failures = []


def say(name, text, target, is_met):
    print(f"{name:28} {text:44} target {target:14} {'ok' if is_met else 'MISSED'}", flush=True)
    if not is_met:
        failures.append(name)


def run(*words, **options):
    return subprocess.run(words, check=True, capture_output=True, **options)


def seconds(command):
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, shell=isinstance(command, str))
    return time.perf_counter() - start


def ratio(ours, peer, pairs=5):
    """Medians of both and of their ratio, taken pair by pair, so that noise meets both."""
    times = [(ours(), peer()) for _ in range(pairs)]
    return (
        statistics.median(a for a, _ in times),
        statistics.median(b for _, b in times),
        statistics.median(a / b for a, b in times),
    )


def compare(name, ours, peer, target, pairs=5, unit="s", scale=1.0):
    a, b, r = ratio(ours, peer, pairs)
    say(name, f"{a * scale:.3f} {unit} against {b * scale:.3f} {unit}, ratio {r:.2f}", f"< {target}", r < target)


def peak_memory(*words, stdout=subprocess.DEVNULL):
    """The largest resident memory of a command, in MB."""
    process = subprocess.Popen(words, stdout=stdout, stderr=subprocess.PIPE)
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        raise RuntimeError(f"{words}: {process.stderr.read().decode()}")
    return usage.ru_maxrss / 1024


def notes(count, folder):
    """A folder of notes such as people write: words, tags, dates."""
    chance = random.Random(1)
    words = "heron marsh river owl reed tide wind north cape map note field leaf gull weir moss stone rain frost song".split()
    for i in range(count):
        place = os.path.join(folder, words[i % 20], words[i // 20 % 20])
        os.makedirs(place, exist_ok=True)
        text = " ".join(chance.choice(words) for _ in range(60))
        with open(os.path.join(place, f"Note {i} {words[i * 7 % 20]}.md"), "w", encoding="utf-8") as file:
            file.write(
                f"---\ntags: [{words[i % 20]}, {words[(i * 3 + 1) % 20]}]\ncreated: 2026-0{i % 9 + 1}-1{i % 9}T10:00:00Z\n---\n"
                f"# Note {i}\n\n{text}\n"
            )


def ten_thousand(work):
    bundle = os.path.join(work, "Ten.notebundle")
    if not os.path.exists(bundle):
        notes(10_000, os.path.join(work, "ten"))
        run(BUNDLE, "create", bundle, "--from", os.path.join(work, "ten"))
    return bundle


def large(work):
    """A notebook with one blob that no compression makes smaller, and its size in bytes."""
    size = (256 if CHECK else 2048) * MEGABYTE
    bundle = os.path.join(work, "Large.notebundle")
    if not os.path.exists(bundle):
        source = os.path.join(work, "large.bin")
        with open(source, "wb") as file:
            block = random.Random(2).randbytes(MEGABYTE)
            for number in range(size // MEGABYTE):
                file.write(number.to_bytes(8, "little") + block[8:])
        run(BUNDLE, "create", bundle)
        run(BUNDLE, "add", bundle, "note", "--title", "Large", "--body", "One large file.")
        memory = peak_memory(BUNDLE, "attach", bundle, "Large", source)
        say("memory-attach", f"{memory:.0f} MB", "< 100 MB", memory < 100)
        os.remove(source)
    return bundle, size


def manifest(work):
    path = os.path.join(ten_thousand(work), "manifest.json")

    def ours():
        return float(run(os.path.join(BIN, "Benchmarks"), "manifest", path).stdout.split()[0]) / 1000

    def peer():
        times = []
        for _ in range(15):
            start = time.perf_counter()
            with open(path, encoding="utf-8") as file:
                json.load(file)
            times.append(time.perf_counter() - start)
        return statistics.median(times)

    # A loaded machine must not fail a check: the ratio alone has room there.
    compare("manifest", ours, peer, 0.5 if CHECK else 0.33, pairs=7, unit="ms", scale=1000)


def calls(work):
    """How many files of the notebook are opened and looked at, of 10,000 notes."""
    bundle = ten_thousand(work)
    if not shutil.which("strace") or subprocess.run(["strace", "-o", os.devnull, "true"], capture_output=True).returncode:
        print("calls: skipped, strace is not installed or not permitted", flush=True)
        return
    listing = json.loads(run(BUNDLE, "ls", bundle, "--json").stdout)
    item = listing["items"][4711]["path"]
    verbs = {
        "ls": ["ls", bundle],
        "ls --tree": ["ls", bundle, "--tree"],
        "ls --where": ["ls", bundle, "--where", "tag under 'heron' and created >= 2026-03-01 and not pinned"],
        "ls --smart": ["ls", bundle, "--smart", "This Week"],
        "smart ls": ["smart", bundle, "ls"],
        "tag ls": ["tag", bundle, "ls"],
        "folder ls": ["folder", bundle, "ls"],
        "show": ["show", bundle, item],
        "add": ["add", bundle, "note", "--title", "New", "--body", "Text"],
        "edit": ["edit", bundle, item, "--append", "More"],
    }
    for verb, words in verbs.items():
        log = os.path.join(work, "strace")
        run("strace", "-f", "-o", log, "-e", "trace=openat,open,newfstatat,statx,stat,lstat", BUNDLE, *words)
        with open(log, encoding="utf-8", errors="replace") as file:
            lines = [line for line in file if "ENOENT" not in line]
        system = ("/lib", "/etc", "/proc", "/usr", "/sys", "/dev")
        seen = [line for line in lines if not any(part in line for part in system)]
        own = os.path.basename(item)
        others = [line for line in seen if '.md"' in line and f'"{own}"' not in line and "/New" not in line and '"New' not in line]
        # Directories are opened one by one, so that no symbolic link is followed; however many notes there are.
        say(f"calls {verb}", f"{len(others)} other notes looked at, {len(seen)} calls", "0, < 250", not others and len(seen) < 250)


def memory(work):
    bundle, _ = large(work)
    for ending in ("zip", "tar", "tar.gz", "tar.zst", "tar.xz"):
        if CHECK and ending == "tar.xz":
            continue
        archive = os.path.join(work, "large." + ending)
        used = peak_memory(BUNDLE, "archive", bundle, "-o", archive)
        say(f"memory-archive {ending}", f"{used:.0f} MB", "< 100 MB", used < 100)
        used = peak_memory(BUNDLE, "validate", archive)
        say(f"memory-validate {ending}", f"{used:.0f} MB", "< 100 MB", used < 100)
        os.remove(archive)
    used = peak_memory(BUNDLE, "validate", bundle)
    say("memory-validate folder", f"{used:.0f} MB", "< 100 MB", used < 100)
    archive = os.path.join(work, "large.tar")
    run(BUNDLE, "archive", bundle, "-o", archive)
    used = peak_memory(BUNDLE, "unarchive", archive, "-C", work + "/out")
    say("memory-unarchive tar", f"{used:.0f} MB", "< 100 MB", used < 100)
    os.remove(archive)
    shutil.rmtree(work + "/out")


def throughput(work):
    bundle = ten_thousand(work)
    parent, name = os.path.split(bundle)
    archive = os.path.join(work, "ten.zip")
    tar = os.path.join(work, "ten.tar")

    def fresh(command):
        def timed():
            for path in (archive, tar, work + "/out"):
                shutil.rmtree(path, ignore_errors=True) if os.path.isdir(path) else os.path.exists(path) and os.remove(path)
            os.makedirs(work + "/out")
            return seconds(command)
        return timed

    compare("ls", lambda: seconds([BUNDLE, "ls", bundle]), lambda: seconds(["find", bundle, "-name", "*.md", "-printf", "%T@ %p\n"]), 8)
    compare("validate", lambda: seconds([BUNDLE, "validate", bundle]), lambda: seconds(f"cd '{bundle}' && find . -type f -print0 | xargs -0 sha256sum"), 8)
    if shutil.which("zip"):
        compare("archive zip", fresh([BUNDLE, "archive", bundle, "-o", archive]), fresh(f"cd '{parent}' && zip -q -r '{archive}' '{name}'"), 3)
    if shutil.which("bsdtar"):
        compare("archive tar", fresh([BUNDLE, "archive", bundle, "-o", tar]), fresh(f"cd '{parent}' && bsdtar -cf '{tar}' '{name}'"), 6)


def search(work):
    """A word that no note has, and one that nearly all have, in 10,000 notes."""
    bundle = ten_thousand(work)
    notes = os.path.join(bundle, "notes")
    peer = ["rg", "-liF"] if shutil.which("rg") else ["grep", "-rliF"]
    for name, word, target in (("rare", "kingfisher", 5), ("common", "heron", 8)):
        line = f"'{BUNDLE}' search '{bundle}' {word} --count || true"
        other = f"{' '.join(peer)} {word} '{notes}' || true"
        compare(f"search {name}, {peer[0]}", lambda: seconds(line), lambda: seconds(other), target, pairs=9)


def digest(work):
    """SHA-256 of one large file, against coreutils; the floor under validate, archive and unarchive."""
    bundle, _ = large(work)
    blob = next(entry.path for entry in os.scandir(bundle + "/blobs"))
    compare("digest", lambda: seconds([BUNDLE, "validate", bundle]), lambda: seconds(["sha256sum", blob]), 2, pairs=3)


def cores(work):
    """validate of several large files on all cores, against itself on one; what it prints is the same."""
    if (os.cpu_count() or 1) < 2 or not shutil.which("taskset"):
        say("cores", "one core, or no taskset: nothing to compare", "", True)
        return
    bundle = os.path.join(work, "Cores.notebundle")
    run(BUNDLE, "create", bundle)
    run(BUNDLE, "add", bundle, "note", "--title", "Files", "--body", "Several files.")
    block = random.Random(3).randbytes(MEGABYTE)
    for number in range(8):
        source = os.path.join(work, f"file {number}.bin")
        with open(source, "wb") as file:
            for part in range(8 if CHECK else 64):
                file.write((number * 1000 + part).to_bytes(8, "little") + block[8:])
        run(BUNDLE, "attach", bundle, "Files", source)
        os.remove(source)
    one = ["taskset", "-c", "0", BUNDLE, "validate", bundle]
    compare("cores", lambda: seconds([BUNDLE, "validate", bundle]), lambda: seconds(one), 0.75)
    same = run(BUNDLE, "validate", bundle).stdout == run(*one).stdout
    say("cores output", "the same" if same else "differs", "the same", same)


BENCHMARKS = {"manifest": manifest, "calls": calls, "memory": memory, "throughput": throughput, "search": search, "digest": digest, "cores": cores}
CHECKED = ["manifest", "calls", "memory"]


def main():
    unknown = [name for name in NAMES if name not in BENCHMARKS]
    if unknown:
        sys.exit(f"there is no benchmark {unknown[0]}; there are {', '.join(BENCHMARKS)}")
    chosen = NAMES or (CHECKED if CHECK else list(BENCHMARKS))
    with tempfile.TemporaryDirectory(prefix="notebundle-bench-") as work:
        os.makedirs(work + "/out")
        for name in chosen:
            BENCHMARKS[name](work)
    sys.exit(1 if failures else 0)


main()
