"""What a person does with git, and what the tool's hooks may do then."""

import json
import os
import subprocess

from . import hand
from .law import Call, judge
from .world import NOTEBOOK, Failure

# Commands of git that merge what others committed, with the tool's driver and hooks.
MERGING = {"commit", "merge", "pull", "rebase", "cherry-pick", "am"}
# Commands that bring another state, and delete nothing.
SWITCHING = {"checkout", "switch", "stash", "sparse-checkout", "fetch", "push", "branch", "worktree"}
OPERATIONS = ("MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "rebase-merge", "rebase-apply")
MOVES = {}


def move(function):
    MOVES[function.__name__.rstrip("_")] = function
    return function


def play(play, device, name, words):
    if name == "git":
        run(play, device, words)
    else:
        MOVES[name](play, device, *words)


def under_way(world, device):
    """What git is in the middle of."""
    return [name for name in OPERATIONS if os.path.exists(world.path(device, ".git", name))]


def plain(world, device, *words, text=None):
    """What git says, of a call that is no move."""
    done = subprocess.run(
        ["git", "-c", "core.quotePath=false", *words], cwd=world.path(device), env=world.environment(device),
        input=text, capture_output=True, text=True, errors="replace")
    return done.stdout


def lines(world, device, *words):
    return [line for line in plain(world, device, words[0], "-z", *words[1:]).split("\0") if line]


def index(world, device):
    """The entries of the index: a path, with its mode, object and stage; git is asked again only when it changed."""
    known = world.__dict__.setdefault("indexes", {})
    try:
        status = os.stat(world.path(device, ".git", "index"))
    except OSError:
        return {}
    key = (status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)
    if known.get(device, (None, None))[0] != key:
        found = {}
        for line in lines(world, device, "ls-files", "-s"):
            entry, path = line.split("\t", 1)
            found[path] = found.get(path, ()) + (entry,)
        known[device] = key, found
    return known[device][1]


def head_of(world, device):
    """The commit that is checked out, from git's files; empty before the first one."""
    folder = world.path(device, ".git")
    try:
        with open(os.path.join(folder, "HEAD"), encoding="utf-8") as file:
            head = file.read().strip()
        if not head.startswith("ref: "):
            return head
        with open(os.path.join(folder, head[5:]), encoding="utf-8") as file:
            return file.read().strip()
    except OSError:
        # Packed, or none.
        return plain(world, device, "rev-parse", "-q", "--verify", "HEAD").strip()


def strangers(world, device, entries):
    """The files that git does not track."""
    root, found = world.path(device), set()
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if name != ".git"]
        # A link to a folder is a file to git.
        links = [name for name in folders if os.path.islink(os.path.join(folder, name))]
        found.update(os.path.relpath(os.path.join(folder, name), root) for name in names + links)
    return found - entries.keys()


def ignored_files(world, device):
    """The files that git is told to ignore, without those of the homes."""
    told = [world.path(device, ".git", "info", "exclude"), world.path(device, ".gitignore"),
            os.path.join(world.notebook(device), ".gitignore")]
    for path in filter(os.path.exists, told):
        with open(path, encoding="utf-8", errors="replace") as file:
            if any(line.strip() not in ("", "home") and line[0] != "#" for line in file):
                return set(lines(world, device, "ls-files", "-o", "-i", "--exclude-standard"))
    return set()


def run(play, device, words, paths=()):
    """Runs git; what it merges, commits or checks out is judged."""
    world = play.world
    verb = words[0]
    if "--amend" in words and not plain(world, device, "rev-parse", "-q", "--verify", "HEAD~1"):
        # Nobody has anything in common with another first commit.
        return None
    is_judged = verb in MERGING | SWITCHING and not any(
        word in ("-f", "--force", "--", "--abort", "--hard", "drop", "clear", "-D", "--quit", "--skip", "--no-verify")
        for word in words[1:] if not (verb == "commit" and word == "--"))
    before = play.now
    entries = index(world, device) if verb in MERGING else {}
    untracked = strangers(world, device, entries) if verb in MERGING else set()
    ignored = ignored_files(world, device) if is_judged else set()
    head = head_of(world, device)
    done = world.git(device, *words)
    play.now = world.survey()
    play.status, play.output = done.status, done.output
    pending = world.__dict__.setdefault("pending", {})
    if not is_judged:
        if "--abort" in words or "--hard" in words:
            pending.pop(device, None)
        world.deleted |= before.fewer(play.now, device)
        return done
    if verb == "stash" and ("push" in words or done.status):
        # A sync finds that these are gone; a stash that git pops in part keeps what it moved.
        world.deleted |= before.fewer(play.now, device)
    replaced = replaced_in_index(world, device, words, paths, entries)

    def may_lose(one):
        # git takes what is ignored for expendable, and replaces what a commit names in the index.
        # A stash that is popped keeps what was staged no longer.
        is_dropped = one.content.oid in replaced or verb == "stash" and "pop" in words
        return one.copy == device and one.path in ignored or one.copy == device + ".git" and is_dropped

    law = Call(device, branches=verb in SWITCHING or bool(under_way(world, device)), may_lose=may_lose)
    if verb in SWITCHING and not under_way(world, device):
        # A checkout gives up what git was in the middle of.
        pending.pop(device, None)
    if verb in MERGING and under_way(world, device):
        pending.setdefault(device, before.live(device))
    judge(world, law, before, play.now)
    if verb in MERGING and not under_way(world, device):
        gone = pending.pop(device, set()) - play.now.live(device) - world.deleted
        if gone and done.status == 0:
            raise Failure("vanished", f"{sorted(gone)} of {device} after ‘git {' '.join(words)}’")
        judge_index(play, device, words, paths, entries, untracked, head, done)
    return done


def replaced_in_index(world, device, words, paths, entries):
    """The objects that a commit replaces in the index because somebody told it to."""
    if words[0] != "commit":
        return set()
    chosen = entries if any(word.startswith("-") and "a" in word.split("=")[0].lstrip("-")[:3] and
                            not word.startswith("--") for word in words[1:]) else \
        {path: entry for path, entry in entries.items() if path in paths}
    return {entry.split()[1] for values in chosen.values() for entry in values}


def judge_index(play, device, words, paths, entries, untracked, head, done):
    """The hook seals what git commits, and touches nothing else."""
    world = play.world
    after = index(world, device)
    new_head = head_of(world, device)
    added = {path for path in after.keys() - entries.keys() if path in untracked}
    if added:
        theirs = set(lines(world, device, "log", "--all", "--not", "HEAD", "--name-only", "--format=")) | set(
            lines(world, device, "ls-tree", "-r", "--name-only", "ORIG_HEAD"))
        for line in plain(world, device, "log", "-1", "--format=%P").split()[1:] + ["@{upstream}"]:
            theirs |= set(lines(world, device, "ls-tree", "-r", "--name-only", line))
        added -= theirs | {NOTEBOOK + "/manifest.json"}
        # A name in another spelling is the same file.
        if added:
            raise Failure("index", f"‘git {' '.join(words)}’ added what was untracked: {sorted(added)}")
    if words[0] == "commit" and done.status == 0 and new_head != head:
        if paths:
            manifest = NOTEBOOK + "/manifest.json"
            changed = sorted(
                path for path in entries.keys() | after.keys()
                if path not in paths and path != manifest and entries.get(path) != after.get(path))
            if changed:
                raise Failure("index", f"‘git {' '.join(words)}’ changed other entries: {changed}")
        judge_commit(play, device, words)


def judge_commit(play, device, words):
    """A commit that passed the hook is sealed: its manifest lists exactly its files."""
    world = play.world
    tree = {}
    for line in lines(world, device, "ls-tree", "-r", "HEAD", NOTEBOOK + "/"):
        entry, path = line.split("\t", 1)
        tree[path[len(NOTEBOOK) + 1:]] = entry.split()[2]
    try:
        listed = {entry["path"]: entry["sha256"] for entry in
                  json.loads(plain(world, device, "show", f"HEAD:{NOTEBOOK}/manifest.json"))["entries"]}
    except (ValueError, KeyError) as error:
        raise Failure("unsealed", f"‘git {' '.join(words)}’ committed no manifest: {error}") from error
    typed = {path: oid for path, oid in tree.items()
             if path.split("/")[0] in ("notes", "cards", "blobs", "extras", "trash", "notebook.json")
             and not any(part.startswith(".") for part in path.split("/"))
             and (path.endswith(".md") or not path.startswith(("notes/", "cards/")))}
    unlike = sorted(set(listed) ^ set(typed))
    world.surveyor.read_objects(world.path(device), world.environment(device), [
        oid.encode() for oid in typed.values() if oid.encode() not in world.surveyor.objects])
    for path in set(listed) & set(typed):
        content = world.surveyor.objects.get(typed[path].encode())
        if content and content.digest != listed[path]:
            unlike.append(path)
    if unlike:
        raise Failure("unsealed", f"‘git {' '.join(words)}’ committed another manifest than files: {unlike}")


def inside(world, device, pattern):
    """A path of the notebook as git is given it."""
    path = hand.one(world, device, pattern)
    return path and os.path.relpath(path, world.path(device))


# Moves of several commands.

@move
def commit(play, device, *words):
    """Commits all, what is staged, or only some files."""
    world = play.world
    if words[0] == "all":
        unjudged(play, device, "add", "-A")
        run(play, device, ["commit", "-qm", "all"])
    elif words[0] == "tracked":
        run(play, device, ["commit", "-qam", "tracked"])
    elif words[0] == "staged":
        run(play, device, ["commit", "-qm", "staged"])
    else:
        paths = [path for path in (inside(world, device, word) for word in words[1:]) if path]
        paths = [path for path in paths if path in index(world, device) or os.path.isdir(world.path(device, path))]
        if paths:
            run(play, device, ["commit", "-qm", "only", "--", *paths], paths)


@move
def stage(play, device, *patterns):
    for pattern in patterns:
        path = inside(play.world, device, pattern) or NOTEBOOK + "/" + pattern
        unjudged(play, device, "add", "--", path)


@move
def intent(play, device, pattern):
    path = inside(play.world, device, pattern)
    if path:
        unjudged(play, device, "add", "-N", "--", path)


@move
def patch(play, device, pattern):
    """Stages the first hunk of a file."""
    world = play.world
    path = inside(world, device, pattern)
    if path:
        subprocess.run(["git", "-c", "interactive.singleKey=false", "add", "-p", "--", path], cwd=world.path(device),
                       env=world.environment(device), input="y\n" + "n\n" * 20, text=True, errors="replace",
                       capture_output=True)
    play.now = world.survey()


@move
def worktree(play, device, pattern, token):
    """Edits and commits a note in a second working tree, on the branch ‘tree’."""
    world = play.world
    path, tree = inside(world, device, pattern), world.path("trees", device)
    before = play.now
    os.makedirs(world.path("trees"), exist_ok=True)
    world.git(device, "worktree", "add", "-q", "-B", "tree", tree, "HEAD")
    if path and os.path.isfile(os.path.join(tree, path)):
        with open(os.path.join(tree, path), "a", encoding="utf-8") as file:
            file.write(f"\ntree {token}\n")
        world.git(device, "add", "-A", folder=tree)
        world.git(device, "commit", "-qm", "tree", folder=tree)
    world.git(device, "worktree", "remove", "--force", tree)
    play.now = world.survey()
    judge(world, Call(device), before, play.now)


@move
def pull(play, device, way):
    world = play.world
    if way == "ff":
        ahead = plain(world, device, "rev-list", "origin/main..HEAD")
        done = run(play, device, ["pull", "-q", "--ff-only", "origin", "main"])
        if done.status == 0 and not ahead and plain(world, device, "rev-list", "origin/main..HEAD"):
            raise Failure("amended", "a fast-forward made a commit of its own")
    elif way == "rebase":
        run(play, device, ["pull", "-q", "--rebase", "origin", "main"])
    else:
        run(play, device, ["pull", "-q", "--no-rebase", "--no-edit", "origin", "main"])


@move
def push(play, device):
    run(play, device, ["push", "-q", "origin", "HEAD:main"])


@move
def finish(play, device, take="both"):
    """Completes what git stopped in."""
    world = play.world
    for _ in range(6):
        names = under_way(world, device)
        if not names and not any(len(entries) > 1 for entries in index(world, device).values()):
            return
        # Of a value there is no ‘both’.
        for way in (take, "theirs"):
            if play.call(device, ["resolve", "N", "--take", way], "resolve").status == 0:
                break
        unjudged(play, device, "add", "-A")
        if any(name.startswith("rebase") for name in names):
            done = run(play, device, ["rebase", "--continue"])
            if done.status and "No changes" in done.output:
                run(play, device, ["rebase", "--skip"])
        elif "CHERRY_PICK_HEAD" in names or "REVERT_HEAD" in names:
            verb = "cherry-pick" if "CHERRY_PICK_HEAD" in names else "revert"
            done = run(play, device, [verb, "--continue"])
            if done.status:
                run(play, device, [verb, "--skip"])
        else:
            run(play, device, ["commit", "-qm", "finished"])


@move
def abort(play, device):
    for name in under_way(play.world, device):
        verb = {"MERGE_HEAD": "merge", "CHERRY_PICK_HEAD": "cherry-pick", "REVERT_HEAD": "revert"}.get(name, "rebase")
        run(play, device, [verb, "--abort"])


@move
def skip(play, device, pattern):
    """Tells git to overlook the changes of a file."""
    path = inside(play.world, device, pattern)
    if path:
        unjudged(play, device, "update-index", "--skip-worktree", "--", path)


@move
def ignore(play, device, pattern):
    with open(play.world.path(device, ".git", "info", "exclude"), "a", encoding="utf-8") as file:
        file.write(pattern + "\n")


@move
def gitrm(play, device, pattern, *words):
    path = inside(play.world, device, pattern)
    if path:
        # What git no longer tracks here is deleted where that is pulled.
        play.world.deleted |= {mark for one in play.now.standings
                               if one.copy == device and one.path == path for mark in one.content.marks}
        unjudged(play, device, "rm", "-q", *words, "--", path)


@move
def gitmv(play, device, pattern, target):
    path = inside(play.world, device, pattern)
    if path:
        os.makedirs(os.path.dirname(play.world.path(device, NOTEBOOK, target)), exist_ok=True)
        unjudged(play, device, "mv", "--", path, NOTEBOOK + "/" + target)


@move
def checkout(play, device, pattern):
    """Discards the changes of a file."""
    path = inside(play.world, device, pattern)
    if path:
        unjudged(play, device, "checkout", "-q", "--", path)


def unjudged(play, device, *words):
    """A command with which somebody changes the index or the files, and which runs no hook."""
    before = play.now
    play.world.git(device, *words)
    play.now = play.world.survey()
    play.world.deleted |= before.fewer(play.now, device)


def converge(play):
    """Everybody commits, pulls and pushes twice; then all have the same."""
    world = play.world
    for device in world.devices:
        finish(play, device)
        settle(play, device)
    play.tidy()
    for turn in range(3):
        heads = [head_of(world, device) for device in world.devices]
        for device in world.devices:
            world.steps += 1
            play.call(device, ["seal", "N", "--with-conflicts"], "seal")
            if plain(world, device, "status", "--porcelain"):
                unjudged(play, device, "add", "-A")
                done = run(play, device, ["commit", "-qm", "at last"])
                if done.status:
                    for words in (["validate", "N", "--fix=unsafe"], ["repair", "N"]):
                        play.call(device, words, words[0])
                    for path in lines(world, device, "diff", "--name-only", "--diff-filter=MD", "HEAD", "--", NOTEBOOK + "/blobs"):
                        unjudged(play, device, "checkout", "-q", "HEAD", "--", path)
                    unjudged(play, device, "add", "-A")
                    done = run(play, device, ["commit", "-qm", "at last"])
                if done.status and plain(world, device, "diff", "--cached", "--name-only"):
                    raise Failure("stuck", f"commit in {device}: {done.output.strip()[:800]}")
            pull(play, device, "merge")
            finish(play, device)
            done = world.git(device, "push", "-q", "origin", "HEAD:main")
            if done.status:
                raise Failure("stuck", f"push of {device}: {done.output.strip()[:500]}")
        prints = {device: world.fingerprint(device) for device in world.devices}
        if turn == 1 and len(set(prints.values())) > 1:
            raise Failure("diverged", f"after two rounds: {play.differences(prints)}")
        # Where all had one commit, and made none, the next time is the same.
        if not world.is_exhaustive and len(set(heads)) == 1 and heads == [
                head_of(world, device) for device in world.devices]:
            break
    play.now = world.survey()
    for device in world.devices:
        play.validate(device, world.notebook(device))


def unhide(play, device):
    """Gives up what hides files from git, or leaves them out of the working tree."""
    world = play.world
    world.write(world.path(device, ".git", "info", "exclude"), "")
    if os.path.exists(world.path(device, ".git", "info", "sparse-checkout")):
        run(play, device, ["sparse-checkout", "disable"])
    for line in plain(world, device, "ls-files", "-v").splitlines():
        if line.startswith(("S ", "h ")):
            for word in ("--no-skip-worktree", "--no-assume-unchanged"):
                unjudged(play, device, "update-index", word, "--", line[2:])


def settle(play, device):
    """Goes back to the branch with all that is elsewhere."""
    world = play.world
    unhide(play, device)
    if plain(world, device, "rev-parse", "--abbrev-ref", "HEAD").strip() != "main":
        head = plain(world, device, "rev-parse", "HEAD").strip()
        if plain(world, device, "status", "--porcelain"):
            unjudged(play, device, "add", "-A")
            run(play, device, ["commit", "-qm", "away"])
            head = plain(world, device, "rev-parse", "HEAD").strip()
        run(play, device, ["checkout", "-q", "main"])
        run(play, device, ["merge", "-q", "--no-edit", head])
        finish(play, device)
    while plain(world, device, "stash", "list"):
        done = run(play, device, ["stash", "pop", "-q"])
        if done.status:
            finish(play, device)
            if plain(world, device, "stash", "list"):
                return
