"""The law of conservation, judged from outside: what stood when a program began stands afterwards, or somebody destroyed
it by name."""

from .world import Failure


class Call:
    """What the law allows a call: which contents it may destroy, and whether it may delete items."""

    def __init__(self, device, deletes=False, branches=False, may_lose=lambda one: False, destroys=lambda one: False):
        self.device, self.deletes, self.branches = device, deletes, branches
        # What may be gone after this call, and what is destroyed in all copies from now on.
        self.may_lose, self.destroys = may_lose, destroys


def judge(world, call, before, after):
    """Holds what stands now against what stood before a call."""
    for one in before.standings:
        if call.destroys(one):
            world.destroyed.add(one.content.digest)
            world.destroyed_tokens |= one.content.tokens
    judge_contents(world, call, before, after)
    judge_items(world, call, before, after)


def judge_contents(world, call, before, after):
    """What is removed or replaced in a copy is kept there; what is in a place, also by the one who syncs with it."""
    lost = {}
    for one in before.standings:
        content = one.content
        if content.digest in after.digests.get(one.copy, ()):
            continue
        copy = one.copy.removesuffix(".git")
        scope = [copy, copy + ".git", *([call.device] if copy in world.places else [])]
        if after.has(content, world.copies if world.is_lenient else scope, one.is_live):
            continue
        if content.digest in world.destroyed or content.tokens and content.tokens <= world.destroyed_tokens:
            continue
        if call.may_lose(one) or one.is_kept and one.copy in world.without_history:
            continue
        lost.setdefault(content.digest, []).append(one)
    if lost:
        told = []
        for places in lost.values():
            names = sorted({f"{one.copy}:{one.path}" for one in places})
            told.append(f"{', '.join(names)} ({b' '.join(sorted(places[0].content.tokens)).decode()})")
        raise Failure("lost", "; ".join(sorted(told)))


def judge_items(world, call, before, after):
    """No item vanishes that nobody deleted."""
    for copy in before.copies():
        if copy.endswith(".git"):
            continue
        gone = before.live(copy) - after.live(copy)
        if call.deletes:
            world.deleted |= before.fewer(after, copy)
        elif not call.branches and gone - world.deleted:
            told = []
            for mark in sorted(gone - world.deleted):
                was = sorted({one.path for one in before.standings
                              if one.copy == copy and one.is_live and mark in one.content.marks})
                now = sorted({f"{one.copy}:{one.path}" for one in after.standings if mark in one.content.marks
                              and not one.copy.endswith(".git") and not one.is_kept})
                told.append(f"{mark.decode()} was {copy}:{', '.join(was)} and is {', '.join(now) or 'nowhere'}")
            raise Failure("vanished", "; ".join(told))
