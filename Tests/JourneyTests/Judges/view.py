"""Judges in Chromium whether the page of `bundle view` goes on as it was when a later page replaces it.

    view.py TOOL NOTEBOOK

NOTEBOOK has the notes “Note 1” to “Note 100” in the folder Birds, and the note “Long”. Prints one line for each problem.
"""

import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

from selenium import webdriver

tool, notebook = sys.argv[1:]
# What the page looks like, by what is restored.
STATE = """return {
  item: document.querySelector('article.current h2').textContent,
  place: document.querySelector('.source[aria-current] .name').textContent,
  status: document.getElementById('page.status').textContent,
  sort: document.getElementById('page.sort').value,
  list: document.getElementById('all').scrollTop,
  text: document.getElementById('page.reading').scrollTop,
  focus: document.activeElement.textContent.slice(0, 20) }"""


def browser():
    options = webdriver.ChromeOptions()
    for binary in ["/usr/bin/chromium", "/usr/bin/chromium-browser"]:
        if pathlib.Path(binary).exists():
            options.binary_location = binary
    for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1400,900"]:
        options.add_argument(argument)
    return webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))


def until(holds):
    end = time.time() + 30
    while time.time() < end and not holds():
        time.sleep(0.1)


def changed(name):
    """What the page looked like before and after a change of the notebook."""
    before = driver.execute_script("window.isBefore = true; " + STATE)
    subprocess.run([tool, "add", "note", "-n", notebook, "--title", name], check=True, stdout=subprocess.DEVNULL)
    until(lambda: driver.execute_script("return !window.isBefore && document.readyState === 'complete'"))
    until(lambda: driver.execute_script(STATE) == before)
    return before, driver.execute_script(STATE)


signal.pthread_sigmask(signal.SIG_SETMASK, [])
# Not for the browser, whose sockets have no room for long paths.
place = {**os.environ, "TMPDIR": os.getcwd()}
view = subprocess.Popen([tool, "view", notebook, "--no-open"], stdout=subprocess.PIPE, text=True, env=place)
driver = browser()
try:
    driver.get(pathlib.Path(view.stdout.readline().strip()).as_uri())
    # A window that is higher than the first rows, in which nothing can be scrolled.
    size = {"width": 1400, "height": 9000, "deviceScaleFactor": 1, "mobile": False}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    rows = "return document.getElementById('page.rows').childElementCount"
    until(lambda: driver.execute_script(rows) == 101)
    if driver.execute_script(rows) != 101:
        print(f"a high window shows {driver.execute_script(rows)} of 101 rows")
    driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    # An item beside the list of a folder to which it does not belong, which a search has found.
    driver.execute_script(
        """location.hash = '#folder/Birds';
        const sort = document.getElementById('page.sort'), query = document.getElementById('page.query');
        sort.value = 'name';
        sort.dispatchEvent(new Event('change'));
        query.value = 'note';
        query.dispatchEvent(new Event('input'));""")
    time.sleep(0.3)
    driver.execute_script("location.hash = '#notes/Long'")
    time.sleep(0.3)
    driver.execute_script("document.getElementById('page.reading').scrollTop = 500")
    for _ in range(4):
        driver.execute_script("document.getElementById('all').scrollTop = 100000")
        time.sleep(0.2)
    driver.execute_script("document.querySelector('#page\\\\.rows li:nth-child(95) a').focus()")
    time.sleep(0.2)
    before, after = changed("Kite")
    if before != after or before["list"] < 5000 or before["text"] != 500 or before["place"] != "Birds":
        print(f"a page with {before} is replaced by one with {after}")
finally:
    driver.quit()
    view.send_signal(signal.SIGTERM)
    view.wait(20)
