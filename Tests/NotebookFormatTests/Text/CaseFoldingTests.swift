import Foundation
import TestSupport
import Testing

@testable import NotebookText

struct `Case folding` {
    /// Unicode's own table, if this machine has that of version 15.
    static let unicodeData = (try? String(contentsOfFile: "/usr/share/unicode/CaseFolding.txt", encoding: .utf8))
        .flatMap { $0.hasPrefix("# CaseFolding-15.0") ? $0 : nil }

    /// The mappings of a table whose lines begin with a code point.
    static func mappings(_ text: String, _ read: (Substring) -> (UInt32, [UInt32])?) -> [UInt32: [UInt32]] {
        Dictionary(text.split(separator: "\n").compactMap(read)) { _, last in last }
    }

    static func expectFolding(_ table: [UInt32: [UInt32]]) {
        for value in 0...UInt32(0x10FFFF) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let folded = CaseFolding.folded(String(scalar)).unicodeScalars.map(\.value)
            if folded != table[value] ?? [value] { Issue.record("U+\(String(value, radix: 16)) folds to \(folded)") }
        }
    }

    @Test func `is what the pinned table says, for every code point`() throws {
        let text = try String(contentsOf: Project.root.appending(path: "docs/casefolding.txt"), encoding: .utf8)
        let table = Self.mappings(text) { line in
            let points = line.split(separator: " ").compactMap { UInt32($0, radix: 16) }
            return line.hasPrefix("#") ? nil : (points[0], Array(points.dropFirst()))
        }
        #expect(table.count == 1530)
        Self.expectFolding(table)
    }

    @Test(.enabled(if: unicodeData != nil, "the table of Unicode 15 is not on this machine"))
    func `is that of Unicode 15`() throws {
        let text = try #require(Self.unicodeData)
        let table = Self.mappings(text) { line in
            let fields = line.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
            guard !line.hasPrefix("#"), fields.count > 2, fields[1] == "C" || fields[1] == "F",
                let point = UInt32(fields[0], radix: 16)
            else { return nil }
            return (point, fields[2].split(separator: " ").compactMap { UInt32($0, radix: 16) })
        }
        #expect(table.count == 1530)
        Self.expectFolding(table)
    }

    @Test(arguments: [
        ("Straße", "STRASSE"), ("é", "E\u{301}"), ("ΣΊΣΥΦΟΣ", "σίσυφος"), ("ﬀ", "FF"), ("K", "k"), ("ᾳ", "ΑΙ"),
    ])
    func `makes equal what differs in case or normalisation`(one: String, two: String) {
        #expect(ComparisonKey(one) == ComparisonKey(two))
    }

    @Test(arguments: [("a", "b"), ("é", "e"), ("ı", "i"), ("日", "曰")])
    func `keeps different what differs otherwise`(one: String, two: String) {
        #expect(ComparisonKey(one) != ComparisonKey(two))
    }
}
