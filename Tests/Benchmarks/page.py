"""Measures how long the page of 10,000 notes takes: to export it, to open it in Chromium, and to search in it.

    python3 Tests/Benchmarks/page.py [TOOL] [NOTES]

The export is compared with cmark, which makes HTML of the same notes and nothing else; opening, with a page of the same
size that only shows text. The exit status is 1 if a page does not open in two seconds, or if a search takes more than 50 ms.
Needs cmark, Chromium, its driver, and selenium; .ci/prepare --tests installs them.
"""

import pathlib
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from selenium import webdriver

import notebooks

tool = sys.argv[1] if len(sys.argv) > 1 else "bundle"
count = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
WORDS = 60
SEARCHES = ["heron", "the", "zq", "that with", "note 77"]


def write_notes(folder):
    chance = random.Random(1)
    language = notebooks.Language(chance)
    for number in range(count):
        place = folder / f"Folder {number % 40}"
        place.mkdir(exist_ok=True)
        words = random.Random(number).choices(language.words, cum_weights=language.weights, k=WORDS * 2)
        text = f"# Note {number}\n\n{' '.join(words[:WORDS])} **heron** [[Note {(number * 7) % count}]]\n\n- {' '.join(words[WORDS:])} #tag{number % 30}\n"
        (place / f"Note {number}.md").write_text(text)


def timed(*commands, made, times=3):
    """The median time of each command, which take turns; the file that is made is not there before."""
    taken = [[] for _ in commands]
    for _ in range(times):
        for number, command in enumerate(commands):
            made.unlink(missing_ok=True)
            start = time.perf_counter()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            taken[number].append(time.perf_counter() - start)
    return [statistics.median(times) for times in taken]


def open_in(driver, file):
    driver.get("about:blank")
    driver.get(file.as_uri())
    return driver.execute_async_script(
        """const done = arguments[0];
        requestAnimationFrame(() => setTimeout(() => done(performance.now()), 0))"""
    )


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    (folder / "notes").mkdir()
    write_notes(folder / "notes")
    subprocess.run([tool, "create", folder / "N.notebundle", "--from", folder / "notes"], check=True, capture_output=True)
    page, text = folder / "N.html", folder / "text.html"
    export = [tool, "export", folder / "N.notebundle", "--format", "html", "-o", page]
    exported, parsed = timed(["cmark", *sorted((folder / "notes").rglob("*.md"))], export, made=page)[::-1]
    size = page.stat().st_size
    paragraph = "<p>" + "The heron stands, and the river goes by. " * 40 + "\n"
    text.write_text("<!DOCTYPE html><meta charset=utf-8><title>Text</title>" + paragraph * (size // len(paragraph)))
    options = webdriver.ChromeOptions()
    for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]:
        options.add_argument(argument)
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))
    try:
        times = {file: [open_in(driver, file) for _ in range(3)] for file in [text, page]}
        open_in(driver, page)
        searched = driver.execute_async_script(
            """const [words, done] = arguments, field = document.getElementById('page.query');
            setTimeout(() => done(words.map((word) => {
              field.value = word;
              const start = performance.now();
              field.dispatchEvent(new Event('input'));
              document.body.offsetHeight;
              return performance.now() - start;
            })), 5000)""",
            SEARCHES,
        )
    finally:
        driver.quit()
    opened, plain = statistics.median(times[page]), statistics.median(times[text])
    print(f"{count:,} notes exported in {exported:.2f} s, {exported / parsed:.1f} times cmark ({parsed:.2f} s)")
    print(f"a page of {size / 1e6:.1f} MB opened in {opened:.0f} ms, {opened / plain:.2f} times only text ({plain:.0f} ms)")
    for words, milliseconds in zip(SEARCHES, searched):
        print(f"search “{words}”: {milliseconds:.0f} ms")
    sys.exit(0 if opened <= 2000 and max(searched) <= 50 else 1)
