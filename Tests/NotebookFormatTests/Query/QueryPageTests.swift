import Foundation
import TestSupport
import Testing

@testable import NotebookQuery

/// What docs/Query.md says, compared with the code.
struct `The page of the query language` {
    static let page =
        (try? String(contentsOf: Project.root.appending(path: "docs/Query.md"), encoding: .utf8)) ?? ""

    /// The rows of the tables in a section, each with its cells.
    static func rows(_ section: String) -> [[String]] {
        let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
        let text = lines.drop { $0 != "## \(section)" }.dropFirst().prefix { !$0.hasPrefix("## ") }
        return text.filter { $0.hasPrefix("| `") || $0.hasPrefix("| |") }.map { line in
            line.replacing("\\|", with: "\u{1}").split(separator: "|").map {
                $0.trimmingCharacters(in: .whitespaces).replacing("\u{1}", with: "|")
            }
        }
    }

    static func code(_ cell: String) -> [String] { cell.matches(of: /`([^`]+)`/).map { String($0.output.1) } }

    @Test func `shows queries that can be read`() throws {
        let blocks = Self.page.split(separator: "```text\n").dropFirst().map { $0.prefix { $0 != "`" } }
        let queries = blocks.flatMap { $0.split(separator: "\n") }
        #expect(queries.count == 9)
        for query in queries { #expect(throws: Never.self, "\(query)") { try Query(String(query)) } }
    }

    @Test func `has every field with its names, its kind and its place`() {
        let rows = Self.rows("1 Fields")
        #expect(rows.map { Self.code($0[0]) } == QueryField.allCases.map { [$0.rawValue] })
        for (field, row) in zip(QueryField.allCases, rows) {
            #expect(Self.code(row[1]) == field.aliases)
            #expect(row[2].contains("in the file") == (field.part != nil))
            #expect(row[2].contains("or none") == field.canBeMissing)
            let kind: String =
                switch field.type {
                case .text: "text"
                case .nestedText: "nested text"
                case .kind: "kind"
                case .date: "date"
                case .truth: "truth"
                case .number, .count: "number"
                case .property: "any"
                }
            #expect(row[2].hasPrefix(kind), "\(field)")
        }
    }

    @Test func `has a grammar with every field`() {
        let lines = Self.page.split(separator: "\n")
        func names(_ rule: String) -> Set<String> {
            let text = lines.drop { !$0.hasPrefix("\(rule)-field ") }
            let more = text.dropFirst().prefix { $0.hasPrefix("            / ") }
            let words = (text.prefix(1) + more).flatMap { $0.matches(of: /"([^"]+)"/) }
            return Set(words.map { String($0.output.1) })
        }
        func fields(_ isMember: (QueryField) -> Bool) -> Set<String> {
            Set(QueryField.allCases.filter(isMember).flatMap { [$0.rawValue] + $0.aliases })
        }
        #expect(names("truth") == fields { $0.type == .truth })
        #expect(names("text") == fields { [.text, .nestedText].contains($0.type) })
        #expect(names("none") == fields { $0.canBeMissing && $0 != .property })
        #expect(names("date") == fields { $0.type == .date })
        #expect(names("count") == fields { $0.type == .count })
    }

    @Test func `says which operators go with which values`() {
        let rows = Self.rows("2 Operators")
        let types: [QueryType] = [.text, .nestedText, .kind, .date, .number, .truth, .property]
        #expect(rows.dropFirst().flatMap { Self.code($0[0]) } == QueryOperator.allCases.map(\.rawValue))
        for row in rows.dropFirst() {
            for (type, cell) in zip(types, row.dropFirst()) {
                for name in Self.code(row[0]) {
                    #expect(type.operators.contains { $0.rawValue == name } == (cell == "yes"), "\(name) \(type)")
                }
            }
        }
    }

    @Test func `shows dates that can be read`() {
        for date in Self.rows("4 Dates").flatMap({ Self.code($0[0]) }) {
            #expect(throws: Never.self, "\(date)") { try Query("created >= \(date)") }
        }
        let names = Self.rows("4 Dates").flatMap { Self.code($0[0]) }.compactMap { QueryMoment.Name(rawValue: $0) }
        #expect(Set(names) == Set(QueryMoment.Name.allCases))
    }

    @Test func `shows regular expressions that can be read, also by Swift`() {
        let rows = Self.rows("6 Regular expressions")
        #expect(rows.count == 12)
        for pattern in rows.flatMap({ Self.code($0[0]) }) {
            #expect(throws: Never.self, "\(pattern)") { try TextPattern(pattern, isExact: false) }
            #expect(throws: Never.self, "\(pattern)") { try Regex(pattern) }
        }
    }

    @Test func `shows canonical texts as they are printed`() throws {
        for row in Self.rows("8 Canonical text") {
            #expect(try Query(Self.code(row[0])[0]).description == Self.code(row[1])[0])
        }
    }

    @Test func `shows messages as they are`() {
        let rows = Self.rows("9 Errors and limits")
        #expect(rows.count == 4)
        for row in rows { #expect(QueryErrors.problem(Self.code(row[0])[0]) == row[1]) }
    }

    @Test func `is what the format refers to`() throws {
        let format = try String(contentsOf: Project.root.appending(path: "docs/Format.md"), encoding: .utf8)
        let clause = try #require(format.split(separator: "\n").first { $0.hasPrefix("**16.5**") })
        #expect(clause.contains("](Query.md)"))
    }
}
