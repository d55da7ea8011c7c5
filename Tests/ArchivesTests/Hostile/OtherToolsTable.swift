import Archives
import Foundation
import TestSupport
import Testing

/// What other programs make of the corpus, beside what the tool does.
struct OtherToolsTable {
    /// A program that takes archives out, and how it is called for `$1` in the directory `out`.
    struct Extractor: Sendable {
        let name: String
        let line: String
        /// The line that prints its version.
        let version: String
    }

    static let extractors: [HostileNotebook.Container: [Extractor]] = [
        .zip: [unzip, sevenZip, bsdtar], .tar: [tar, sevenZip, bsdtar],
    ]

    private static let unzip = Extractor(
        name: "unzip", line: "unzip -q -o \"$1\" -d out", version: "unzip -v | head -n 1 | cut -d ' ' -f 1,2")
    private static let sevenZip = Extractor(
        name: "7z", line: "7z x -y -bd -oout \"$1\"",
        version: "7z i | sed -n 's/^\\(7-Zip.* [0-9][0-9]*\\.[0-9][0-9]\\).*/\\1/p' | head -n 1")
    private static let bsdtar = Extractor(
        name: "bsdtar", line: "bsdtar -xf \"$1\" -C out", version: "bsdtar --version | cut -d ' ' -f 1,2")
    private static let tar = Extractor(
        name: "tar", line: "tar -xf \"$1\" -C out", version: "tar --version | head -n 1")

    static let missing = Set(extractors.values.joined().map(\.name)).filter { !Program.isThere($0) }.sorted()

    /// The programs with their versions, and the rows of both containers.
    ///
    /// - Parameter step: The programs are run on each row of this step; the others end with what `bundle` does.
    static func text(step: Int) throws -> String {
        let folder = try TemporaryFolder()
        let programs = [unzip, tar, sevenZip, bsdtar]
        let versions = try programs.map { program in
            try Program("sh").run(["-c", program.version], in: folder.path).text
                .trimmingCharacters(in: .whitespacesAndNewlines)
        }
        var text = "Made with \(versions.joined(separator: ", ")), as the superuser.\n"
        for container in HostileNotebook.Container.allCases {
            let extractors = Self.extractors[container] ?? []
            text += "\n| \(container.rawValue) | bundle | \(extractors.map(\.name).joined(separator: " | ")) |\n"
            text += "|---|" + String(repeating: "---|", count: extractors.count + 1) + "\n"
            for (number, row) in rows(of: container).enumerated() {
                let name = row.name.replacing("|", with: "\\|").replacing("<", with: "`<`").replacing("*", with: "\\*")
                text += "| \(name) | \(row.verdict) |"
                if number % step == 0 {
                    for extractor in extractors {
                        text += " \(try verdict(of: extractor, on: row.bytes, in: folder)) |"
                    }
                }
                text += "\n"
            }
        }
        return text
    }

    /// Notebooks with one irregularity, and for each irregularity of the container itself the first archive that has
    /// it.
    private static func rows(
        of container: HostileNotebook.Container
    ) -> [(name: String, verdict: String, bytes: [UInt8])] {
        let notebooks = HostileArchive.all.filter { $0.container == container }.map { hostile in
            let isAccepted = if case .accepted = hostile.verdict { true } else { false }
            return (name: hostile.condition, verdict: isAccepted ? "takes out" : "refuses", bytes: hostile.bytes)
        }
        let refusals =
            container == .zip
            ? Refusal.zipFiles + Refusal.zipMembers + Refusal.zipContents
            : Refusal.tarHeaders + Refusal.tarExtensions + Refusal.tarEnds
        var seen: Set<String> = []
        let containers = refusals.filter { seen.insert($0.reason.rawValue).inserted }.map { refusal in
            (name: refusal.name, verdict: "refuses", bytes: refusal.archive)
        }
        return notebooks + containers
    }

    private static func verdict(
        of extractor: Extractor, on bytes: [UInt8], in folder: TemporaryFolder
    ) throws -> String {
        let archive = try folder.write("a.archive", bytes)
        let cage = "cage-\(UUID().uuidString)"
        try folder.makeFolder(cage + "/out")
        try folder.makeFolder(cage + "/outside")
        defer { try? FileManager.default.removeItem(atPath: folder.file(cage)) }
        // Names may be anything, so that they are looked at by a program that takes them for bytes.
        let script = """
            ulimit -t 20
            (\(extractor.line)) </dev/null >/dev/null 2>&1
            echo $?
            { ls -A . | grep -v -x -e out -e outside; ls -A outside; ls -d /notebundle-evil 2>/dev/null; } | wc -l
            find out ! -type f ! -type d | wc -l
            find out -mindepth 1 | wc -l
            """
        let outcome = try Program("sh").run(["-c", script, "sh", archive], in: folder.file(cage))
        let numbers = outcome.text.split(separator: "\n").compactMap { Int($0.trimmingCharacters(in: .whitespaces)) }
        guard numbers.count == 4 else { throw Program.Failure(description: outcome.text) }
        if numbers[1] > 0 { return "**writes outside**" }
        if numbers[2] > 0 { return "makes it" }
        if numbers[0] == 0 { return "takes out" }
        return numbers[3] == 0 ? "refuses" : "complains, leaves files"
    }
}

struct `The table of other programs` {
    private static let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "OtherTools.md")

    private static let isRecording = Environment["BUNDLE_RECORD"] == "1"

    /// `BUNDLE_RECORD=1 swift test --filter 'table of other programs'` writes the table anew; `NOTEBUNDLE_EXHAUSTIVE=1`
    /// runs the other programs on all rows, and not on each seventh.
    @Test(
        .enabled(
            if: OtherToolsTable.missing.isEmpty,
            "not installed: \(OtherToolsTable.missing.joined(separator: ", ")); .ci/prepare --tests does it"),
        .enabled(if: getuid() == 0, "devices can be made by the superuser alone"))
    func `says what they do with the corpus`() throws {
        let isWhole = Self.isRecording || Environment["NOTEBUNDLE_EXHAUSTIVE"] == "1"
        let table = try OtherToolsTable.text(step: isWhole ? 1 : 7)
        if Self.isRecording {
            try table.write(to: Self.file, atomically: true, encoding: .utf8)
            return
        }
        let recorded = try String(contentsOf: Self.file, encoding: .utf8)
        let (first, now) = (recorded.prefix { $0 != "\n" }, table.prefix { $0 != "\n" })
        if first != now { try Test.cancel("the table was recorded with other programs: \(now)") }
        let (lines, newLines) = (recorded.split(separator: "\n"), table.split(separator: "\n"))
        #expect(lines.count == newLines.count)
        let differences = zip(lines, newLines).filter { !$0.hasPrefix($1) }
        #expect(differences.map { "\($0.0) / now: \($0.1)" } == [])
    }
}
