import Archives
import Foundation
@testable import NotebookExchange
import NotebookFiles
import NotebookStore
import TestSupport
import Testing

struct `A tar of files` {
    /// Writes an archive, whose format its name says.
    static func write(_ files: [(name: String, text: String)], to path: String) throws {
        let sink = MemorySink()
        let archive = try ArchiveWriter(try #require(ArchiveFormat(fileName: path)), to: sink)
        for file in files { try archive.add(file.name, bytes: Array(file.text.utf8)) }
        try archive.finish()
        try Data(sink.bytes).write(to: URL(filePath: path))
    }

    private static func files(_ path: String, scratch: String = "") throws -> ForeignFiles {
        let request = ImportRequest(scratch: scratch, environment: .system, progress: NoProgress())
        return try #require(try ForeignFiles(ImportLocation(path, shown: "tar"), request))
    }

    @Test func `is expanded once, to a file without a name`() throws {
        try TemporaryFolder.with { place in
            let (path, scratch) = (place.path + "/a.tgz", place.path + "/scratch")
            try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: false)
            let names = (0..<20).map { "Keep/\($0).json" }
            try Self.write(names.map { ($0, "text of \($0)") } + [("empty.json", "")], to: path)
            let files = try Self.files(path, scratch: scratch)
            #expect(try files.content("Keep/7.json") == Array("text of Keep/7.json".utf8))
            // What is read from now on cannot come from the archive.
            try FileManager.default.removeItem(atPath: path)
            for name in names.reversed() { #expect(try files.content(name) == Array("text of \(name)".utf8)) }
            #expect(try files.content("empty.json") == [] && files.start("Keep/19.json").starts(with: "text".utf8))
            #expect(files.obstacle("Keep/0.json") == "the file is too large")
            #expect(files.obstacle("Keep/20.json") == "the file is not in the source")
            #expect(try FileManager.default.contentsOfDirectory(atPath: scratch) == [])
        }
    }

    @Test func `cannot be read if there is no place to expand it`() throws {
        try TemporaryFolder.with { place in
            try Self.write([("a.json", "{}")], to: place.path + "/a.tgz")
            let files = try Self.files(place.path + "/a.tgz", scratch: place.path + "/none")
            #expect(throws: ArchiveFailure.self) { try files.content("a.json") }
            #expect(files.obstacle("a.json").contains("cannot make a temporary file"))
        }
    }

    @Test func `that is cut off has the files before the cut`() throws {
        try TemporaryFolder.with { place in
            let path = place.path + "/a.tar"
            let texts = ["a", "b"].map { String(repeating: $0, count: 1000) }
            try Self.write([("a.json", texts[0]), ("b.json", texts[1])], to: path)
            // A header and two blocks, a header, and a part of the first block.
            try Data(try Data(contentsOf: URL(filePath: path)).prefix(2348)).write(to: URL(filePath: path))
            let files = try Self.files(path)
            #expect(try files.content("a.json") == Array(texts[0].utf8) && files.content("b.json") == nil)
            #expect(files.obstacle("b.json").hasPrefix("the file cannot be read: "))
            #expect(files.damages.map(\.place) == ["the rest of the source"])
        }
    }

    @Test func `has its own files if it is one of several parts`() throws {
        try TemporaryFolder.with { place in
            let parts = ["a", "b"].map { [("\($0).json", $0), ("media/\($0).png", "picture \($0)")] }
            for (number, part) in parts.enumerated() { try Self.write(part, to: place.path + "/\(number).tgz") }
            let files = try Self.files(place.path + "/0.tgz")
            files.add(try Self.files(place.path + "/1.tgz"))
            let all = Dictionary(uniqueKeysWithValues: parts.joined().map { ($0.0, Array($0.1.utf8)) })
            #expect(files.files.map(\.path) == all.keys.sorted())
            for (path, bytes) in all { #expect(try files.content(path) == bytes) }
            var visited: [String: [UInt8]] = [:]
            try files.each(all.keys.sorted()) { path, content in try content.copy { visited[path, default: []] += $0 } }
            #expect(visited == all)
        }
    }
}
