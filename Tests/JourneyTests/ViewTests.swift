import Foundation
import TestSupport
import Testing

@Suite(.waitsForPrograms, .enabled(if: Command.path(of: "python3") != nil, "python3 is not installed"))
struct `A page that follows a notebook` {
    /// Starts `view`, changes the notebook, and ends `view` with a signal; prints what became of the page as JSON.
    private static let script = """
        import glob, json, os, signal, subprocess, sys, time
        tool, number = sys.argv[1], int(sys.argv[2])
        signal.pthread_sigmask(signal.SIG_SETMASK, [])
        # Shells let what runs in the background ignore it.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        view = subprocess.Popen([tool, "view", "N", "--no-open", "--item", "Heron"], stdout=subprocess.PIPE, text=True)
        path = view.stdout.readline().strip()
        folder = os.path.dirname(path)
        first = open(path).read()
        mode = os.stat(folder).st_mode & 0o777
        subprocess.run([tool, "add", "note", "-n", "N", "--title", "Kite", "--body", "Soars."], check=True, stdout=subprocess.DEVNULL)
        end = time.time() + 120
        while not os.path.exists(folder + "/later-than-0.svg") and time.time() < end:
            time.sleep(0.1)
        later = open(path).read()
        view.send_signal(number)
        status = view.wait(120)
        print(json.dumps({
            "first": "Kite" in first, "later": "Kite" in later, "mode": mode, "status": status,
            "asks": "later-than-0.svg" in first and "later-than-1.svg" in later,
            "left": os.path.exists(folder), "name": os.path.basename(path)}))
        """

    @Test(arguments: [2, 15])
    func `is written again when the notebook changes, and removed at the end`(signal: Int) throws {
        try TemporaryFolder.with { folder in
            try Tool.succeed("create", "N", in: folder)
            try Tool.succeed("add", "note", "--title", "Heron", "--body", "At the weir.", in: folder)
            let output = try Python.run(
                .text(Self.script), [Tool.path, "\(signal)"], in: folder,
                environment: ["TMPDIR": folder.path])
            let value = try JSONSerialization.jsonObject(with: Data(output.output.utf8))
            let answer = try #require(value as? [String: Any], "\(output.errors)")
            #expect(answer["first"] as? Bool == false && answer["later"] as? Bool == true)
            #expect(answer["asks"] as? Bool == true && answer["left"] as? Bool == false)
            #expect(answer["mode"] as? Int == 0o700 && answer["status"] as? Int == -signal)
            #expect(answer["name"] as? String == "N.html")
        }
    }

    @Test func `stays if it is asked for once, and is opened by the desktop`() throws {
        try TemporaryFolder.with { folder in
            try Tool.succeed("create", "Büro 1", in: folder)
            try Tool.succeed("add", "note", "-n", "Büro 1", "--title", "Grey heron", "--body", "Text.", in: folder)
            // A desktop that notes what it is asked to open.
            let opener = folder.appending(path: "xdg-open")
            try Data("#!/bin/sh\necho \"$1\" > '\(folder.path)/opened'\n".utf8).write(to: opener)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: opener.path)
            let path = try Tool.succeed(
                "view", "Büro 1", "--once", "--item", "heron", in: folder,
                environment: ["TMPDIR": folder.path, "PATH": "\(folder.path):/usr/bin:/bin"]
            ).trimmingCharacters(in: .newlines)
            // Programs that open a page lose the fragment of its address: the page itself says what to show.
            let page = try String(contentsOfFile: path, encoding: .utf8)
            #expect(page.contains("Grey heron") && page.contains(" data-first=\"#notes/Grey-heron\""))
            var opened: String?
            for _ in 0..<1200 where opened?.hasSuffix("\n") != true {
                Thread.sleep(forTimeInterval: 0.05)
                opened = try? String(contentsOfFile: folder.path + "/opened", encoding: .utf8)
            }
            let address = try #require(opened)
            #expect(address.hasPrefix("file:///") && address.hasSuffix(".html\n"), "\(address)")
            // run-mailcap(1) gives browsers a copy of files with other characters in their names.
            #expect(address.contains("/B-ro-1.html"))
            let exported = try Tool.succeed("export", "Büro 1", "--format", "html", "-o", "-", in: folder)
            #expect(!exported.contains("later-than"))
            try Data("#!/bin/sh\nexit 3\n".utf8).write(to: opener)
            let refused = try Tool.run(
                "view", "Büro 1", "--once", in: folder,
                environment: ["TMPDIR": folder.path, "PATH": "\(folder.path):/usr/bin:/bin"])
            #expect(refused.errors.contains("cannot open a browser here"))
        }
    }

    /// Starts `view --idle` for an archive, lets a reader read for some seconds, which is a function or a program, and then
    /// waits for the end; prints what happened as JSON.
    private static let reading = """
        import json, os, signal, subprocess, sys, time
        tool, idle, seconds, browser = sys.argv[1], sys.argv[2], float(sys.argv[3]), sys.argv[4:]
        view = subprocess.Popen([tool, "view", "N.notebundle.zip", "--no-open", "--idle", idle], stdout=subprocess.PIPE, text=True)
        path = view.stdout.readline().strip()
        folder = os.path.dirname(path)
        reader = subprocess.Popen([*browser, "file://" + path], stderr=subprocess.DEVNULL, start_new_session=True) if browser else None
        end = time.time() + seconds
        while time.time() < end:
            time.sleep(0.5)
            if not browser:
                open(folder + "/shown.svg").close()
        lived = view.poll() is None
        if reader:
            os.killpg(reader.pid, signal.SIGKILL)
            reader.wait()
        end = time.time()
        status = view.wait(120)
        print(json.dumps({"lived": lived, "status": status, "left": os.path.exists(folder), "after": time.time() - end}))
        """

    private static func reading(_ words: [String]) throws -> [String: Any] {
        try TemporaryFolder.with { folder in
            try Tool.succeed("create", "N", "--sample", in: folder)
            try Tool.succeed("archive", "N", "-o", "N.notebundle.zip", in: folder)
            let archive = folder.appending(path: "N.notebundle.zip")
            let before = try Data(contentsOf: archive)
            let output = try Python.run(
                .text(Self.reading), [Tool.path] + words, in: folder, environment: ["TMPDIR": folder.path])
            #expect(try Data(contentsOf: archive) == before)
            let value = try? JSONSerialization.jsonObject(with: Data(output.output.utf8))
            return try #require(value as? [String: Any], "\(output.errors)")
        }
    }

    @Test func `ends with --idle when no program has read it for so long, and is removed`() throws {
        let answer = try Self.reading(["8", "10"])
        #expect(answer["lived"] as? Bool == true && answer["status"] as? Int == 0, "\(answer)")
        #expect(answer["left"] as? Bool == false && (answer["after"] as? Double ?? 0) > 1, "\(answer)")
    }

    /// A browser takes its time to start on a machine that is busy.
    @Test(
        .enabled(if: Command.path(of: "chromium") != nil, "chromium is not installed"),
        .enabled(if: Environment["NOTEBUNDLE_EXHAUSTIVE"] == "1", "only with NOTEBUNDLE_EXHAUSTIVE=1"))
    func `stays with --idle as long as a browser shows it`() throws {
        let profile = try TemporaryFolder.lasting()
        let browser = ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0"]
        let answer = try Self.reading(["5", "12"] + browser + ["--user-data-dir=\(profile.path)"])
        #expect(answer["lived"] as? Bool == true && answer["status"] as? Int == 0, "\(answer)")
        #expect(answer["left"] as? Bool == false, "\(answer)")
    }

    @Test func `is another that says why, if --idle finds no notebook to show`() throws {
        try TemporaryFolder.with { folder in
            try Data("PK\u{3}\u{4}<b>".utf8).write(to: folder.appending(path: "a <b>.zip"))
            let opener = folder.appending(path: "xdg-open")
            let opened = folder.path + "/opened"
            try Data("#!/bin/sh\ncp \"${1#file://}\" '\(opened)~' && mv '\(opened)~' '\(opened)'\n".utf8).write(
                to: opener)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: opener.path)
            let result = try Tool.run(
                "view", "a <b>.zip", "--idle", "4", in: folder,
                environment: ["TMPDIR": folder.path, "PATH": "\(folder.path):/usr/bin:/bin"])
            #expect(result.status == 1 && result.output == "" && result.errors.hasPrefix("bundle: a <b>.zip: "))
            let page = try String(contentsOf: folder.appending(path: "opened"), encoding: .utf8)
            #expect(page.contains("<p>a &lt;b&gt;.zip: ") && !page.contains("<b>"), "\(page)")
            let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(!left.contains { $0.hasPrefix("bundle-view-") }, "\(left)")
        }
    }
}
