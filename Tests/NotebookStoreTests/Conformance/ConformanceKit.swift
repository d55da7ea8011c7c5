import Archives
import Foundation
@testable import NotebookCheck
@testable import NotebookFiles
@testable import NotebookFormat
@testable import NotebookPacking
@testable import NotebookStore
@testable import NotebookText
import TestSupport

extension ConformanceKit {
    static let environment = NotebookEnvironment(
        now: FixedClock.now, random: { 4 }, open: { path, _, _ in try DirectoryFiles(path) })

    /// Validates a notebook or an archive.
    static func findings(in place: URL) throws -> [Found] {
        let inspection = try inspection(of: place)
        return try RuleBook.findings(in: inspection).map { Found($0, in: inspection) }
    }

    /// Looks at a notebook or an archive.
    static func inspection(of place: URL) throws -> Inspection {
        place.pathExtension == "notebundle"
            ? try NotebookDirectory(place.path, environment: environment).inspect(collectsLinks: true)
            : try NotebookArchive(place.path, environment: environment).inspect(collectsLinks: true)
    }

    /// Packs all files of a directory as they are, in whatever state they are; `nil` if an archive cannot hold them.
    static func pack(_ place: URL, _ format: ArchiveFormat) throws -> [UInt8]? {
        let sink = MemorySink()
        let writer = try ArchiveWriter(format, to: sink)
        // As a writer orders them (Format, clause 23.2).
        let all = try FileManager.default.subpathsOfDirectory(atPath: place.path)
        let rest = all.filter { $0 != "manifest.json" && $0 != "notebook.json" }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        let paths = ["manifest.json", "notebook.json"].filter(all.contains) + rest
        for path in paths {
            let file = place.path + "/" + path
            let type = try FileManager.default.attributesOfItem(atPath: file)[.type] as? FileAttributeType
            if type == .typeDirectory { continue }
            guard type == .typeRegular else { return nil }
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: file)))
            try writer.add("\(place.lastPathComponent)/\(path)", bytes: bytes)
        }
        try writer.finish()
        return sink.bytes
    }
}

extension ConformanceKit.Found {
    /// A finding, with its path as it was found.
    init(_ finding: Finding, in inspection: Inspection) {
        self.init(
            rule: finding.rule.description, severity: finding.severity.rawValue,
            path: inspection.storedPaths.storedPath(of: finding), line: finding.position?.line,
            column: finding.position?.column)
    }
}
