"""What holds on any machine: right results, and counted work that grows no faster than the notebook."""

import os
import re
import shutil
import subprocess
import time

import notebooks
from measure import Failed, quiet

# So many notes, and ten times as many.
SMALL, LARGE = 200, 2_000
# The most system calls for each note that a change of many notes rewrites.
MOST_CALLS = 30
CALLS = (
    "openat,open,creat,read,pread64,write,pwrite64,"
    "newfstatat,statx,stat,lstat,rename,renameat,renameat2,linkat,sync_file_range,fsync,fdatasync,syncfs,unlinkat,mkdirat,getdents64"
)
TRACE = "trace=" + ",".join("?" + call for call in CALLS.split(","))
# Not all of /dev: the notebooks may be in /dev/shm.
SYSTEM = ("/lib", "/etc", "/proc", "/usr", "/sys", "/dev/null", "/dev/tty", "/dev/urandom", "/dev/pts")


class Work:
    """The system calls of a command that have to do with files of ours."""

    def __init__(self, shelf, words, statuses=(0,)):
        logs = shelf.path("strace")
        shutil.rmtree(logs, ignore_errors=True)
        os.makedirs(logs)
        # A log for each thread: in one for all, calls are torn apart.
        status = subprocess.run(
            ["strace", "-ff", "-y", "-s", "0", "-o", logs + "/log", "-e", TRACE, *words], capture_output=True, cwd=shelf.work)
        if status.returncode not in statuses:
            raise Failed(f"status {status.returncode} of {words}: {status.stderr.decode(errors='replace')[-300:]}")
        self.output = status.stdout.decode(errors="replace")
        self.calls, self.opened, self.read, self.written = 0, [], 0, 0
        #: How often the disk was asked to begin with what is written.
        self.begun = 0
        for log in os.listdir(logs):
            with open(os.path.join(logs, log), encoding="utf-8", errors="replace") as file:
                for line in file:
                    self._count(line)

    def _count(self, line):
        match = re.match(r"(\w+)\((.*)\) += (-?\d+)", line)
        if not match or any(f'"{part}' in line or f"<{part}" in line for part in SYSTEM):
            return
        name, words, result = match[1], match[2], int(match[3])
        if "<pipe:" in words or "<anon_inode" in words or "<socket:" in words:
            return
        self.calls += 1
        if name in ("openat", "open") and result >= 0:
            target = re.search(r"= \d+<(.*)>", line)
            if target and "O_DIRECTORY" not in words:
                self.opened.append(target[1])
        elif name in ("read", "pread64") and result > 0:
            self.read += result
        elif name in ("write", "pwrite64") and result > 0:
            self.written += result
        elif name == "sync_file_range":
            self.begun += 1


class Checks:
    """Lines of what was checked."""

    def __init__(self):
        self.failures = 0

    def __call__(self, name, found, is_met):
        print(f"{name:44} {found:52} {'ok' if is_met else 'MISSED'}", flush=True)
        self.failures += not is_met


def made(shelf, count):
    """A notebook with notes, pictures and a file under an unknown ending, and the bytes of its files."""
    bundle = shelf.path(f"Checked {count}.notebundle")
    folder = shelf.folder(f"checked {count}", count, pictures=count // 100)
    quiet(shelf.bundle, "create", bundle, "--from", folder)
    note = shelf.items(bundle)[0]
    notebooks.random_file(shelf.path("data.xyz"), count * 1_000)
    quiet(shelf.bundle, "attach", bundle, note, shelf.path("data.xyz"))
    return bundle


def size(bundle):
    return sum(os.path.getsize(os.path.join(place, name)) for place, _, names in os.walk(bundle) for name in names)


def files(bundle):
    return sum(len(names) for _, _, names in os.walk(bundle))


def directories(bundle):
    return sum(1 for _ in os.walk(bundle))


def single(shelf, bundle, check):
    """Verbs that need not look at other notes than the one that is meant."""
    item = shelf.items(bundle)[171]
    own = os.path.basename(item)
    verbs = {
        "ls": ["ls", bundle], "ls --tree": ["ls", bundle, "--tree"],
        "ls --where": ["ls", bundle, "--where", "tag under 'heron' and created >= 2026-03-01 and not pinned"],
        "ls --where backlinks": ["ls", bundle, "--where", "backlinks > 1", "--columns", "title"],
        "ls --smart": ["ls", bundle, "--smart", "This Week"], "smart ls": ["smart", bundle, "ls"],
        "tag ls": ["tag", bundle, "ls"], "folder ls": ["folder", bundle, "ls"], "show": ["show", bundle, item],
        "orphans": ["orphans", bundle], "graph": ["graph", bundle], "open": ["open", bundle],
        "add": ["add", bundle, "note", "--title", "New one", "--body", "Text"],
        "edit": ["edit", bundle, item, "--append", "More"],
    }
    # Tags in texts and targets of links are read once, but not of files that were changed a moment ago.
    time.sleep(3)
    quiet(shelf.bundle, "tag", bundle)
    for name, words in verbs.items():
        work = Work(shelf, [shelf.bundle, *words])
        others = [path for path in work.opened if path.endswith(".md") and os.path.basename(path) not in (own, "New one.md")]
        if name == "ls --smart":
            # The tags of a few listed items are read from their texts, which is quicker than from the cache.
            others = [path for path in others if os.path.basename(path) not in work.output]
        # Lists ask once about each file, to tell what was changed outside and whose tags are known; directories are
        # opened twice for that, each time in one call.
        lists = name in ("open", "orphans", "graph", "tag ls") or name.startswith("ls")
        # A change reads the index of a long manifest and stores the next one, which takes 33 calls, however long it is.
        changes = name in ("add", "edit")
        limit = 180 + (files(bundle) + 8 * directories(bundle) if lists else 0) + (15 if changes else 0)
        check(f"{name} opens no other note", f"{len(others)} others, {work.calls} calls", not others and work.calls < limit)


def searching(shelf, bundle, check):
    """A search reads each note once, and asks no more about those whose texts have no tags."""
    count = len(shelf.items(bundle))
    work = Work(shelf, [shelf.bundle, "search", bundle, "the"])
    each = (work.calls - 300 - 8 * directories(bundle)) / count
    found = f"{each:.1f} calls for each of {count}"
    check("search asks little for each note", found, each <= 2.2 and work.output.count(".md") > count * 9 // 10)


def many(shelf, bundle, check):
    """A change of all notes reads each of them a few times, and opens their folders only once in each pass."""
    copy = shelf.path("Changed.notebundle")
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(bundle, copy)
    notes = [item for item in shelf.items(copy) if item.startswith("notes/")]
    quiet(shelf.bundle, "tag", copy, "--add", "counted", "-", "--yes", input="\n".join(notes).encode())
    # Files that were changed a moment ago are read once more.
    time.sleep(3)
    quiet(shelf.bundle, "tag", copy)
    work = Work(shelf, [shelf.bundle, "tag", copy, "rename", "counted", "recounted", "--yes"])
    each = (work.calls - 300) / len(notes)
    check("tag rename asks little for each note", f"{each:.1f} calls for each of {len(notes)}", each <= MOST_CALLS)
    for verb in ("tag", "status"):
        read = {path for path in Work(shelf, [shelf.bundle, verb, copy]).opened if path.endswith(".md")}
        check(f"{verb} after it reads none of them again", f"{len(read)} of {len(notes)} notes", len(read) <= len(notes) // 50)


def comparison(shelf, bundle, check):
    """A comparison looks at both notebooks as ‘status’ does, and reads only the notes that differ."""
    copy = shelf.path("Compared.notebundle")
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(bundle, copy)
    changed = shelf.items(bundle)[5:15]
    for item in changed:
        with open(os.path.join(copy, item), "a", encoding="utf-8") as file:
            file.write("One line more.\n")
    # A file that was changed a moment ago is read again.
    time.sleep(3)
    looks = 0
    for notebook in (bundle, copy):
        for _ in range(2):
            work = Work(shelf, [shelf.bundle, "status", notebook], (0, 1))
        looks += work.calls
    work = Work(shelf, [shelf.bundle, "diff", bundle, copy], (1,))
    names = {os.path.basename(item) for item in changed}
    others = [path for path in work.opened if path.endswith(".md") and os.path.basename(path) not in names]
    if work.output.count("changed   ") != len(changed):
        raise Failed(f"diff says {work.output[:200]}")
    found = f"{len(others)} others, {work.calls} calls, {looks} of status"
    check("diff opens only notes that differ", found, not others and work.calls <= looks + 60 * len(changed))


def passes(shelf, bundle):
    """Verbs that look at everything, with how much they may read, write and open."""
    total, count = size(bundle), files(bundle)
    out = shelf.path("checked out")
    shutil.rmtree(out, ignore_errors=True)
    os.makedirs(out)
    archive = lambda ending: os.path.join(out, f"a.{ending}")
    jobs = {"validate folder": (["validate", bundle], 1.2, 1.1, 0)}
    for ending in ("zip", "tar", "tar.gz", "tar.zst", "tar.xz"):
        # Compressed or not, a byte is read once and written once.
        jobs[f"archive {ending}"] = (["archive", bundle, "-o", archive(ending)], 1.2, 1.1, 1.5)
        jobs[f"validate {ending}"] = (["validate", archive(ending)], 1.5, 0, 0)
        jobs[f"ls of a {ending}"] = (["ls", archive(ending)], 1.0, 0, 0)
    for ending in ("zip", "tar.zst"):
        jobs[f"unarchive {ending}"] = (["unarchive", archive(ending), "-C", os.path.join(out, ending + ".d")], 1.5, 1.1, 1.2)
    done = {}
    for name, (words, reads, opens, writes) in jobs.items():
        if name.startswith("unarchive"):
            os.makedirs(words[-1])
        work = Work(shelf, [shelf.bundle, *words])
        done[name] = work
        within = work.read <= reads * total + 300_000 and len(work.opened) <= opens * count + 40 and work.written <= writes * total + 300_000
        yield name, work, within
    if "folder" in "".join(done):
        results(bundle, out, done)


def results(bundle, out, done):
    """Programs of others judge what was made."""
    for ending in ("zip", "tar.zst"):
        quiet("diff", "-rq", "--exclude", ".gitattributes", "--exclude", ".history", bundle, os.path.join(out, ending + ".d", os.path.basename(bundle)))
    quiet("unzip", "-tq", os.path.join(out, "a.zip"))
    plain = quiet("tar", "-tf", os.path.join(out, "a.tar"))
    for ending in ("tar.gz", "tar.zst", "tar.xz"):
        if quiet("tar", "-tf", os.path.join(out, f"a.{ending}")) != plain:
            raise Failed(f"the members of the {ending} are not those of the tar")
    for name, work in done.items():
        if name.startswith("validate") and ": valid" not in work.output:
            raise Failed(f"{name} says {work.output[:200]}")


def check(shelf):
    """Prints what was checked, and gives the exit status."""
    if not shutil.which("strace") or subprocess.run(["strace", "-o", os.devnull, "true"], capture_output=True).returncode:
        print("strace is not installed, or not permitted: nothing can be counted")
        return 2
    check = Checks()
    try:
        small, large = made(shelf, SMALL), made(shelf, LARGE)
        single(shelf, large, check)
        searching(shelf, large, check)
        comparison(shelf, large, check)
        many(shelf, large, check)
        before = {name: work for name, work, _ in passes(shelf, small)}
        for name, work, within in passes(shelf, large):
            found = f"{work.calls} calls, {work.read / 1e6:.1f} MB read, {work.written / 1e6:.1f} MB written, {len(work.opened)} opened"
            check(name, found, within)
            if name == "archive tar":
                # At the end, only the last megabyte is left to wait for.
                begun = f"{work.begun} times, {work.written / 1e6:.1f} MB written"
                check(f"{name}, the disk begins before the end", begun, work.begun + 1 >= work.written // 2**20 > 1)
            times = max(
                (work.calls + 200) / (before[name].calls + 200), (work.read + 1e6) / (before[name].read + 1e6),
                (len(work.opened) + 20) / (len(before[name].opened) + 20))
            check(f"{name}, ten times the notes", f"{times:.1f} times the work", times <= 11)
    except Failed as error:
        check("results", str(error)[:200], False)
    return 1 if check.failures else 0
