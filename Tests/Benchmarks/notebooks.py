"""Makes the notes and files that are measured: the same bytes at every call, and natural-looking."""

import itertools
import os
import random
import uuid

MEGABYTE = 1 << 20
# A note has so many words on the average, which makes 10,000 notes 33 MB.
WORDS_PER_NOTE = 500
PICTURE_BYTES = 1_550_000


class Language:
    """Words that are as often as Zipf's law says: the n-th word comes about once in every n of the first."""

    def __init__(self, chance, size=20_000):
        onsets = "b c ch d f fl g gr h j k l m n p pr qu r s sh st t th tr v w wh".split()
        vowels = "a e i o u ai ea ee ou y".split()
        codas = ["", "", "", "n", "r", "s", "t", "l", "nd", "ng", "st", "m", "ck"]
        short = "the of and to in a is that it was for on are as with his they at be this have from or one had by".split()
        known = dict.fromkeys(short)
        while len(known) < size:
            # Rare words are longer.
            syllables = 1 + min(3, int(chance.expovariate(1.0) + len(known) / size))
            known["".join(chance.choice(onsets) + chance.choice(vowels) + chance.choice(codas) for _ in range(syllables))] = None
        self.words = list(known)
        self.weights = list(itertools.accumulate(1 / (rank + 2.7) for rank in range(size)))
        self.chance = chance

    def some(self, count):
        return self.chance.choices(self.words, cum_weights=self.weights, k=count)

    def text(self, count):
        """Paragraphs of sentences, with a heading, a list or emphasis here and there."""
        paragraphs, left, words = [], count, iter(self.some(count + 400))
        while left > 0:
            kind = self.chance.random()
            if kind < 0.12:
                paragraphs.append("## " + " ".join(itertools.islice(words, 3)).capitalize())
                left -= 3
            elif kind < 0.22:
                paragraphs.append("\n".join("- " + " ".join(itertools.islice(words, 6)) for _ in range(4)))
                left -= 24
            else:
                sentences = []
                for _ in range(self.chance.randint(2, 5)):
                    length = self.chance.randint(6, 18)
                    sentence = list(itertools.islice(words, length))
                    if not sentence:
                        break
                    sentence[0] = sentence[0].capitalize()
                    if kind > 0.9:
                        sentence[-1] = f"*{sentence[-1]}*"
                    if length > 11:
                        sentence[5 % len(sentence)] += ","
                    sentences.append(" ".join(sentence) + ".")
                    left -= length
                paragraphs.append(" ".join(sentences))
        return paragraphs


def folder_names(language):
    return [f"{a.capitalize()} {b}" for a, b in zip(language.words[100:140], language.words[300:340])]


def notes(folder, count, links=2, pictures=0, seed=1):
    """Writes so many notes into a folder, each with so many links to others, the first ones with a picture each.

    The text of a note depends on its number alone, so that 10,000 notes are the first tenth of 100,000 but for where their
    links lead.
    """
    language = Language(random.Random(seed))
    folders = folder_names(language)
    titles = []
    for number in range(count):
        chance = random.Random(f"{seed} title {number}")
        language.chance = chance
        titles.append(f"{' '.join(language.some(3)).capitalize()} {number}")
    places = [os.path.join(folders[number % 20], folders[20 + number // 20 % 20]) for number in range(count)]
    for place in sorted(set(places)):
        os.makedirs(os.path.join(folder, place))
    for number in range(count):
        chance = language.chance = random.Random(f"{seed} note {number}")
        paragraphs = language.text(int(WORDS_PER_NOTE * chance.uniform(0.3, 1.7)))
        for target in (titles[chance.randrange(count)] for _ in range(links)):
            at = chance.randrange(len(paragraphs))
            paragraphs[at] += f" See [[{target}]]."
        if number < pictures:
            paragraphs.append(f"![](<../../pictures/Picture {number}.jpg>)")
        day = f"2026-{chance.randint(1, 9):02}-{chance.randint(1, 28):02}"
        tags = ", ".join(sorted({chance.choice(folders).split()[0].lower() for _ in range(2)}))
        identifier = uuid.UUID(int=chance.getrandbits(128), version=4)
        text = (
            f"---\nuuid: {identifier}\ncreated: {day}T10:00:00Z\nmodified: {day}T11:{number % 60:02}:00Z\ntags: [{tags}]\n---\n"
            f"# {titles[number]}\n\n" + "\n\n".join(paragraphs) + "\n"
        )
        with open(os.path.join(folder, places[number], titles[number] + ".md"), "w", encoding="utf-8") as file:
            file.write(text)
    if pictures:
        os.makedirs(os.path.join(folder, "pictures"))
    for number in range(pictures):
        # The beginning of a JPEG, and what no compression makes smaller.
        content = b"\xff\xd8\xff\xe0\x00\x10JFIF\x00" + random.Random(f"{seed} picture {number}").randbytes(PICTURE_BYTES)
        with open(os.path.join(folder, "pictures", f"Picture {number}.jpg"), "wb") as file:
            file.write(content)


def cards(folder, count, seed=4):
    """Writes so many cards with gaps of both kinds into a folder."""
    language = Language(random.Random(seed))
    os.makedirs(folder, exist_ok=True)
    for number in range(count):
        some = language.some(6)
        identifier = uuid.UUID(int=language.chance.getrandbits(128), version=4)
        text = (
            f"---\nuuid: {identifier}\ncreated: 2026-03-04T10:00:00Z\n---\n"
            f"{some[0].capitalize()} {{{{c1::{some[1]} {number}}}}} {some[2]} =={some[3]}== {some[4]} {{{{c2::{some[5]}}}}}\n"
        )
        with open(os.path.join(folder, f"{some[0]} {number}.md"), "w", encoding="utf-8") as file:
            file.write(text)


def random_file(path, size, seed=2):
    """A file that no compression makes smaller, of a kind that nobody knows."""
    chance = random.Random(seed)
    with open(path, "wb") as file:
        while size > 0:
            file.write(chance.randbytes(min(size, 8 * MEGABYTE)))
            size -= 8 * MEGABYTE
