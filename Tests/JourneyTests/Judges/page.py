"""Judges a page or site in Chromium: what axe finds, what runs, and whether the script does what it is for.

    page.py PAGE SITE SAMPLE SCREENSHOTS

PAGE is what `bundle export --format html` made of the notebook of PageJourneyTests, SITE what `--format site` made of
it, and SAMPLE the page of the sample notebook. Prints one line for each problem.
"""

import base64
import datetime
import os
import pathlib
import random
import re
import shutil
import sys
import time

from axe_selenium_python import Axe
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

page, site, sample, screenshots = (pathlib.Path(argument) for argument in sys.argv[1:])
address = page.resolve().as_uri()
problems = []
SEEN = "return document.querySelector(arguments[0]).checkVisibility()"


def check(holds, text):
    if not holds:
        problems.append(text)


def browser():
    options = webdriver.ChromeOptions()
    for binary in ["/usr/bin/chromium", "/usr/bin/chromium-browser"]:
        if pathlib.Path(binary).exists():
            options.binary_location = binary
    for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]:
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))


def open_page(hash="", of=address):
    driver.get("about:blank")
    driver.get(of + hash)


def shown(selector):
    return [element for element in driver.find_elements(By.CSS_SELECTOR, selector) if element.is_displayed()]


def looks():
    """Every width, light and dark: axe finds nothing, and nothing is wider than the window.

    In short: each width, and both, but not each in both.
    """
    is_exhaustive = os.environ.get("NOTEBUNDLE_EXHAUSTIVE") == "1"
    for scheme, widths in [("light", [360, 1400]), ("dark", [800])]:
        media = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
        for width in [360, 800, 1400] if is_exhaustive else widths:
            size = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False}
            driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
            for name, of, hash in [
                ("list", address, ""), ("note", address, "#notes/Everything"), ("card", address, "#cards/Heron"),
                ("study", address, "#study"),
                ("sample", sample.resolve().as_uri(), ""),
                ("sample-note", sample.resolve().as_uri(), "#notes/Start-here"),
            ]:
                open_page(hash, of)
                shot = driver.execute_cdp_cmd("Page.captureScreenshot", {})["data"]
                (screenshots / f"{name}-{scheme}-{width}.png").write_bytes(base64.b64decode(shot))
                axe = Axe(driver)
                axe.inject()
                for found in axe.run()["violations"]:
                    node = found["nodes"][0]["html"][:200]
                    problems.append(f"axe: {scheme}, {width}, {name}: {found['id']}: {node}")
                wide = driver.execute_script("return document.documentElement.scrollWidth - window.innerWidth")
                check(wide <= 0, f"{scheme}, {width}, {name}: {wide} pixels too wide")


def runs_nothing():
    open_page("#notes/Injections")
    time.sleep(0.5)
    check(driver.execute_script("return window.ran === undefined"), "a script of the notebook ran")
    found = driver.execute_script(
        """return Array.from(document.querySelectorAll('#page\\\\.reading *')).filter((element) =>
             /^(script|object|embed|form|style|link|meta|base|svg)$/i.test(element.tagName) ||
             element.tagName === 'math' && element.closest('article').id !== 'notes/Everything' ||
             Array.from(element.attributes).some((attribute) => /^(on|style$)/i.test(attribute.name) ||
               /^\\s*(javascript|vbscript|file|data:text)/i.test(attribute.value))).map((element) => element.outerHTML)""")
    check(found == [], f"left of an injection: {found}")
    frames = driver.execute_script("return Array.from(document.querySelectorAll('iframe')).map((frame) => frame.src)")
    check(len(frames) == 1 and frames[0].startswith("blob:"), f"the frames are not those of PDFs: {frames}")
    outside = driver.execute_script("return performance.getEntriesByType('resource').map((entry) => entry.name)")
    check([name for name in outside if not name.startswith(("data:", "blob:"))] == [], f"loaded: {outside}")


def searches():
    open_page()
    check(len(shown("#page\\.rows > li")) == 6, "the list shows all items")
    field = driver.find_element(By.ID, "page.query")
    field.send_keys("GRÖSSTER")
    titles = [element.text for element in shown("#page\\.rows .title")]
    check(titles == ["Everything"], f"search found {titles}")
    status = driver.find_element(By.ID, "page.status").text
    check(status == "1 item with “GRÖSSTER”", f"the status is {status!r}")
    marks = [element.text for element in shown("#page\\.rows mark.hit")]
    check(marks == ["größter"] or marks == ["grosster"] or marks == ["grösster"], f"marked in the list: {marks}")
    driver.find_element(By.CSS_SELECTOR, "#page\\.rows a").click()
    time.sleep(0.2)
    marks = [element.text for element in shown("article mark.hit")]
    check(marks == ["grösster"], f"marked in the item: {marks}")
    field.clear()
    field.send_keys("x", Keys.BACKSPACE)
    check(shown("article mark.hit") == [], "marks are gone with the search")
    # Texts without spaces, and letters that are several or others when folded.
    for word, wanted in [("鷺", "鷺"), ("οδος", "ΟΔΟΣ"), ("한국", "한국"), ("strasse", "Straße")]:
        field.clear()
        field.send_keys(word)
        time.sleep(0.2)
        marks = [element.text for element in shown("#page\\.rows mark.hit")]
        check(marks == [wanted], f"searched for {word}, marked in the list: {marks}")
    field.clear()
    field.send_keys("turn over")
    time.sleep(0.2)
    check(shown("#page\\.rows .title") == [], "the button of a card is found by no search")
    field.clear()
    field.send_keys("x", Keys.BACKSPACE)


def follows():
    open_page("#notes/Everything")
    link = [element for element in shown("article a") if element.text == "the card"][0]
    link.click()
    time.sleep(0.2)
    check(driver.find_element(By.CSS_SELECTOR, "article.current h2").text == "What is grey?", "a link shows its target")
    check(driver.switch_to.active_element.text == "What is grey?", "the title has the focus")
    check(not driver.execute_script(SEEN, ".current .side.back"), "the answer is hidden")
    driver.find_element(By.CSS_SELECTOR, "article.current .turn summary").click()
    time.sleep(0.5)
    back = driver.execute_script("return document.querySelector('article.current .side.back').innerText.trim()")
    check(back.startswith("A heron.") and driver.execute_script(SEEN, ".current .side.back"), f"a card turns over to {back!r}")
    link = driver.find_element(By.CSS_SELECTOR, "article.current .back a")
    check(link.get_attribute("href").endswith("#notes/Everything"), "a link to a heading that is not there leads to the item")
    driver.back()
    time.sleep(0.2)
    check(driver.find_element(By.CSS_SELECTOR, "article.current h2").text == "Everything", "and back leads back")
    driver.execute_script("location.hash = '#cards/Gap'")
    time.sleep(0.2)
    texts = [element.text for element in shown("article.current, #page\\.rows a[href='#cards/Gap']")]
    check(not any("bittern" in text for text in texts), f"a gap is hidden until the card turns over: {texts}")
    driver.execute_script("location.hash = '#notes/Everything'")
    time.sleep(0.2)
    names = [element.text for element in shown("nav .name")]
    check("Drafts" in names, f"the sidebar shows empty folders: {names}")
    driver.find_element(By.CSS_SELECTOR, "article.current .facts a.tag").click()
    time.sleep(0.2)
    titles = [element.text for element in shown("#page\\.rows .title")]
    check(titles == ["Everything"], f"a tag of the item shows {titles}")
    driver.back()
    time.sleep(0.2)
    driver.find_element(By.CSS_SELECTOR, "nav a[href='#tag/birds']").click()
    time.sleep(0.2)
    titles = [element.text for element in shown("#page\\.rows .title")]
    check(titles == ["Everything"], f"the tag shows {titles}")
    driver.find_element(By.TAG_NAME, "body").send_keys("/")
    check(driver.switch_to.active_element.get_attribute("id") == "page.query", "a slash goes to the search")
    driver.switch_to.active_element.send_keys(Keys.ARROW_DOWN)
    check(driver.switch_to.active_element.text.startswith("Everything"), "an arrow goes to the list")


def shows_first_things_first():
    open_page()
    check([element.text for element in shown("article.current h2")] == ["Stork"], "the first item is beside the list")
    row = driver.find_element(By.CSS_SELECTOR, "#page\\.rows a[aria-current]")
    check(row.text.startswith("Stork"), f"the row of the first item is marked, not {row.text!r}")
    driver.find_element(By.CSS_SELECTOR, "nav a[href='#folder/Birds/Owls']").click()
    time.sleep(0.2)
    check([element.text for element in shown("article.current h2")] == ["Tawny owl"], "a folder shows its first item")
    driver.execute_script("location.hash = '#notes/Everything'")
    time.sleep(0.2)
    chosen = driver.find_element(By.CSS_SELECTOR, "#page\\.rows a[aria-current]").text
    check(chosen.startswith("Everything"), f"the list shows where an item is, not {chosen!r}")
    # “a” is in every text; the titles that begin with it or have it as a word are before.
    field = driver.find_element(By.ID, "page.query")
    for word, wanted in [("stork", ["Stork", "Everything"]), ("a", None)]:
        field.clear()
        field.send_keys(word)
        time.sleep(0.2)
        titles = [element.text for element in shown("#page\\.rows .title")]
        check(wanted is None or titles == wanted[:len(titles)], f"searched for {word}, found {titles}")
    ranks = [0 if title.lower().startswith("a") else 1 for title in titles]
    check(ranks == sorted(ranks), f"titles that begin with the word are first: {titles}")
    field.send_keys(Keys.ENTER)
    time.sleep(0.2)
    check(driver.find_element(By.CSS_SELECTOR, "article.current h2").text == titles[0], "Enter opens the best match")
    field.clear()
    field.send_keys("x", Keys.BACKSPACE)


def shows_document(start):
    """An embedded PDF is in its place, below its link, and on paper it is the link."""
    frames = driver.find_elements(By.CSS_SELECTOR, "article .document a + iframe")
    source = frames[0].get_attribute("src") if frames else ""
    check(len(frames) == 1 and source.startswith(start) and source.endswith("#page=2"), f"the PDF is at {source!r}")
    check(frames and frames[0].size["height"] > 300 and frames[0].get_attribute("title") == "plan.pdf, page 2", "the PDF is seen")
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    check(shown("iframe") == [] and len(shown(".document a")) > 0, "a PDF is printed as its link")
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def keeps_the_focus():
    """The viewer of a PDF that it cannot show takes the focus, and the page takes it back."""
    open_page("#notes/Everything")
    driver.execute_script("location.hash = '#notes/Injections'")
    time.sleep(4)
    focused = driver.execute_script("return document.activeElement.tagName")
    check(focused == "H2", f"beside a damaged PDF, {focused} has the focus")


def shows_what_notes_hold():
    open_page("#notes/Everything")
    inside = "document.querySelector('article.current %s')"
    for selector, text in [("math[display=block] mtable", "a displayed formula"), ("p > math msup", "a formula in a line")]:
        size = driver.execute_script(f"return {inside % selector}.getBoundingClientRect().width")
        check(size > 5, f"{text} is {size} pixels wide")
    source = driver.execute_script(f"return {inside % 'span.math'}.textContent")
    check(source == "$\\nothing$", f"a formula that is not known is shown as {source!r}")
    embedded = driver.execute_script(f"return {inside % '.embedded'}.innerText")
    check(embedded.split() == ["Stork", "White."], f"the embedded note is {embedded!r}")
    shows_document("blob:")
    driver.execute_script("location.hash = '#notes/Birds/Stork'")
    time.sleep(0.2)
    driver.execute_script("location.hash = '#notes/Everything'")
    time.sleep(0.2)
    check(len(shown("article.current .outline")) == 1, "an item that is shown again still has one outline")
    outline = driver.find_element(By.CSS_SELECTOR, "article.current .outline")
    outline.find_element(By.TAG_NAME, "summary").click()
    names = [element.text for element in outline.find_elements(By.TAG_NAME, "a")]
    check(names == ["A heading", "Formulas", "Embedded"], f"the outline is {names}")
    outline.find_elements(By.TAG_NAME, "a")[1].click()
    time.sleep(0.3)
    top = driver.execute_script("return document.getElementById('notes/Everything:formulas').getBoundingClientRect().top")
    check(0 <= top < 400, f"the outline leads to a heading at {top}")
    graph = driver.find_element(By.CSS_SELECTOR, "article.current .graph")
    graph.find_element(By.TAG_NAME, "summary").click()
    time.sleep(0.2)
    names = {element.text for element in graph.find_elements(By.CSS_SELECTOR, "svg a text")}
    check(names == {"What is grey?", "Stork", "Tawny owl"}, f"the graph has {names}")
    axe = Axe(driver)
    axe.inject()
    for found in axe.run()["violations"]:
        problems.append(f"axe: outline and graph: {found['id']}: {found['nodes'][0]['html'][:200]}")
    link = [element for element in shown("article.current .text a") if element.text == "the card"][0]
    driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", link)
    time.sleep(0.2)
    driver.execute_script(
        "arguments[0].dispatchEvent(new PointerEvent('pointerover', { pointerType: 'mouse', bubbles: true }))", link)
    time.sleep(0.6)
    seen = driver.execute_script("return document.querySelector('.preview')?.innerText")
    check(seen and "What is grey?" in seen and "A heron" not in seen, f"the preview of a card is {seen!r}")
    shot = driver.execute_cdp_cmd("Page.captureScreenshot", {})["data"]
    (screenshots / "preview.png").write_bytes(base64.b64decode(shot))
    driver.find_element(By.TAG_NAME, "body").send_keys(Keys.ESCAPE)
    check(driver.find_elements(By.CSS_SELECTOR, ".preview") == [], "Escape closes the preview")


def asks_cards(of, hash):
    """Cards are asked with the keyboard alone, and the browser remembers the answers."""
    open_page(hash, of)
    driver.execute_script("localStorage.clear()")
    open_page(hash, of)
    time.sleep(0.3)

    def facts():
        return driver.find_element(By.CSS_SELECTOR, "#study .facts").text

    def texts():
        return [element.text for element in shown("#study .side")]

    check(facts() == "2 new · 0 learning · 0 due", f"at first there is {facts()!r}")
    fronts = []
    for _ in range(2):
        fronts.append(texts())
        driver.switch_to.active_element.send_keys(" ")
        check(len(texts()) == 2, f"space shows the answer: {texts()}")
        driver.switch_to.active_element.send_keys("4")
    check(fronts == [["What is grey?"], ["A […] booms."]], f"the oldest card is asked first: {fronts}")
    check(facts() == "0 new · 0 learning · 0 due", f"after two easy cards there is {facts()!r}")
    check("the next card comes in" in driver.find_element(By.CSS_SELECTOR, "#study .rest").text, "the next card has a time")
    days = driver.execute_script(
        """return Object.values(JSON.parse(Object.values(localStorage)[0]).cards).map((card) =>
             (card.due - card.last) / 86400000)""")
    check(len(days) == 2 and all(7 <= day <= 8 for day in days), f"easy cards come back after {days} days")
    # Another window asked three new cards meanwhile.
    driver.execute_script(
        """const place = Object.keys(localStorage)[0], state = JSON.parse(localStorage[place]);
        state.fresh += 3;
        localStorage[place] = JSON.stringify(state);""")
    driver.switch_to.active_element.send_keys("u")
    fresh = driver.execute_script("return JSON.parse(Object.values(localStorage)[0]).fresh")
    check(fresh == 4, f"after undo in one of two windows, {fresh} of 4 new cards are counted")
    check(facts() == "1 new · 0 learning · 0 due" and len(texts()) == 2, f"undo asks again: {facts()!r}")
    driver.switch_to.active_element.send_keys("1")
    check(facts() == "0 new · 1 learning · 0 due", f"a forgotten card is learned: {facts()!r}")
    open_page(hash, of)
    time.sleep(0.3)
    check(facts() == "0 new · 1 learning · 0 due", f"the browser remembers {facts()!r}")
    driver.execute_script("localStorage.clear()")


def planning():
    """The script that asks cards, which gives away how it plans instead of asking."""
    script = next(text for text in re.findall("<script>(.*?)</script>", page.read_text(), re.S) if "FSRS-6" in text)
    exposed = """window.planned = { reviewed, dayOf, startOf, order(asked, cards) {
      sides = asked;
      state.cards = cards;
      const names = [];
      for (let side = following(Date.now()); side; side = following(Date.now())) {
        names.push(side.key);
        last = side.source;
        sides = sides.filter((other) => other !== side);
      }
      return names;
    } }; """
    return script.replace("let sides = []", exposed + "let sides = []", 1).replace("DOMContentLoaded", "never")


def plans_a_day():
    """Steps, due and new sides come in this order, and two sides of a card in a row only if nothing else is left."""
    open_page()
    found = driver.execute_script(
        planning() + """
        const now = Date.now(), today = planned.dayOf(now), card = { step: 0, last: 0, day: today - 9 };
        const due = (next) => ({ ...card, phase: 'review', due: planned.startOf(next), next });
        const step = (minutes) => ({ ...card, phase: 'learning', due: now + minutes * 60000 });
        const sides = ['a', 'a:back', 'b', 'c', 'd', 'd:back', 'e', 'f', 'g'].map((key) => ({ key, source: key[0] }));
        return planned.order(sides, { a: due(today), 'a:back': due(today), b: due(today - 1), c: step(-1),
          e: step(10), f: step(30), g: due(today + 1) });""")
    check(found == ["c", "b", "a", "d", "a:back", "d:back", "e"], f"on a day, {found} are asked")
    # Clocks change on 29 March and 25 October.
    driver.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": "Europe/Berlin"})
    first = datetime.date(2026, 1, 1).toordinal() - datetime.date(1970, 1, 1).toordinal()
    wrong = driver.execute_script(
        planning() + """
        const isRight = (day) => {
          const start = planned.startOf(day), date = new Date(start);
          return date.getHours() === 4 && planned.dayOf(start) === day && planned.dayOf(start - 1) === day - 1;
        };
        return Array.from({ length: 365 }, (_, index) => arguments[0] + index).filter((day) => !isRight(day));""", first)
    check(wrong == [], f"these days do not begin at four o'clock: {wrong}")
    driver.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": ""})


def plans_as_the_reference():
    """The script gives the same states and intervals as the package `fsrs`, where that is installed."""
    try:
        from fsrs import Card, Rating, Scheduler
    except ImportError:
        return
    chance = random.Random(1)
    cases = []
    for _ in range(100):
        scheduler, card = Scheduler(enable_fuzzing=False), Card()
        now = datetime.datetime(2026, 1, 1, 12, tzinfo=datetime.timezone.utc)
        reviews = []
        for _ in range(12):
            grade = chance.choice([1, 2, 3, 3, 3, 4])
            card, _ = scheduler.review_card(card, Rating(grade), now)
            wait = card.due - now
            reviews.append((now.timestamp() * 1000, grade, [card.stability, card.difficulty, card.state.name.lower()],
                            wait.days or wait.total_seconds()))
            # Later on the same day, or after whole days, which count as days of studying too.
            now += datetime.timedelta(days=chance.choice([0, 1, 2, max(1, wait.days), wait.days + chance.randint(0, 9)]))
        cases.append(reviews)
    open_page()
    found = driver.execute_script(
        planning() + """
        return arguments[0].map((reviews) => {
          let card;
          return reviews.map(([time, grade]) => {
            card = planned.reviewed(card, grade, time)[0];
            const wait = card.phase === 'review' ? planned.dayOf(card.due) - planned.dayOf(time) : (card.due - time) / 1000;
            return [...card.memory, card.phase, wait];
          });
        });""", [[review[:2] for review in reviews] for reviews in cases])
    for wanted, got in zip(cases, found):
        for (_, _, (stability, difficulty, phase), wait), (s, d, name, due) in zip(wanted, got):
            isSame = abs(s - stability) < 1e-6 * max(1, stability) and abs(d - difficulty) < 1e-6
            if not (isSame and name == phase and due == wait):
                check(False, f"planned {s}, {d}, {name}, {due} instead of {stability}, {difficulty}, {phase}, {wait}")
                return


def asks_cards_without_storage():
    script = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('forbidden'); } })"
    id = driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})["identifier"]
    open_page("#study")
    driver.find_element(By.CSS_SELECTOR, ".grades button").click()
    driver.find_elements(By.CSS_SELECTOR, ".grades button")[3].click()
    text = driver.find_element(By.ID, "study").text
    check("1 new · 0 learning" in text and "ends with the page" in text, f"without storage, cards are asked: {text!r}")
    driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", {"identifier": id})


def keeps_its_place():
    """The list stays where it was, and what is chosen can be seen."""
    size = {"width": 400, "height": 300, "deviceScaleFactor": 1, "mobile": False}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    open_page(of=sample.resolve().as_uri())
    height = driver.execute_script("return document.documentElement.scrollHeight")
    check(height > 500, f"the list of the sample is {height} pixels high, too low for this")
    driver.execute_script("window.scrollTo(0, 150)")
    row = [element for element in shown("#page\\.rows a") if element.rect["y"] > 260][0]
    driver.execute_script("arguments[0].click()", row)
    time.sleep(0.3)
    check(len(shown("article.current")) == 1, "a row shows its item")
    skip = ".skip[href='#page.reading']"
    check(driver.execute_script(SEEN, skip), "with a text, a link skips to it")
    driver.back()
    time.sleep(0.3)
    check(not driver.execute_script(SEEN, skip), "without a text, no link skips to it")
    place = driver.execute_script("return window.scrollY")
    check(place == 150, f"back in the list, it is at {place} instead of 150")
    driver.execute_script("arguments[0].click()", row)
    time.sleep(0.3)
    driver.find_element(By.TAG_NAME, "body").send_keys("/")
    check(shown("article.current") == [], "a slash leads back to the list")
    driver.execute_script("arguments[0].click()", row)
    time.sleep(0.3)
    check(len(shown("article.current")) == 1, "the same item can be chosen again")
    driver.back()
    time.sleep(0.3)
    for _ in range(2):
        driver.find_element(By.ID, "page.menu").click()
        folder = shown("nav a[href^='#folder/']")[0]
        folder.click()
        time.sleep(0.3)
        check(shown("nav") == [] and len(shown("#page\\.rows")) == 1, "a folder closes the menu, also the one that is shown")
    check(driver.execute_script("return window.scrollY") == 0, "the list of a folder begins at its top")
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {**size, "width": 1400})
    open_page(of=sample.resolve().as_uri())
    pane = "document.getElementById('all')"
    driver.execute_script(f"{pane}.scrollTop = 10000")
    check(driver.execute_script(f"return {pane}.scrollTop") > 100, "the list can be scrolled")
    first = driver.find_element(By.CSS_SELECTOR, "#page\\.rows a")
    driver.execute_script("location.hash = arguments[0].getAttribute('href')", first)
    time.sleep(0.3)
    under = driver.execute_script("return document.querySelector('.tools').getBoundingClientRect().bottom")
    check(driver.execute_script("return arguments[0].getBoundingClientRect().top", first) >= under - 1, "the row is seen")
    driver.execute_script(f"{pane}.scrollTop = 10000")
    driver.find_element(By.ID, "page.query").send_keys("a")
    check(driver.execute_script(f"return {pane}.scrollTop") == 0, "what a search found begins at the top")
    driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def is_readable_without_script():
    driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    open_page()
    count = len(shown("article:not(#attachments, #tasks) h2"))
    check(count == 6, f"without a script {count} items are shown")
    check(shown("#page\\.query") == [], "without a script there is no search")
    check(shown("iframe") == [] and len(shown(".document a")) == 2, "without a script, PDFs are links")
    dead = driver.execute_script(
        """return Array.from(document.querySelectorAll('a[href^="#"]')).filter((link) => link.checkVisibility() &&
             !document.getElementById(decodeURIComponent(link.hash.slice(1)))?.checkVisibility())
             .map((link) => link.outerHTML)""")
    check(dead == [], f"without a script, links lead nowhere: {dead}")
    driver.find_element(By.CSS_SELECTOR, "#page\\.rows a[href='#cards/Heron']").click()
    check(driver.current_url.endswith("#cards/Heron"), "without a script links lead to items")
    shot = driver.execute_cdp_cmd("Page.captureScreenshot", {})["data"]
    (screenshots / "without-script.png").write_bytes(base64.b64decode(shot))
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    hidden = driver.execute_script(
        "return Array.from(document.querySelectorAll('article:not(#study) .side')).filter((side) => !side.checkVisibility()).length")
    check(hidden == 0, f"without a script, {hidden} sides of cards are not printed")
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def is_printed():
    """On paper: all items, in black on white whatever the screen has, and nothing to press."""
    for scheme in ["light", "dark"]:
        open_page()
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print", "features": features})
        check(len(shown("article:not(#attachments, #tasks) h2")) == 6, f"{scheme}: all items are printed")
        for selector in ["nav", "header button", "#page\\.query"]:
            check(shown(selector) == [], f"{scheme}: {selector} is printed")
        color = driver.execute_script("return getComputedStyle(document.querySelector('article h2')).color")
        red = int(color.split("(")[1].split(",")[0])
        check(red < 80, f"{scheme}: titles are printed in {color}")
        unseen = driver.execute_script(
            """window.dispatchEvent(new Event('beforeprint'));
            return Array.from(document.querySelectorAll('article img')).filter((image) => !image.src).length +
              Array.from(document.querySelectorAll('article:not(#study) .side')).filter((side) =>
                !side.checkVisibility({ checkOpacity: true }) || side.getAnimations().length).length""")
        check(unseen == 0, f"{scheme}: {unseen} pictures and sides of cards are not printed")
        driver.execute_script("window.dispatchEvent(new Event('afterprint'))")
        size = {"width": 400, "height": 600, "deviceScaleFactor": 1, "mobile": False}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        cut = driver.execute_script(
            """return Array.from(document.querySelectorAll('.table, .formula, pre')).filter((element) =>
                 getComputedStyle(element).overflowX !== 'visible' && element.scrollWidth > element.clientWidth).length""")
        check(cut == 0, f"{scheme}: {cut} wide tables and formulas are cut off")
        driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        # Colours that are pale on a dark screen are those of a light one.
        green = driver.execute_script("return getComputedStyle(document.documentElement).getPropertyValue('--green')")
        check(green == "#1f7a3d", f"{scheme}: green is printed as {green}")
        paper = base64.b64decode(driver.execute_cdp_cmd("Page.printToPDF", {"printBackground": True})["data"])
        check(paper.startswith(b"%PDF-") and len(paper) > 10000, f"{scheme}: the page can be printed")
        (screenshots / f"printed-{scheme}.pdf").write_bytes(paper)
    # Nobody studies on paper.
    for of, hash, count in [(address, "#study", 6), (address, "#tasks", 0), ((site / "study.html").resolve().as_uri(), "", 0)]:
        open_page(hash, of)
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
        check(len(shown("article:not(#attachments, #tasks) h2")) == count, f"{hash or of}: {count} items are printed")
        check(shown("#study") == [] and len(shown("main > *")) > 0, f"{hash or of}: a sheet with something else is printed")
    check("all in the list" in driver.find_element(By.TAG_NAME, "main").text, "the paper says where the cards are")
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def is_a_site_without_a_server():
    open_page(of=(site / "index.html").resolve().as_uri())
    time.sleep(0.5)
    check(len(shown("#page\\.rows > li")) == 6, "the list of the site shows all items")
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    check(len(shown("#page\\.rows > li")) == 6 and shown("nav") == [], "the first page of the site is printed as a list")
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    driver.find_element(By.ID, "page.query").send_keys("grösster")
    time.sleep(0.5)
    titles = [element.text for element in shown("#page\\.rows .title")]
    check(titles == ["Everything"], f"search in the site found {titles}")
    shown("#page\\.rows a")[0].click()
    time.sleep(0.5)
    check("/notes/Everything.html?" in driver.current_url, f"a row leads to {driver.current_url}")
    marks = [element.text for element in shown("article mark.hit")]
    check(marks == ["grösster"], f"marked in the item of the site: {marks}")
    driver.back()
    time.sleep(0.5)
    titles = [element.text for element in shown("#page\\.rows .title")]
    check(titles == ["Everything"], f"back in the list of the site, the search shows {titles}")
    shown("#page\\.rows a")[0].click()
    time.sleep(0.5)
    widths = driver.execute_script("return Array.from(document.images).map((image) => image.naturalWidth)")
    check(widths and all(width > 0 for width in widths), f"pictures of the site are {widths} pixels wide")
    shows_document((site / "attachments/plan.pdf").resolve().as_uri())
    check(driver.execute_script("return window.ran === undefined"), "a script of the notebook ran in the site")
    [element for element in shown("article a") if element.text == "the card"][0].click()
    time.sleep(0.5)
    check(driver.find_element(By.CSS_SELECTOR, "article h1, article h2").text == "What is grey?", "a link of the site leads on")
    driver.execute_script("window.dispatchEvent(new Event('beforeprint'))")
    check(driver.execute_script(SEEN, ".side.back"), "a card of the site is printed with its back")


driver = browser()
try:
    looks()
    driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    driver.set_window_size(1400, 900)
    runs_nothing()
    keeps_the_focus()
    searches()
    follows()
    shows_first_things_first()
    shows_what_notes_hold()
    asks_cards(address, "#study")
    asks_cards((site / "study.html").resolve().as_uri(), "")
    asks_cards_without_storage()
    plans_a_day()
    plans_as_the_reference()
    keeps_its_place()
    is_readable_without_script()
    is_printed()
    is_a_site_without_a_server()
    for entry in driver.get_log("browser"):
        if "Content Security Policy" in entry["message"] or entry["level"] == "SEVERE":
            problems.append(f"console: {entry['message']}")
finally:
    driver.quit()
print("\n".join(problems), end="")
