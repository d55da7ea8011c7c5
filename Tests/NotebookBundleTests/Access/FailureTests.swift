import Archives
import Foundation
import NotebookBundle
@testable import NotebookCheck
@testable import NotebookExchange
@testable import NotebookFiles
@testable import NotebookFormat
@testable import NotebookHistory
@testable import NotebookLinks
@testable import NotebookPacking
@testable import NotebookQuery
@testable import NotebookStore
@testable import NotebookStudy
@testable import NotebookText
import NotebookTestSupport
import TestSupport
import Testing

/// What programs can tell people about errors.
struct `An error of the library` {
    /// The error of a call.
    static func error(_ body: () throws -> Void) throws -> any Error {
        try #require(#expect(throws: (any Error).self) { try body() })
    }

    static let text = TextPosition(line: 2, column: 3)
    static let path = BundlePath.notebook

    /// An error of each public type.
    static func one() throws -> [any Error] {
        [
            try error { _ = try Query("title = 'x'") }, try error { _ = try SearchQuery([]) },
            try error { _ = try BundlePath("a//b") }, try error { _ = try Manifest(Array("{".utf8)) },
            DailyNameProblem.openBracket, BrokenLink.Problem.outside("../x"),
            RuleFailure(rule: "NB101", reason: "why"), ArchiveProblem.unwritable(.notEncryptable, path: "", detail: ""),
            SystemError(.read, "a", code: EACCES), LockError.busy(path: "a", holder: nil),
            StoreError.changedMeanwhile("a"), FileTooLong(path: "a", limit: 1), NotebookError.taken("a"),
            UntrueArchive.twice("a", "b"),
            ArchiveFailure(name: "a", problem: .exceeded(.members(5), ArchiveLocation())),
            PackingRefusal.nothingChosen("#x"), HistoryError.nothingTo(.undo), StudyError.laterVersion("a"),
            try error { _ = try UserSettings(Array("x".utf8)) }, InvalidSetting(key: "a", expected: "b"),
            ImportFailure(path: "a", reason: "why"),
            try error {
                try TemporaryFolder.with { folder in
                    let notebook = try NotebookDirectory.create("N.notebundle", in: folder.path, title: "N")
                    try FileManager.default.removeItem(atPath: notebook.path + "/notebook.json")
                    _ = try notebook.seal()
                }
            },
        ]
    }

    private static func name(_ error: any Error) -> String {
        String(reflecting: type(of: error)).split(separator: ".").dropFirst().joined(separator: ".")
    }

    @Test func `is a failure, whatever its type`() throws {
        let errors = try Self.one()
        #expect(errors.count >= 20)
        for error in errors { #expect(error is any Failure, "\(Self.name(error))") }
    }

    @Test func `says in one line what is wrong, and as a sentence what to do`() throws {
        for error in try Self.one() {
            let (failure, name) = (try #require(error as? any Failure), Self.name(error))
            #expect(!failure.description.isEmpty && !failure.description.contains("\n"), "\(name)")
            // Foundation's own words mean that it found none of ours.
            #expect(!error.localizedDescription.contains("could not be completed"), "\(name)")
            #expect(failure.description.hasPrefix(error.localizedDescription), "\(name)")
            let recovery = try #require((error as? any LocalizedError)?.recoverySuggestion, "\(name)")
            #expect(recovery.first?.isUppercase == true && recovery.contains(/[.?]$/), "\(name): \(recovery)")
            #expect(!recovery.hasSuffix("?."), "\(name): \(recovery)")
        }
    }

    /// The texts that a dialog shows.
    private func texts(_ body: () throws -> Void) throws -> [String] {
        let error = try Self.error(body)
        return [error.localizedDescription, (error as? any LocalizedError)?.recoverySuggestion ?? "none"]
    }

    @Test func `has the code that a program decides by, also if the system refused it`() throws {
        func code(_ error: any Error) -> FailureCode? { (error as? any Failure)?.code }
        for (number, expected) in [(ENOENT, FailureCode.notFound), (EACCES, .system), (ENOSPC, .system)] {
            #expect(code(SystemError(.create, "a", code: number)) == expected)
            let problem = ArchiveProblem.failed(operation: "open “a”", code: number)
            #expect(code(problem) == expected && code(ArchiveFailure(name: "a", problem: problem)) == expected)
        }
        #expect(code(ArchiveFailure(name: "a", problem: .exceeded(.members(5), ArchiveLocation()))) == .invalid)
        let damaged = ArchiveProblem.refused(.notAnArchive, ArchiveLocation(), detail: "")
        #expect(code(ArchiveFailure(name: "a", problem: damaged)) == .damaged)
    }

    @Test func `does not say to unpack an archive where there is none`() throws {
        let error = try Self.error { _ = try Notebook(title: "N").history() }
        #expect((error as? any Failure)?.remedy?.actions == [] && (error as? any Failure)?.code == .unsupported)
    }

    @Test func `names the place in a query, and what was probably meant`() throws {
        #expect(
            try texts { _ = try Query("tag = 'a'") } == [
                "column 5: unknown sign ‘=’", "Did you mean ‘==’?",
            ])
        #expect(
            try texts { _ = try FolderPath("a/con") } == [
                "the path has the component “con”, which is the name of a Windows device", "Choose another name.",
            ])
    }

    @Test func `helps where nothing is, and where no notebook is`() throws {
        try TemporaryFolder.with { folder in
            let none = folder.path + "/none"
            #expect(
                try texts { _ = try NotebookDirectory(none).open() } == [
                    "\(none): no such file or directory", "Check the path, or make a new notebook.",
                ])
            #expect(
                try texts { try NotebookDirectory(none).edit { _ = try $0.add(NewItem(.note)) } } == [
                    "\(none): no such file or directory", "Check the path, or make a new notebook.",
                ])
            #expect(
                try texts { _ = try NotebookArchive(none).open() }.last == "Check the path.")
            let plain = NotebookDirectory(folder.path)
            #expect(
                try texts { _ = try plain.open() } == [
                    "\(folder.path) has neither manifest.json nor notebook.json",
                    "Check that it is a notebook; if so, repair the notebook.",
                ])
            // What it says to do leads on.
            let refusal = try #require(try Self.error { _ = try plain.repair() } as? NotebookError)
            #expect(refusal.remedy?.actions == [.createFromFolder])
            let notebook = try NotebookDirectory.create("N.notebundle", in: folder.path, title: "N")
            try FileManager.default.removeItem(atPath: notebook.path + "/manifest.json")
            let missing = try #require(try Self.error { _ = try notebook.open() } as? NotebookError)
            #expect(missing.remedy?.actions == [.seal])
            _ = try notebook.seal()
            #expect(try notebook.open().description.title == "N")
        }
    }

    @Test func `names a source that does not exist`() throws {
        try TemporaryFolder.with { folder in
            let places = FileLocations(environment: ["HOME": folder.path, "TMPDIR": folder.path])
            let none = FileLocation(path: folder.appending(path: "none").path)
            let expected = "\(none.path) cannot be imported: no such file or directory"
            let notebook = try MemoryNotebook(title: "N")
            #expect(try texts { try notebook.importItems(from: [none], locations: places) }.first == expected)
            #expect(
                try texts {
                    _ = try NotebookDirectory.create("N.notebundle", in: folder.path, from: [none], locations: places)
                }.first == expected)
        }
    }

    @Test func `says which options of an archive do not fit`() throws {
        let notebook = try MemoryNotebook(title: "N")
        var options = ArchiveOptions()
        options.password = "secret"
        #expect(
            try texts { _ = try notebook.archived(as: .tar, options: options) } == [
                "only a zip can be encrypted", "Choose zip, or leave out the password.",
            ])
        options = ArchiveOptions()
        options.level = 99
        #expect(
            try texts { _ = try notebook.archived(as: .zip, options: options) } == [
                "the format has no such compression level (99 is not in 1…9)",
                "Choose another level, or leave it to the format.",
            ])
        options = ArchiveOptions()
        options.part = NotebookPart(folders: [], tags: [Tag("none")].compactMap { $0 })
        #expect(
            try texts { _ = try notebook.archived(as: .zip, options: options) } == [
                "no item matches “#none”", "Name other folders or tags; list all items.",
            ])
    }

    @Test func `calls a backend the notebook`() throws {
        struct Empty: NotebookBackend {
            func revision() -> String { "0" }
            func contents() -> BackendContents { BackendContents(revision: "0", files: [:]) }
            func content(of path: String) -> [UInt8]? { nil }
            func apply(_ change: BackendChange) -> Bool { false }
        }
        #expect(
            try texts { _ = try BackendNotebook(Empty()).open() }.first
                == "the notebook has neither manifest.json nor notebook.json")
    }
}
