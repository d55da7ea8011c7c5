"""The table of what was measured, as text, JSON and Markdown."""

import json
import os
import platform


class Line:
    """A row with what it took, or why that is not known."""

    def __init__(self, row, comparison=None, error=None):
        self.row, self.comparison, self.error = row, comparison, error

    @property
    def reached(self):
        """What is compared with the goal; nothing if that is not known."""
        if not self.comparison:
            return None
        if self.row.unit == "MB":
            return self.comparison.of_ours("peak") / 1024
        if self.row.unit == "beyond start":
            return max(0.0, self.comparison.of_ours("seconds") - Line.start)
        return self.comparison.ratio

    #: Seconds that the tool takes to start.
    start = 0.0

    @property
    def is_met(self):
        return self.reached is not None and (self.row.goal is None or self.reached <= self.row.goal)

    def cells(self):
        row = self.row
        if not self.comparison:
            return [row.name, row.size, "–", "–", "–", "–", "–", f"{row.goal}", self.error.split("\n")[0][:60]]
        ours, peer = self.comparison.of_ours("seconds"), self.comparison.of_peer("seconds")
        reached = f"{self.reached:.2f}" if row.unit == "ratio" else f"{self.reached:.0f} MB" if row.unit == "MB" else f"{self.reached * 1000:.0f} ms"
        goal = f"{row.goal}" if row.unit == "ratio" else f"{row.goal} MB" if row.unit == "MB" else f"{row.goal * 1000:.0f} ms"
        return [
            row.name, row.size, tidy(ours), tidy(peer) if peer else "–", tidy(self.comparison.of_ours("processor")),
            f"{self.comparison.of_ours('peak') / 1024:.0f} MB", reached, goal, "met" if self.is_met else "MISSED",
        ]


def tidy(seconds):
    return f"{seconds * 1000:.1f} ms" if seconds < 0.1 else f"{seconds:.2f} s"


HEADINGS = ["job", "size", "ours", "peer", "processors", "memory", "reached", "goal", ""]
WIDTHS = [28, 20, 9, 9, 10, 7, 8, 7, 8]
#: The columns of docs/Benchmarks.md.
SHORT = [0, 1, 2, 3, 6, 7]


class Table:
    """Prints each line as soon as it is known."""

    def __init__(self, bundle):
        self.bundle, self.lines, self.grown = bundle, [], []
        self.size = os.path.getsize(bundle)
        self.print(HEADINGS)

    def print(self, cells):
        print("  ".join(f"{cell:{width}}" for cell, width in zip(cells, WIDTHS)).rstrip(), flush=True)

    def add(self, line):
        if line.row.name == "start" and line.comparison:
            Line.start = line.comparison.of_ours("seconds")
        self.lines.append(line)
        self.print(line.cells())

    def add_growth(self, name, small, large, times):
        self.grown.append((name, small, large, times))
        self.print([f"growth of {name}", "10k to 100k", tidy(small), tidy(large), "", "", f"{times:.1f}", "11", "met" if times <= 11 else "MISSED"])

    def finish(self):
        """Prints what is left, and gives the exit status: 1 if a goal was missed."""
        megabytes = self.size / 1e6
        self.print(["the installed tool", "", "", "", "", "", f"{megabytes:.0f} MB", "30 MB", "met" if megabytes <= 30 else "MISSED"])
        missed = [line for line in self.lines if not line.is_met]
        return 1 if missed or megabytes > 30 or any(times > 11 for *_, times in self.grown) else 0

    def rows(self):
        for line in self.lines:
            yield line.cells()
        for name, small, large, times in self.grown:
            yield [f"growth of {name}", "10k to 100k", tidy(small), tidy(large), "", "", f"{times:.1f}", "11", "met" if times <= 11 else "MISSED"]
        yield ["the installed tool", "", "", "", "", "", f"{self.size / 1e6:.0f} MB", "30 MB", "met" if self.size <= 30e6 else "MISSED"]

    def save(self, folder):
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, "benchmarks.txt"), "w", encoding="utf-8") as file:
            for cells in [HEADINGS, *self.rows()]:
                file.write("  ".join(f"{cell:{width}}" for cell, width in zip(cells, WIDTHS)).rstrip() + "\n")
        with open(os.path.join(folder, "benchmarks.md"), "w", encoding="utf-8") as file:
            for cells in [HEADINGS, ["---"] * len(HEADINGS), *self.rows()]:
                file.write("| " + " | ".join(cells[number] for number in SHORT) + " |\n")
        with open(os.path.join(folder, "benchmarks.json"), "w", encoding="utf-8") as file:
            json.dump(self.values(), file, indent=2)
            file.write("\n")

    def values(self):
        """Everything that was measured, each run of it."""
        run = lambda taken: {"seconds": taken.seconds, "processor": taken.processor, "peakKilobytes": taken.peak}
        lines = []
        for line in self.lines:
            value = {"job": line.row.name, "size": line.row.size, "goal": line.row.goal, "unit": line.row.unit, "isMet": line.is_met}
            if line.comparison:
                value |= {"reached": line.reached, "ours": [run(t) for t in line.comparison.ours], "peer": [run(t) for t in line.comparison.peer]}
            else:
                value["error"] = line.error
            lines.append(value)
        return {
            "machine": {"processors": os.cpu_count(), "system": platform.platform()},
            "toolBytes": self.size,
            "rows": lines,
            "growth": [{"job": name, "small": small, "large": large, "times": times} for name, small, large, times in self.grown],
        }
