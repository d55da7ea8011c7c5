"""Measures how long Chromium needs to open a page of 10,000 notes, as a ratio to a page of the same size with only text.

    python3 Tests/Benchmarks/page.py [TOOL] [NOTES]

Needs Chromium, its driver, and selenium; .ci/prepare --tests installs them.
"""

import pathlib
import random
import shutil
import statistics
import subprocess
import sys
import tempfile

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
    subprocess.run([tool, "export", folder / "N.notebundle", "--format", "html", "-o", page], check=True, capture_output=True)
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
    print(f"{count:,} notes, {size / 1e6:.1f} MB: opened in {opened:.0f} ms, {opened / plain:.2f} times only text ({plain:.0f} ms)")
    for words, milliseconds in zip(SEARCHES, searched):
        print(f"search “{words}”: {milliseconds:.0f} ms")
