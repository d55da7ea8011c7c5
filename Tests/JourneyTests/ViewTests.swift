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
        view = subprocess.Popen([tool, "view", "N", "--no-open", "--item", "Heron"], stdout=subprocess.PIPE, text=True)
        path = view.stdout.readline().strip()
        folder = os.path.dirname(path)
        first = open(path).read()
        mode = os.stat(folder).st_mode & 0o777
        subprocess.run([tool, "add", "note", "-n", "N", "--title", "Kite", "--body", "Soars."], check=True, stdout=subprocess.DEVNULL)
        end = time.time() + 20
        while not os.path.exists(folder + "/later-than-0.svg") and time.time() < end:
            time.sleep(0.1)
        later = open(path).read()
        view.send_signal(number)
        status = view.wait(20)
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
            for _ in 0..<100 where opened?.hasSuffix("\n") != true {
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
}
