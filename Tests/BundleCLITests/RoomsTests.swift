import Foundation
import TestSupport
import Testing

@testable import BundleCLI

/// The rooms of the command line, the lowest first.
///
/// `FoldersTests` looks at the folders of all targets, and only for circles.
@Suite struct `The rooms of the command line` {
    /// From the one that knows no other to the one that knows all.
    static let rooms = [
        "Framework/Terminal", "Screen", "Framework/Arguments", "Framework", "Output", "Output/Rows", "Shared",
        "Validation",
        "Validation/Reports", "Setup", "Study", "Browse", "Verbs", "",
    ]

    private struct File {
        let path: String
        let room: String
        /// The text without comments and texts in quotation marks.
        let code: String

        /// The types that other files can see.
        var types: [String] {
            code.matches(
                of: /^(?:package )?(?:final )?(?:struct|enum|class|protocol|actor|typealias) ([A-Z]\w*)/
                    .anchorsMatchLineEndings()
            ).map { String($0.output.1) }
        }
    }

    private static let files: [File] = {
        let folder = Project.root.appending(path: "Sources/BundleCLI")
        let paths = (FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []).sorted()
        return paths.filter { $0.hasSuffix(".swift") }.compactMap { path in
            guard let text = try? String(contentsOf: folder.appending(path: path), encoding: .utf8) else { return nil }
            let code = text.replacing(/\/\/[^\n]*/, with: "").replacing(/"(?:[^"\\\n]|\\.)*"/, with: "")
            return File(
                path: path, room: String(path.split(separator: "/").dropLast().joined(separator: "/")), code: code)
        }
    }()

    @Test func `are these, and hold all files`() {
        #expect(Set(Self.files.map(\.room)) == Set(Self.rooms))
        #expect(Self.files.count > 100)
    }

    @Test func `name no type of a room further down the list`() throws {
        for (index, room) in Self.rooms.enumerated() {
            let above = Self.files.filter { (Self.rooms.firstIndex(of: $0.room) ?? 0) > index }.flatMap(\.types)
            #expect(index == Self.rooms.count - 1 || !above.isEmpty)
            for file in Self.files where file.room == room {
                let words = Set(file.code.matches(of: /(?:^|[^\w.])([A-Z]\w*)/).map { String($0.output.1) })
                #expect(words.intersection(above) == [], "\(file.path)")
            }
        }
    }

    @Test func `leave the session as it is`() {
        for file in Self.files { #expect(!file.code.contains("extension Session"), "\(file.path)") }
    }

    @Test func `have a file for each verb`() {
        let files = Set(Self.files.filter { $0.room == "Verbs" }.map(\.path))
        for command in BundleTool.commands { #expect(files.contains("Verbs/\(command).swift"), "\(command)") }
        #expect(Set(BundleTool.verbs.map(\.name)).count == BundleTool.commands.count)
    }

    @Test(arguments: BundleTool.verbs.map(\.name))
    func `have verbs whose help and completion tell the same subverbs`(name: String) throws {
        let verb = try #require(BundleTool.verbs.first { $0.name == name })
        let positionals = verb.parameters.filter { !$0.form.key.hasPrefix("--") }
        for (place, parameter) in positionals.enumerated() {
            let declared: [String]
            switch parameter.kind {
            case .words(let words), .wordThenItems(let words, _): declared = words
            default: continue
            }
            let told = parameter.help.matches(of: /‘([a-z]+)[^’]*’/).map { String($0.output.1) }
            #expect(told == declared)
            let before = Array(repeating: "N", count: place).map { " \($0)" }.joined()
            let offered = try Workplace().run("bundle __complete \(name)\(before) ''").output
            #expect(offered.split(separator: "\n").map(String.init) == declared)
        }
    }

    @Test func `have names that no other program’s name hides, and help for beginners that names verbs only`() {
        let names = Set(BundleTool.verbNames)
        let others = BundleTool.verbs.flatMap { $0.otherNames.map(\.word) }
        #expect(others.count > 15 && names.isDisjoint(with: others))
        #expect(HelpText.first.count == 10 && names.isSuperset(of: HelpText.first))
    }
}
