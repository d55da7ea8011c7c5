import Foundation
import TestSupport
import Testing

/// Somebody studies at a terminal, which Python's `pty` provides.
@Suite(.waitsForPrograms, .enabled(if: Command.path(of: "python3") != nil, "python3 is not installed"))
struct `Studying at a terminal` {
    /// A notebook with three cards, in a folder that is the home, too.
    private static func prepared(_ body: (URL) throws -> Void) throws {
        try TemporaryFolder.with { folder in
            try Tool.succeed("create", "N", in: folder)
            for (number, card) in [("heron", "Graureiher"), ("weir", "Wehr"), ("The {{c1::鷺}} eats.", "")].enumerated()
            {
                let time = "\(1_795_168_800 + number)"
                try Tool.succeed(
                    "add", "card", "--front", card.0, "--back", card.1, in: folder,
                    environment: ["SOURCE_DATE_EPOCH": time])
            }
            try body(folder)
        }
    }

    private static func study(
        _ steps: [[String]], _ options: [String] = [], in folder: URL, environment: [String: String] = [:]
    ) throws -> Command.Result {
        try TypedSession.run(
            ["study", "N"] + options, steps, in: folder,
            environment: ["HOME": folder.path, "XDG_DATA_HOME": "", "TZ": "UTC"].merging(environment) { $1 })
    }

    private static func json(_ words: String..., in folder: URL) throws -> [String: Any] {
        let output = try Command.run(
            [Tool.path, "study", "N", "--json"] + words, in: folder, environment: ["HOME": folder.path])
        let value = try JSONSerialization.jsonObject(with: Data(output.output.utf8))
        return try #require(value as? [String: Any])
    }

    private static func reviews(_ folder: URL) throws -> Int {
        let statistics = try json("--stats", in: folder)["statistics"] as? [String: Any]
        return try #require(statistics?["reviews"] as? Int)
    }

    private static let answer = "space answer"

    @Test(arguments: [[:], ["LC_ALL": "C"]])
    func `asks each card, shows the answer and what follows, and ends when nothing is left`(
        environment: [String: String]
    ) throws {
        try Self.prepared { folder in
            let result = try Self.study(
                [
                    ["3 new · 0 learning · 0 due", " "], ["1 again 1m  2 hard 6m  3 good 10m  4 easy", "4"],
                    ["weir", "\r"], ["Wehr", "4"], ["The […] eats.", " "], ["The 鷺 eats.", "4"],
                    ["nothing is due", "q"],
                ], in: folder, environment: environment)
            #expect(result.status == 0, "\(result.output)")
            #expect(result.output.contains("Graureiher"))
            let end = result.output.components(separatedBy: "\u{1B}[J").last ?? ""
            #expect(end.contains("3 reviews in ") && end.contains("all of them new"), "\(end)")
            #expect(end.contains("nothing is due; the next "), "\(end)")
            #expect(try Self.reviews(folder) == 3)
            let again = try Self.study([], in: folder)
            #expect(again.status == 0 && again.output.hasPrefix("nothing is due"), "\(again.output)")
            let verdict = try Command.run([Tool.path, "validate", "N"], in: folder)
            #expect(verdict.status == 0, "\(verdict.output)")
            let log = try Command.run(["/bin/sh", "-c", "cat N.notebundle/extras/*/reviews/*/*.jsonl"], in: folder)
            #expect(log.output.split(separator: "\n").count == 4, "\(log.output)")
        }
    }

    @Test func `brings back what was forgotten, takes answers back, and quits at any time`() throws {
        try Self.prepared { folder in
            let forgotten = try Self.study(
                [
                    [Self.answer, " "], ["1 again", "1"], ["2 new · 1 learning", "u"], ["3 new · 0 learning", " "],
                    ["1 again", "1"], ["weir", " "], ["1 again", "4"], ["The […]", " "], ["1 again", "4"],
                    // A step that ends soon comes early if nothing else is left.
                    ["heron", " "], ["1 again", "4"], ["nothing is due", "q"],
                ], in: folder)
            #expect(forgotten.status == 0, "\(forgotten.output)")
            #expect(forgotten.output.contains("4 reviews in ") && forgotten.output.contains("1 of 1 remembered"))
            #expect(try Self.reviews(folder) == 4)
        }
        try Self.prepared { folder in
            for key in ["q", "\u{1B}", "\u{3}"] {
                let quit = try Self.study([["heron", " "], ["Graureiher", key]], in: folder)
                #expect(quit.status == 0 && quit.output.contains("left for today: 3 new"), "\(quit.output)")
            }
            let none = try Self.study([["heron", "u"], ["nothing to undo", "q"]], in: folder)
            #expect(none.status == 0, "\(none.output)")
            #expect(try Self.reviews(folder) == 0)
        }
    }

    @Test func `edits a card and goes on with it`() throws {
        try Self.prepared { folder in
            let result = try Self.study(
                [["heron", "e"], ["grey heron", " "], ["Graureiher", "4"], ["weir", "q"]], in: folder,
                environment: ["EDITOR": "sed -i 's/^heron/grey heron/'"])
            #expect(result.status == 0, "\(result.output)")
            #expect(try Self.reviews(folder) == 1)
            #expect(try Tool.succeed("show", "N", "heron", "--body", in: folder).contains("grey heron"))
        }
    }

    @Test func `says where a text is whose notebook went away while it was edited`() throws {
        try Self.prepared { folder in
            let result = try Self.study(
                [["heron", "e"]], in: folder,
                environment: ["EDITOR": "sh -c 'echo more >>\"$0\"; mv N.notebundle M.notebundle'"])
            let words = result.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(result.status == 2 && words.contains("what you typed is in "), "\(result.output)")
        }
    }

    @Test func `names the notebook in what it says of an editor`() throws {
        try Self.prepared { folder in
            try Tool.succeed("create", "M", in: folder)
            let result = try Self.study(
                [["heron", "e"], ["nothing", "q"]], in: folder, environment: ["EDITOR": "sh -c 'exit 130'"])
            let words = result.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            let said = words.components(separatedBy: "takes it over").dropLast()
            // On the screen, and at the end.
            #expect(said.count == 2 && said.allSatisfy { $0.hasSuffix(" -n N’ ") }, "\(result.output)")
        }
    }

    @Test func `loses at most the answer that was not given when it is killed`() throws {
        try Self.prepared { folder in
            let killed = try Self.study([["heron", " "], ["1 again", "4"], ["weir", "kill"]], in: folder)
            #expect(killed.status == 9)
            #expect(try Self.reviews(folder) == 1)
            #expect(try Command.run([Tool.path, "validate", "N"], in: folder).status == 0)
        }
    }

    @Test func `records in the user's data folder what the notebook is not to hold, or cannot`() throws {
        try Self.prepared { folder in
            try Tool.succeed("config", "set", "studyProgress", "user", in: folder, environment: ["HOME": folder.path])
            let user = try Self.study([["heron", " "], ["1 again", "4"], ["weir", "q"]], in: folder)
            #expect(user.status == 0, "\(user.output)")
            #expect(!FileManager.default.fileExists(atPath: folder.path + "/N.notebundle/extras"))
            #expect(try Self.reviews(folder) == 1)
            // An archive of the notebook has the same cards.
            try Tool.succeed("archive", "N", "-o", "N.zip", in: folder)
            let archive = try TypedSession.run(
                ["study", "N.zip"], [["weir", "e"], ["cannot be changed", " "], ["Wehr", "4"], ["The […]", "q"]],
                in: folder, environment: ["HOME": folder.path, "XDG_DATA_HOME": ""])
            #expect(archive.status == 0, "\(archive.output)")
            #expect(try Self.reviews(folder) == 2)
        }
    }

    @Test(.enabled(if: GitRepository.canMake, Comment(rawValue: GitRepository.absent)))
    func `on two devices is merged by git without a conflict, and each review counts once`() throws {
        try Self.prepared { folder in
            let repository = try GitRepository(in: folder)
            try repository.succeed("cp -R ../N.notebundle N.notebundle && git add -A && git commit -qm start")
            try repository.succeed("git clone -q . ../other")
            let other = folder.appending(path: "other")
            for (place, home) in [(repository.folder, "one"), (other, "two")] {
                let environment = ["HOME": folder.appending(path: home).path, "XDG_DATA_HOME": ""]
                let steps = [["heron", " "], ["1 again", "4"], ["weir", " "], ["1 again", "1"], ["The […]", "q"]]
                let result = try TypedSession.run(["study", "N"], steps, in: place, environment: environment)
                #expect(result.status == 0, "\(result.output)")
            }
            try repository.succeed("git add -A && git commit -qm one")
            try repository.succeed("cd ../other && git add -A && git commit -qm two")
            try repository.succeed(
                "git pull -q --no-rebase --no-edit ../other main && bundle seal N && bundle validate N")
            let before = try Self.reviews(repository.folder)
            #expect(before == 4)
            // Both go on; then the manifest lists their logs twice, and everything but the verdict does not mind.
            try repository.succeed(
                "git add -A && git commit -q --allow-empty -m merged && cd ../other && git pull -q ../repository main")
            for (place, home) in [(repository.folder, "one"), (other, "two")] {
                let environment = ["HOME": folder.appending(path: home).path, "XDG_DATA_HOME": ""]
                _ = try TypedSession.run(
                    ["study", "N"], [["The […]", " "], ["1 again", "1"], ["weir", "q"]], in: place,
                    environment: environment)
            }
            try repository.succeed("git add -A && git commit -qm one2")
            try repository.succeed("cd ../other && git add -A && git commit -qm two2")
            try repository.succeed("git pull -q --no-rebase --no-edit ../other main")
            let manifest = try String(
                contentsOf: repository.folder.appending(path: "N.notebundle/manifest.json"), encoding: .utf8)
            #expect(manifest.components(separatedBy: "/reviews/").count > 3, "the logs are not listed twice")
            #expect(try Self.reviews(repository.folder) == 6)
            try repository.succeed("bundle study N --due && bundle ls N && bundle resolve N")
            #expect(try repository.bash("bundle status N").output.contains("is listed twice"))
            #expect(try repository.bash("bundle validate N").status == 1)
            let sealed = try repository.bash("bundle seal N").output
            #expect(sealed.hasPrefix("rebuilt    manifest.json\nsealed as "), "\(sealed)")
            try repository.succeed("bundle validate N && git add -A && git commit -qm sealed")
            // The same device twice, for example a copied home: git marks a conflict in the log.
            let log = "N.notebundle/extras/org.notebundle.study/reviews/*/*.jsonl"
            try repository.succeed(
                """
                file=$(ls \(log) | head -n 1); cp $file ../log
                { sed -n 1p ../log; echo '<<<<<<< HEAD'; sed -n 2p ../log; echo =======; sed -n 3p ../log; echo '>>>>>>> x'
                  sed -n '4,$p' ../log; } > $file
                """)
            let marked = try repository.bash("bundle study N --due")
            #expect(marked.errors.contains("3 lines of the reviews cannot be read"), "\(marked.errors)")
            let settled = try repository.bash("bundle seal N")
            #expect(settled.status == 0 && settled.output.contains("resolved   extras/"), "\(settled)")
            #expect(try repository.bash("bundle study N --due").errors.isEmpty)
            #expect(try Self.reviews(repository.folder) == 6)
            try repository.succeed("bundle validate N")
            // What was merged once changes nothing when it comes again.
            try repository.succeed(
                "git add -A && git commit -q --allow-empty -m settled && cd ../other && git pull -q --no-edit --no-rebase ../repository main"
            )
            try repository.succeed("cp -R ../other/N.notebundle/extras N.notebundle && bundle seal N")
            #expect(try Self.reviews(repository.folder) == 6)
        }
    }

    @Test func `goes on if the output is closed or a file, and needs a terminal`() throws {
        try Self.prepared { folder in
            let without = try Command.run([Tool.path, "study", "N"], in: folder)
            #expect(without.status == 64 && without.errors.contains("--due"), "\(without)")
            let closed = try Command.run(["/bin/sh", "-c", "\(Tool.path) study N --due | head -n 1"], in: folder)
            #expect(closed.status == 0 && closed.output == "3 new · 0 learning · 0 due\n" && closed.errors.isEmpty)
        }
    }
}

/// The reviews that are exported, for the optimizer of FSRS.
@Suite(.waitsForPrograms) struct `Exported reviews` {
    @Test(.enabled(if: Python.has("fsrs"), Comment(rawValue: Python.absent("fsrs"))))
    func `are logs of the reference implementation, and give the same schedule there`() throws {
        try TemporaryFolder.with { folder in
            try Tool.succeed("create", "N", in: folder)
            try Tool.succeed("add", "card", "--front", "Q", "--back", "A", in: folder)
            let listed = try Tool.succeed("study", "N", "--due", "--json", in: folder)
            let uuid = try #require(listed.firstMatch(of: /"uuid": "([^"]*)"/)?.output.1)
            let log = folder.appending(
                path: "N.notebundle/extras/org.notebundle.study/reviews/00000000000000aa/2026-11.jsonl")
            try FileManager.default.createDirectory(
                at: log.deletingLastPathComponent(), withIntermediateDirectories: true)
            var lines = "{\"format\": \"notebundle-study\", \"version\": 1}\n"
            for (number, grade) in [3, 3, 4, 1, 3, 3, 2].enumerated() {
                lines +=
                    "{\"id\": \"11111111-0000-4000-8000-00000000000\(number)\", \"time\": \"2026-11-\(10 + number)T09:00:00Z\", \"day\": \"2026-11-\(10 + number)\", \"card\": \"\(uuid)\", \"side\": \"front\", \"grade\": \(grade), \"milliseconds\": 10}\n"
            }
            try Data(lines.utf8).write(to: log)
            try Tool.succeed("seal", "N", in: folder)
            let exported = try Tool.succeed("study", "N", "--export", in: folder)
            try Data(exported.utf8).write(to: folder.appending(path: "reviews.jsonl"))
            let script = """
                import sys
                from fsrs import Card, ReviewLog, Scheduler
                logs = [ReviewLog.from_json(line) for line in open("reviews.jsonl")]
                scheduler = Scheduler(enable_fuzzing=False)
                card = scheduler.reschedule_card(Card(card_id=logs[0].card_id), logs)
                print(len(logs), "%.6f %.6f" % (card.stability, card.difficulty))
                """
            let judged = try Python.run(.text(script), modules: ["fsrs"], in: folder)
            let due = try Tool.succeed(
                "study", "N", "--due", "--json", in: folder, environment: ["SOURCE_DATE_EPOCH": "4000000000"])
            let memory = try ["stability", "difficulty"].map { name in
                let match = due.firstMatch(of: try Regex("\"\(name)\": ([0-9.]+)", as: (Substring, Substring).self))
                return String(format: "%.6f", try #require(match.flatMap { Double($0.output.1) }))
            }
            #expect(judged.status == 0 && judged.output == "7 \(memory.joined(separator: " "))\n", "\(judged)\n\(due)")
        }
    }
}
