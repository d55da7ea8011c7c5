"""The tests of a build, run with one breakage at a time."""

import concurrent.futures
import os
import re
import resource
import signal
import subprocess
import tempfile

NOTICED = re.compile(r"✘(?:\x1b\[0m)? Test (?:case passing .*? to )?(.*?) recorded an issue")
# What runs in circles is ended after so long, and what waits for ever after so long.
PROCESSOR_SECONDS = 300
SECONDS = 1200


class Suite:
    """The tests of a build, run with one breakage at a time."""

    def __init__(self, program, package, corpora):
        self.program = program
        self.package = package
        self.corpora = corpora
        self.failing = []

    def first_failure(self, number, tests):
        """The first of some tests that fails with a breakage; None if all pass."""
        words = [self.program, "--testing-library", "swift-testing", "--filter", tests]
        for name in self.failing:
            words += ["--skip", re.escape(name)]
        environment = dict(os.environ, NOTEBUNDLE_BREAKAGE=str(number))
        environment.setdefault("NOTEBUNDLE_CORPORA", self.corpora)
        with tempfile.TemporaryDirectory(prefix="breakage-", ignore_cleanup_errors=True) as scratch:
            # Some tests run the tool as somebody else.
            os.chmod(scratch, 0o755)
            environment["TMPDIR"] = scratch
            process = subprocess.Popen(
                words, cwd=self.package, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True,
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR_SECONDS, PROCESSOR_SECONDS)),
            )
            alarm = concurrent.futures.ThreadPoolExecutor(1)
            late = alarm.submit(self.end_late, process)
            found = None
            for line in process.stdout:
                match = NOTICED.search(line)
                if match:
                    found = match.group(1)
                    break
            if found:
                self.end(process)
            status = process.wait()
            self.end(process)
            alarm.shutdown(wait=True)
            self.unmount(scratch)
            if found:
                return found.strip("\"")
            if late.result():
                return f"(does not end: {tests})"
            return None if status == 0 else f"(ends with status {status}: {tests})"

    @staticmethod
    def end(process):
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    @staticmethod
    def unmount(folder):
        """Takes away the disks that tests mounted which were ended."""
        if not os.path.exists("/proc/mounts"):
            return
        with open("/proc/mounts", encoding="utf-8") as file:
            places = [line.split()[1] for line in file]
        for place in places:
            if place.startswith(folder + "/"):
                subprocess.run(["umount", "-l", place], check=False)

    def end_late(self, process):
        try:
            process.wait(SECONDS)
            return False
        except subprocess.TimeoutExpired:
            self.end(process)
            return True

    def find_failing(self, known):
        """Finds tests that fail in the copy without any breakage, which say nothing; they are kept in a file."""
        if not os.path.exists(known):
            words = [self.program, "--testing-library", "swift-testing"]
            environment = dict(os.environ)
            environment.setdefault("NOTEBUNDLE_CORPORA", self.corpora)
            result = subprocess.run(
                words, cwd=self.package, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                errors="replace", check=False)
            names = sorted(set(NOTICED.findall(result.stdout + result.stderr)))
            with open(known, "w", encoding="utf-8") as file:
                file.write("".join(name.strip('"') + "\n" for name in names))
        with open(known, encoding="utf-8") as file:
            self.failing = file.read().split("\n")[:-1]
        for name in self.failing:
            print(f"fails without a breakage, and is left out: {name}", flush=True)

    def notices(self, number, all_tests):
        """The first of several sets of tests that fails with a breakage; None if all pass."""
        for tests in all_tests:
            if failure := self.first_failure(number, tests):
                return failure
        return None
