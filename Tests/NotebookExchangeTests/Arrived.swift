import Foundation
import NotebookBundle
import NotebookCheck
@testable import NotebookExchange
import NotebookFiles
import NotebookFormat
import NotebookLinks
import NotebookPacking
import NotebookStore
import NotebookStudy
import NotebookText
import Synchronization
import TestSupport
import Testing

/// Exports of other systems as a notebook.
struct Arrived: Sendable {
    let report: ImportReport
    /// The items by their paths.
    private(set) var items: [String: ItemFile] = [:]
    /// The attachments' sizes by their readable names, and their paths.
    private(set) var attachments: [String: Int] = [:]
    private(set) var reviews: [Review] = []
    private(set) var folders: [String] = []
    private(set) var resolved: [String: [String]] = [:]

    /// What arrived from files of the corpora, each once.
    private static let known = Mutex<[[String]: Arrived]>([:])

    /// The notes of files of the corpora, of one folder.
    static func corpus(_ format: String, _ names: String...) throws -> Arrived {
        let key = [format] + names
        if let arrived = known.withLock({ $0[key] }) { return arrived }
        let arrived = try read(format, names)
        known.withLock { $0[key] = arrived }
        return arrived
    }

    private static func read(_ format: String, _ names: [String]) throws -> Arrived {
        let folder = try #require(Corpora.folder("exchange/\(format)"))
        return try Arrived(names.map { folder.appending(path: $0).path })
    }

    /// The notes of a text in a file.
    static func text(_ text: String, named name: String) throws -> Arrived {
        try TemporaryFolder.with { place in
            let file = place.path + "/" + name
            try Data(text.utf8).write(to: URL(filePath: file))
            return try Arrived([file])
        }
    }

    /// The notes of a folder with texts in files.
    static func files(_ texts: [String: String], format: String? = nil) throws -> Arrived {
        try TemporaryFolder.with { place in
            let folder = place.path + "/source"
            for (name, text) in texts {
                let file = URL(filePath: "\(folder)/\(name)")
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(text.utf8).write(to: file)
            }
            return try Arrived([folder], format: format)
        }
    }

    private typealias Content = (
        ImportReport, [String: ItemFile], [String: Int], [Review], [String], [String: [String]]
    )

    init(_ sources: [String], format: String? = nil, tagsColumn: Int? = nil) throws {
        (report, items, attachments, reviews, folders, resolved) = try TemporaryFolder.with { place -> Content in
            let counter = Counter()
            let environment = NotebookEnvironment(
                now: { Timestamp(clamping: 1_767_225_600) }, random: { counter.next() },
                open: { path, _, _ in try DirectoryFiles(path) })
            var bundle = try NewBundle("N.notebundle", in: place.path, environment: environment)
            var request = ImportRequest(environment: environment, progress: NoProgress())
            (request.format, request.tagsColumn) = (format, tagsColumn)
            let contents = try NewContents(sources.map { ImportLocation($0, shown: $0) }, request)
            var description = NotebookDescription(uuid: environment.newUUID(), title: "N", created: environment.now())
            let report = try contents.write(into: &bundle, &description)
            _ = try bundle.finish(description)
            let notebook = NotebookDirectory(place.path + "/N.notebundle")
            let inspection = try notebook.inspect(collectsLinks: true)
            #expect(try RuleBook.findings(in: inspection).filter { $0.severity == .error } == [])
            #expect(report.balance.gaps.isEmpty)
            let blobs = try notebook.read { $0.listing.manifest.entries.count { $0.type == .blob } }
            #expect(report.balance.fates[.attachments]?[.stored] ?? 0 <= blobs)
            return try Self.content(notebook, report)
        }
    }

    /// What is in a notebook.
    init(_ notebook: NotebookDirectory) throws {
        (report, items, attachments, reviews, folders, resolved) = try Self.content(notebook, ImportReport())
    }

    private static func content(_ notebook: NotebookDirectory, _ report: ImportReport) throws -> Content {
        try notebook.read { snapshot -> Content in
            var items: [String: ItemFile] = [:]
            var resolved: [String: [String]] = [:]
            let resolver = LinkResolver(snapshot.listing.manifest)
            for item in snapshot.listing.items {
                let file = try snapshot.file(of: item)
                items[item.path.text] = file
                resolved[item.path.text] = file.foundLinks.compactMap { link in
                    guard case .file(let path) = link.target(resolver, from: item.path) else { return nil }
                    return path.text
                }
            }
            var attachments: [String: Int] = [:]
            for entry in snapshot.listing.manifest.entries where entry.type == .blob {
                attachments[BlobName(entry.path.name)?.readableName ?? entry.path.text] = entry.size
            }
            let reviews = try snapshot.studyRecords().records.compactMap { record in
                if case .review(let review) = record { review } else { nil }
            }
            let folders = snapshot.listing.description.folders.map(\.path.text)
            return (report, items, attachments, reviews, folders, resolved)
        }
    }

    /// The body of the only item, or of the one with a title.
    func body(_ title: String? = nil) throws -> String {
        let found = items.values.filter { title == nil || $0.metadata.title == title }
        #expect(found.count == 1)
        return String(decoding: try #require(found.first).body, as: UTF8.self)
    }

    /// The only item, or the one with a title.
    func item(_ title: String? = nil) throws -> ItemFile {
        try #require(items.values.first { title == nil || $0.metadata.title == title })
    }

    /// The paths of the items, sorted.
    var paths: [String] { items.keys.sorted() }

    /// How many rows of the report have a code.
    func losses(_ code: ImportLoss.Code) -> Int { report.losses.count { $0.code == code } }

    /// The places of the rows of the report that have a code, sorted.
    func rows(_ code: ImportLoss.Code) -> [String] {
        report.losses.filter { $0.code == code }.map(\.place).sorted()
    }

    /// A count of the balance.
    func count(_ kind: ImportBalance.Kind, _ fate: ImportBalance.Fate) -> Int { report.balance.fates[kind]?[fate] ?? 0 }

    /// The tasks of a text, and how many are done.
    static func tasks(_ body: String) -> (all: Int, done: Int) {
        let marks = body.matches(of: #/(?m)^\s*(?:[-*]|\d+[.)]) \[([ x])\]/#)
        return (marks.count, marks.count { $0.output.1 == "x" })
    }

    /// Numbers that count up instead of random ones.
    private final class Counter: Sendable {
        private let value = Mutex<UInt64>(1)
        func next() -> UInt64 {
            value.withLock {
                $0 += 1
                return $0
            }
        }
    }
}
