"""Measures `bundle lsp` on 10,000 notes as an editor sees it: python3 Tests/Benchmarks/editor.py TOOL [NOTES]."""

import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time

import notebooks


class Editor:
    """A client that remembers when answers came."""

    def __init__(self, tool):
        self.process = subprocess.Popen([tool, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.answers, self.came, self.last = {}, threading.Condition(), 0
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        stream = self.process.stdout
        while line := stream.readline():
            length = int(line.split(b":")[1])
            stream.readline()
            message = json.loads(stream.read(length))
            with self.came:
                key = message.get("id") if "method" not in message else message["method"]
                self.answers[key] = (time.perf_counter(), message)
                self.came.notify_all()

    def send(self, message):
        text = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(text) + text)
        self.process.stdin.flush()

    def tell(self, method, params):
        self.send({"method": method, "params": params})

    def ask(self, method, params):
        """Asks, and gives the milliseconds until the answer."""
        self.last += 1
        start = time.perf_counter()
        self.send({"id": self.last, "method": method, "params": params})
        return 1000 * (self.wait(self.last) - start), self.answers[self.last][1]

    def wait(self, key, after=0.0):
        with self.came:
            while self.answers.get(key, (0,))[0] <= after:
                if not self.came.wait(60):
                    raise SystemExit(f"no {key}")
            return self.answers[key][0]

    def usage(self):
        """Megabytes at most, and seconds of processors."""
        with open(f"/proc/{self.process.pid}/status") as file:
            peak = next(int(line.split()[1]) for line in file if line.startswith("VmHWM"))
        with open(f"/proc/{self.process.pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return peak / 1024, (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def make(tool, place, count):
    """A notebook in which each note links to three others, and many to one."""
    chance = random.Random(1)
    language = notebooks.Language(chance, 3_000)
    subprocess.run([tool, "create", place], check=True, stdout=subprocess.DEVNULL)
    os.makedirs(place + "/notes", exist_ok=True)
    for number in range(count):
        links = " ".join(f"[[Note {chance.randrange(count)}]]" for _ in range(3)) + (" [[Note 0]]" if number % 10 else "")
        text = "\n\n".join(language.text(300))
        with open(f"{place}/notes/Note {number}.md", "w") as file:
            file.write(f"---\ntitle: Note {number}\ntags: [t{number % 50}]\n---\n\n{text}\n\n{links}\n")
    subprocess.run([tool, "seal", place], check=True, stdout=subprocess.DEVNULL)


def main(tool, count):
    with tempfile.TemporaryDirectory() as folder:
        place = folder + "/N.notebundle"
        make(tool, place, count)
        address = f"file://{place}/notes/Note%201.md"
        start = time.perf_counter()
        editor = Editor(tool)
        begun, _ = editor.ask("initialize", {"rootUri": "file://" + place, "capabilities": {
            "general": {"positionEncodings": ["utf-16"]},
            "textDocument": {"codeAction": {
                "codeActionLiteralSupport": {}, "dataSupport": True, "resolveSupport": {"properties": ["edit"]}}},
            "workspace": {"applyEdit": True, "workspaceEdit": {"documentChanges": True, "resourceOperations": ["create", "rename"]}}}})
        editor.tell("initialized", {})
        with open(f"{place}/notes/Note 1.md") as file:
            text = file.read()
        document = {"uri": address}
        editor.tell("textDocument/didOpen", {"textDocument": {**document, "languageId": "markdown", "version": 1, "text": text}})
        opened = time.perf_counter()
        _, answer = editor.ask("workspace/symbol", {"query": "Note 77"})
        known = 1000 * (time.perf_counter() - opened)
        assert answer["result"], answer
        lines = text.split("\n")
        end = {"line": len(lines) - 2, "character": len(lines[-2])}
        times = {}
        # One key after the other, with what an editor asks meanwhile.
        typed, version = "", 1
        for letter in " see [[Note 42" * 4:
            typed += letter
            version += 1
            at = {"line": end["line"], "character": end["character"] + len(typed)}
            before = {**at, "character": at["character"] - 1}
            editor.tell("textDocument/didChange", {"textDocument": {**document, "version": version}, "contentChanges": [
                {"range": {"start": before, "end": before}, "text": letter}]})
            link = {"line": end["line"], "character": 3}
            for method, params in [
                ("completion", {"position": at}), ("hover", {"position": link}), ("definition", {"position": link}),
                ("codeAction", {"range": {"start": link, "end": link}, "context": {"diagnostics": []}}),
                ("documentSymbol", {}), ("foldingRange", {}), ("documentLink", {}),
            ]:
                taken, _ = editor.ask("textDocument/" + method, {"textDocument": document, **params})
                times.setdefault(method, []).append(taken)
            lens, answer = editor.ask("textDocument/codeLens", {"textDocument": document})
            taken, _ = editor.ask("codeLens/resolve", answer["result"][0])
            times.setdefault("codeLens", []).append(lens + taken)
        key = time.perf_counter()
        found = 1000 * (editor.wait("textDocument/publishDiagnostics", after=key) - key)
        # Places whose actions make notes.
        places = "## Part\n\nSome words of a part.\n\n[[No such note]] [[Note 0]]\n"
        editor.tell("textDocument/didChange", {"textDocument": {**document, "version": 998}, "contentChanges": [{"text": places}]})
        for name, start, end in [("selection", (2, 0), (2, 10)), ("section", (0, 4), (0, 4)), ("broken link", (4, 4), (4, 4))]:
            area = {"start": dict(zip(("line", "character"), start)), "end": dict(zip(("line", "character"), end))}
            for _ in range(20):
                taken, answer = editor.ask("textDocument/codeAction", {
                    "textDocument": document, "range": area, "context": {"diagnostics": []}})
                times.setdefault("codeAction on a " + name, []).append(taken)
            costly = next(action for action in answer["result"] if "data" in action)
            times["codeAction/resolve on a " + name] = [editor.ask("codeAction/resolve", costly)[0]]
        editor.tell("textDocument/didChange", {"textDocument": {**document, "version": 999}, "contentChanges": [{"text": "[[Note 0]]\n"}]})
        hub = {"textDocument": document, "position": {"line": 0, "character": 3}}
        many = [("hover on 9,000 backlinks", *editor.ask("textDocument/hover", hub)[:1]),
                ("references, 9,000", *editor.ask("textDocument/references", hub)[:1]),
                ("rename with 9,000 links", *editor.ask("textDocument/rename", {**hub, "newName": "Hub"})[:1])]
        time.sleep(3)
        peak, before = editor.usage()
        time.sleep(5)
        _, after = editor.usage()
        print(f"initialize {begun:.0f} ms (goal 100)")
        print(f"everything known {known:.0f} ms (goal 1000)")
        for method, taken in times.items():
            taken.sort()
            print(f"{method}: median {statistics.median(taken):.1f} ms, p95 {taken[int(len(taken) * 0.95)]:.1f} ms (goal 50)")
        print(f"diagnostics {found:.0f} ms after the last key (goal 300)")
        for name, taken in many:
            print(f"{name}: {taken:.0f} ms")
        print(f"memory {peak:.0f} MB (goal 150), processor when idle {1000 * (after - before) / 5:.0f} ms a second")
        editor.ask("shutdown", None)
        editor.tell("exit", None)
        assert editor.process.wait(10) == 0


main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 10_000)
