"""Writes what the reference implementation of FSRS-6 (`fsrs` 6 on PyPI) does with random histories.

usage: reference.py SEED HISTORIES REVIEWS

Each review is [rating, whole days since the one before, retrievability, state, step, stability, difficulty, seconds until
due]; each row of "fuzz" is [days, chance, maximum, days with fuzz].
"""
import json
import random
import sys
from datetime import datetime, timedelta, timezone

import fsrs.scheduler
from fsrs import Card, Rating, Scheduler


def minutes(*numbers):
    return [timedelta(minutes=number) for number in numbers]


SETTINGS = [
    {},
    {"learning_steps": [], "relearning_steps": []},
    {"learning_steps": minutes(5), "relearning_steps": minutes(10, 60), "desired_retention": 0.8},
    {"learning_steps": minutes(1, 10, 1440), "desired_retention": 0.97, "maximum_interval": 180},
]


def seconds(steps):
    return [int(step.total_seconds()) for step in steps]


def history(scheduler, chance, length):
    card, now, rows = Card(card_id=1), datetime(2026, 11, 20, tzinfo=timezone.utc), []
    while len(rows) < length and now.year < 5000:
        rating = chance.choices([1, 2, 3, 4], [2, 1, 5, 1])[0]
        elapsed = (now - card.last_review).days if card.last_review else 0
        retrievability = scheduler.get_card_retrievability(card, now)
        card, _ = scheduler.review_card(card, Rating(rating), now)
        wait = (card.due - now).total_seconds()
        rows.append(
            [rating, elapsed, retrievability, card.state.value, card.step, card.stability, card.difficulty, wait])
        now += timedelta(seconds=int(wait * chance.choice([0.02, 0.5, 1, 1, 1, 1.3, 4])) + chance.choice([0, 30, 40000]))
    return rows


def fuzz(chance, count):
    for _ in range(count):
        days, value = chance.choice([chance.randint(1, 30), chance.randint(1, 2000)]), chance.random()
        maximum = chance.choice([36500, max(days, 100)])
        fsrs.scheduler.random = lambda: value
        fuzzed = Scheduler(maximum_interval=maximum)._get_fuzzed_interval(interval=timedelta(days=days))
        yield [days, value, maximum, fuzzed.days]


seed, count, length = map(int, sys.argv[1:])
chance = random.Random(seed)
histories = []
for _ in range(count):
    for settings in SETTINGS:
        scheduler = Scheduler(enable_fuzzing=False, **settings)
        histories.append({
            "learning": seconds(scheduler.learning_steps), "relearning": seconds(scheduler.relearning_steps),
            "retention": scheduler.desired_retention, "maximum": scheduler.maximum_interval,
            "reviews": history(scheduler, chance, length),
        })
print(json.dumps({"histories": histories, "fuzz": list(fuzz(chance, count * 20))}))
