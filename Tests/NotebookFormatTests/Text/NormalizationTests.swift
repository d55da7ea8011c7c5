import Foundation
import TestSupport
import Testing

@testable import NotebookText

/// Normal forms as Unicode Standard Annex 15 defines them, from the table that the format gives.
private struct NormalForms {
    private var classes: [UInt32: Int] = [:]
    private(set) var parts: [UInt32: [UInt32]] = [:]
    private var pairs: [[UInt32]: UInt32] = [:]
    private(set) var free: [ClosedRange<UInt32>] = []

    init(_ text: String) {
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let words = line.split(separator: " ")
            let points = words.dropFirst().compactMap { UInt32($0, radix: 16) }
            switch words[0] {
            case "class": classes[points[0]] = Int(words[2])
            case "free": free.append(points[0]...points[1])
            default:
                parts[points[0]] = Array(points.dropFirst())
                if words[0] == "pair" { pairs[Array(points.dropFirst())] = points[0] }
            }
        }
    }

    var marks: [UInt32] { classes.keys.sorted() }

    private func isFree(_ point: UInt32) -> Bool { free.contains { $0.contains(point) } }

    func decomposed(_ text: [UInt32]) -> [UInt32] { byPart(text, decomposedPart) }

    func composed(_ text: [UInt32]) -> [UInt32] { byPart(text) { composedPart(decomposedPart($0)) } }

    private func byPart(_ text: [UInt32], _ normalise: ([UInt32]) -> [UInt32]) -> [UInt32] {
        var (output, part): ([UInt32], [UInt32]) = ([], [])
        for point in text {
            guard isFree(point) else {
                part.append(point)
                continue
            }
            output += normalise(part) + [point]
            part = []
        }
        return output + normalise(part)
    }

    private func decomposedPart(_ text: [UInt32]) -> [UInt32] {
        var output: [UInt32] = []
        for point in text.flatMap(fully) {
            let number = classes[point] ?? 0
            var place = output.count
            while number > 0, place > 0, classes[output[place - 1]] ?? 0 > number { place -= 1 }
            output.insert(point, at: place)
        }
        return output
    }

    private func fully(_ point: UInt32) -> [UInt32] {
        if let parts = parts[point] { return parts.flatMap(fully) }
        guard (0xAC00..<0xAC00 + 11172).contains(point) else { return [point] }
        let index = point - 0xAC00
        let last = index % 28
        return [0x1100 + index / 588, 0x1161 + index % 588 / 28] + (last == 0 ? [] : [0x11A7 + last])
    }

    private func composedPart(_ text: [UInt32]) -> [UInt32] {
        var (output, starter): ([UInt32], Int?) = ([], nil)
        for point in text {
            let number = classes[point] ?? 0
            if let starter, let pair = pair(output[starter], point) {
                let last = output.count - 1 == starter ? nil : classes[output[output.count - 1]] ?? 0
                if last.map({ $0 < number }) ?? true {
                    output[starter] = pair
                    continue
                }
            }
            if number == 0 { starter = output.count }
            output.append(point)
        }
        return output
    }

    private func pair(_ first: UInt32, _ second: UInt32) -> UInt32? {
        if (0x1100..<0x1113).contains(first), (0x1161..<0x1176).contains(second) {
            return 0xAC00 + (first - 0x1100) * 588 + (second - 0x1161) * 28
        }
        if (0xAC00..<0xD7A4).contains(first), (first - 0xAC00) % 28 == 0, (0x11A8..<0x11C3).contains(second) {
            return first + second - 0x11A7
        }
        return pairs[[first, second]]
    }
}

struct `Normal forms of any text` {
    private static let table = Result {
        NormalForms(try String(contentsOf: Project.root.appending(path: "docs/normalforms.txt"), encoding: .utf8))
    }

    private static func check(_ points: [UInt32], _ table: NormalForms) {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: points.compactMap(Unicode.Scalar.init))
        let given = text.map(\.value)
        let hexadecimal = given.map { String($0, radix: 16) }.joined(separator: " ")
        let (decomposed, composed) = (String(text).decomposed, String(text).composed)
        #expect(decomposed.unicodeScalars.map(\.value) == table.decomposed(given), "NFD of \(hexadecimal)")
        #expect(composed.unicodeScalars.map(\.value) == table.composed(given), "NFC of \(hexadecimal)")
    }

    @Test func `are those of the pinned table, for every code point that has others`() throws {
        let table = try Self.table.get()
        #expect(table.parts.count == 2061 && table.marks.count == 922 && table.free.count > 700)
        for point in table.parts.keys.sorted() + table.marks + table.free.map(\.lowerBound) {
            Self.check([0x61, point, 0x316], table)
        }
        for point in stride(from: UInt32(0xAC00), to: 0xAC00 + 11172, by: 97) { Self.check([point, 0x11A8], table) }
    }

    @Test(arguments: Seeds.some(4)) func `are those of the pinned table, for very many marks`(seed: UInt64) throws {
        let table = try Self.table.get()
        var generator = SeededGenerator(seed: seed)
        let marks = table.marks + [0x344, 0xF73, 0xF75, 0xF81] + table.free.prefix(1).map(\.lowerBound)
        let many = (0..<300).map { _ in generator.pick(marks) }
        Self.check([0x61] + many + [0xE9] + many.prefix(150) + [0x62] + many.prefix(3), table)
    }

    @Test(arguments: Seeds.some(4)) func `are those of the pinned table, for any sequence`(seed: UInt64) throws {
        let table = try Self.table.get()
        var generator = SeededGenerator(seed: seed)
        let kinds = [
            table.marks, table.parts.keys.sorted(), table.free.map(\.upperBound),
            [0x61, 0x6F, 0x1100, 0x1161, 0x11A8, 0xAC00, 0xAC01, 0x9C7, 0xB47, 0x1025, 0x11131, 0x1B05, 0x304B],
            // Marks that consist of marks, which the standard library takes for letters.
            [0x344, 0xF73, 0xF75, 0xF81],
        ]
        for _ in 0..<500 {
            Self.check(
                (0..<Int.random(in: 1...6, using: &generator)).map { _ in
                    generator.pick(generator.pick(kinds))
                }, table)
        }
    }
}
