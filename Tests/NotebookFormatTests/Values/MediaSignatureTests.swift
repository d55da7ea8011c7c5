import Foundation
import TestSupport
import Testing

@testable import NotebookFormat

/// Annex B of the format, compared with what the rule does.
struct `The signatures that the format lists` {
    /// The cells of the table behind a clause.
    private static func rows(behind clause: String) throws -> [[String]] {
        let format = try String(contentsOf: Project.root.appending(path: "docs/Format.md"), encoding: .utf8)
        let text = try #require(format.split(separator: "\n\n**").first { $0.hasPrefix("\(clause)**") })
        return text.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    private static func words(_ cell: String) -> [String] {
        cell.matches(of: /`([^`]+)`/).map { String($0.output.1) }
    }

    /// A first extension of each media type.
    private static func extensions() throws -> [String: String] {
        Dictionary(
            try rows(behind: "B.1").compactMap { row in
                words(row[1]).first.map { (words(row[0])[0], $0) }
            }
        ) { first, _ in first }
    }

    @Test func `are those of the rule, and no others`() throws {
        let extensions = try Self.extensions()
        #expect(extensions.count > 60)
        var listed: Set<String> = []
        for row in try Self.rows(behind: "B.3") {
            let types = Self.words(row[0]).flatMap { type in
                let types = extensions.keys.filter { type.hasSuffix("*") ? $0.hasPrefix(type.dropLast()) : $0 == type }
                #expect(!types.isEmpty, "\(type)")
                return types
            }
            for type in types {
                let name = "x.\(extensions[type] ?? "")"
                listed.insert(type)
                #expect(MediaSignature.problem(of: name, head: Array("zzzzzzzz".utf8)) != nil, "\(type)")
                for pattern in row[1].matches(of: /`([^`]+)`(?: at ([0-9]+))?/) {
                    let bytes = pattern.output.1.split(separator: " ").map { UInt8($0, radix: 16) ?? 0x78 }
                    let offset = pattern.output.2.flatMap { Int($0) } ?? 0
                    let head = [UInt8](repeating: 0x78, count: offset) + bytes
                    #expect(MediaSignature.problem(of: name, head: head) == nil, "\(type)")
                    #expect(MediaSignature.problem(of: name, head: Array(head.dropLast())) != nil, "\(type)")
                }
            }
        }
        for (type, ending) in extensions where !listed.contains(type) {
            #expect(MediaSignature.problem(of: "x.\(ending)", head: Array("zzzzzzzz".utf8)) == nil, "\(type)")
        }
    }

    @Test func `leave texts to be anything but what holds a NUL`() {
        for ending in ["txt", "svg", "json", "css"] {
            #expect(MediaSignature.problem(of: "x.\(ending)", head: Array("BM %PDF-".utf8)) == nil)
            #expect(MediaSignature.problem(of: "x.\(ending)", head: Array("a\0b".utf8)) != nil)
            #expect(MediaSignature.problem(of: "x.\(ending)", head: [0xFF, 0xFE, 0x61, 0]) == nil)
        }
        #expect(MediaSignature.problem(of: "x.unknown", head: [0]) == nil)
    }
}
