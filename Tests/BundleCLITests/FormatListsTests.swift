import Archives
import Foundation
import NotebookExchange
import TestSupport
import Testing

@testable import BundleCLI

/// An archive format is one row, an exchange format one folder and one line; all else that knows them asks the lists.
struct `Formats stand in one list` {
    private static func help(_ verb: String) throws -> String {
        try Workplace().run("bundle help \(verb)").output.replacing(/\s+/, with: " ")
    }

    private static func offered(_ words: String) throws -> [String] {
        try Workplace().run("bundle __complete \(words) ''").output.split(separator: "\n").map {
            String($0.prefix { $0 != "\t" })
        }
    }

    private static func document(_ path: String) throws -> String {
        try String(contentsOf: Project.root.appending(path: path), encoding: .utf8)
    }

    /// The code without comments, by its path below `Sources`.
    private static let code: [String: String] = {
        let folder = Project.root.appending(path: "Sources")
        let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        let files = paths.filter { $0.hasSuffix(".swift") }.map { path in
            let text = (try? String(contentsOf: folder.appending(path: path), encoding: .utf8)) ?? ""
            return (path, text.replacing(/\/\/[^\n]*/, with: ""))
        }
        return Dictionary(uniqueKeysWithValues: files)
    }()

    @Test(arguments: ArchiveFormat.allCases)
    func `of archives, and everything knows it`(format: ArchiveFormat) throws {
        let name = format.fileNameEnding
        #expect(try Self.help("archive").contains(" \(name)"))
        #expect(try Self.offered("archive N --format").contains(name))
        #expect(try Self.document("docs/Format.md").contains(name))
        #expect(ArchiveFormat(name: name) == format)
        if let levels = format.levels, let usual = format.defaultLevel {
            let told = "\(levels.lowerBound) to \(levels.upperBound) for"
            #expect(try Self.help("archive").contains(told))
            #expect(levels.contains(usual))
        }
        let workplace = try Workplace()
        _ = try workplace.run("bundle create A")
        #expect(try workplace.run("bundle archive A -o A.notebundle.\(name)").status == 0)
        #expect(try ArchiveReader(path: workplace.directory.path + "/A.notebundle.\(name)").format == format)
        #expect(try workplace.run("bundle archive A -o B.notebundle --format \(name)").status == 0)
        _ = try workplace.run("bundle config set library \(workplace.directory.path)")
        #expect(try workplace.run("bundle library").output.contains("A.notebundle.\(name)"))
    }

    @Test func `and no ending of an archive stands anywhere else in the code`() {
        let endings = ArchiveFormat.allCases.map(\.fileNameEnding).filter { $0.contains(".") }
        #expect(endings.count == 3 && Self.code.count > 150)
        for (path, text) in Self.code where !path.hasPrefix("Archives/Formats/") {
            for ending in endings {
                #expect(!text.contains("\"\(ending)\"") && !text.contains(".notebundle.\(ending)\\\""), "\(path)")
            }
        }
    }

    @Test func `of exports, and help and completion tell them`() throws {
        let names = ExportFormat.allCases.map(\.name)
        #expect(try Self.offered("export N --format") == names)
        #expect(names.contains("markdown"))
        #expect(try Self.help("export").filter { $0 != " " }.contains(names.joined(separator: "|")))
    }

    @Test func `of imports, and the help tells them`() throws {
        for format in ImportFormats.all {
            #expect(try Self.help("import").contains(format.sources), "\(type(of: format))")
        }
    }
}
