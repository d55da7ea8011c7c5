import Foundation
import TestSupport
import Testing

/// A call of the tool that is ended while it is at work.
struct InterruptedCall: Sendable, CustomTestStringConvertible {
    let words: String
    /// What stands behind it on the line.
    var rest = ""
    let signal: Int32
    /// What it makes, which may be there if the signal comes when that is complete.
    let product: String

    var testDescription: String { "\(words) \(rest) \(signal)" }

    /// The seconds that it goes on after it has begun to write; of two signals that are handled alike, one comes at once.
    var delays: [String] {
        signal == SIGTERM && !`What must not be lost`.isExhaustive ? ["0"] : ["0", "0.02"]
    }

    static let all: [InterruptedCall] = [SIGINT, SIGTERM, SIGKILL].flatMap { signal -> [InterruptedCall] in
        let calls: [InterruptedCall?] = [
            .init(words: "create New --from V", signal: signal, product: "New.notebundle"),
            .init(words: "archive N -o N.zip", signal: signal, product: "N.zip"),
            .init(words: "archive N -o N.tar.xz", signal: signal, product: "N.tar.xz"),
            .init(words: "unarchive A.tar -C new", signal: signal, product: "new/N.notebundle"),
            .init(words: "unarchive A.zip -C out --replace --yes", signal: signal, product: "out/N.notebundle"),
            .init(words: "export N --format site -o site", signal: signal, product: "site"),
            .init(words: "repair N -o Repaired", signal: signal, product: "Repaired.notebundle"),
            .init(words: "sync N new", signal: signal, product: "new/N.notebundle"),
            .init(words: "extract N long.txt -o new/long.txt", signal: signal, product: "new/long.txt"),
            // Nobody clears the folder for temporary files of a killed process.
            signal == SIGKILL
                ? nil : .init(words: "import out/N A.zip", signal: signal, product: "out/N.notebundle"),
            // Waits for the rest of a pipe.
            .init(words: "unarchive - -C new", rest: "< pipe", signal: signal, product: "new/N.notebundle"),
        ]
        return calls.compactMap(\.self)
    }
}

@Suite(.waitsForPrograms) struct `When the tool is ended by a signal` {
    /// Ends a program some time after it has begun to write, and tells with what it ended; a process that a test starts
    /// has signals blocked, or ignored if the tests run in the background.
    private static let script = """
        import os, signal, subprocess, sys, time
        signal.pthread_sigmask(signal.SIG_SETMASK, [])
        for number in (signal.SIGINT, signal.SIGTERM): signal.signal(number, signal.SIG_DFL)
        line, number, delay = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
        names = lambda: [os.listdir(folder) for folder in (".", "out", "new")]
        before = names()
        feeder = os.open("pipe", os.O_RDWR)
        with open("A.tar", "rb") as file: os.write(feeder, file.read(50000))
        process = subprocess.Popen(["/bin/sh", "-c", "exec " + line], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        while names() == before and process.poll() is None: time.sleep(0.001)
        time.sleep(delay)
        process.send_signal(number)
        errors = process.communicate(timeout=60)[1]
        sys.stdout.write(str(process.returncode) + " " + errors.decode())
        """

    @Test(
        .enabled(if: Command.path(of: "python3") != nil, "python3 is not installed; .ci/prepare --tests does it"),
        arguments: InterruptedCall.all)
    func `nothing is left behind`(call: InterruptedCall) throws {
        try TemporaryFolder.with { folder in
            try Self.fill(folder)
            let before = try Self.names(in: folder)
            var (delays, late, wasEnded) = (call.delays[...], 0, false)
            while let delay = delays.popFirst() {
                let line = "\"$BUNDLE\" \(call.words) \(call.rest)"
                let result = try Python.run(
                    .text(Self.script), [line, "\(call.signal)", delay], in: folder,
                    environment: ["BUNDLE": Tool.path, "TMPDIR": folder.appending(path: "new").path])
                let end = result.output.prefix { $0 != " " }
                #expect(["-\(call.signal)", "0"].contains(end), "\(result.output)\(result.errors)")
                if end == "0" {
                    // On a busy machine the signal may come too late.
                    late += 1
                    delays = wasEnded || late == Self.attempts ? [] : call.delays[...]
                } else {
                    wasEnded = true
                    // Nobody can clear away what a killed process made, but the next that makes something there.
                    if call.signal == SIGKILL { try Self.makeSomethingEverywhere(folder) }
                }
                let product = folder.appending(path: call.product)
                if !before.contains(call.product) { try? FileManager.default.removeItem(at: product) }
                #expect(try Self.names(in: folder) == before)
                #expect(try Tool.run("validate", "out/N", in: folder).status == 0)
            }
            #expect(wasEnded)
        }
    }

    private static let attempts = 5

    /// Text that takes longer to pack than a signal takes to come.
    private static let texts: [Data] = {
        var generator = SeededGenerator(seed: 7)
        return (0..<30).map { _ in
            Data(generator.bytes(60_000).map { String($0, radix: 16) }.joined(separator: " ").utf8)
        }
    }()

    /// What each call finds, made once and copied.
    private static let stage = Result {
        let folder = try TemporaryFolder.lasting()
        for name in ["V", "out", "new"] { try folder.makeFolder(name) }
        for (number, text) in texts.enumerated() {
            try text.write(to: folder.url.appending(path: "V/Note \(number).md"))
        }
        try Tool.succeed("create", "N", "--from", "V", in: folder.url)
        let long = texts.reduce(into: Data()) { $0.append($1) }
        try (long + long).write(to: folder.url.appending(path: "long.txt"))
        try Tool.succeed("attach", "N", "Note 0", "long.txt", in: folder.url)
        try Tool.succeed("archive", "N", "-o", "A.tar", in: folder.url)
        try Tool.succeed("archive", "N", "-o", "A.zip", in: folder.url)
        try Tool.succeed("create", "out/N", in: folder.url)
        return folder
    }

    private static func fill(_ folder: URL) throws {
        let stage = try stage.get()
        _ = try Command.run(["/bin/cp", "-R", stage.path + "/.", folder.path])
        _ = try Command.run(["/usr/bin/mkfifo", "pipe"], in: folder)
    }

    private static func makeSomethingEverywhere(_ folder: URL) throws {
        for place in [".", "out", "new"] {
            try Tool.succeed("archive", "out/N", "-o", "\(place)/Other.tar", in: folder)
            try FileManager.default.removeItem(at: folder.appending(path: "\(place)/Other.tar"))
        }
    }

    private static func names(in folder: URL) throws -> [String] {
        try ["", "out/", "new/"].flatMap { place in
            try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: place).path).sorted()
                .map { place + $0 }
        }
    }
}
