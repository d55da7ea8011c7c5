import Foundation
import TestSupport
import Testing

/// Folders are rooms, and rooms stand above one another.
@Suite(.waitsForPrograms) struct `The folders of the sources` {
    private struct File {
        let folder: String
        /// The types that it declares at its top level.
        let types: [String]
        /// The words with a capital letter that stand in its code, and behind no full stop.
        let words: Set<String>
    }

    private static let files: [File] = {
        let sources = Project.root.appending(path: "Sources")
        let paths = (FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String } ?? []).sorted()
        return paths.filter { $0.hasSuffix(".swift") }.compactMap { path in
            guard let text = try? Data(contentsOf: sources.appending(path: path)) else { return nil }
            let lines = code(Array(text))
            return File(
                folder: path.split(separator: "/").dropLast().joined(separator: "/"), types: types(lines),
                words: words(lines))
        }
    }()

    /// The lines of a file without comments and texts; what texts interpolate stays.
    private static func code(_ bytes: [UInt8]) -> [[UInt8]] {
        var (lines, line) = ([[UInt8]](), [UInt8]())
        /// How many quotation marks end the texts that are open, and 0 for each parenthesis in an interpolation.
        var open: [Int] = []
        var index = 0
        func quotes() -> Int {
            bytes[index...].starts(with: Array("\"\"\"".utf8)) ? 3 : bytes[index] == UInt8(ascii: "\"") ? 1 : 0
        }
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\n") {
                lines.append(line)
                line = []
                index += 1
            } else if let end = open.last, end > 0 {
                if byte == UInt8(ascii: "\\") {
                    if index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "(") { open.append(0) }
                    index += 2
                } else if quotes() >= end {
                    open.removeLast()
                    line.append(UInt8(ascii: " "))
                    index += end
                } else {
                    index += 1
                }
            } else if bytes[index...].starts(with: Array("//".utf8)) {
                index = bytes[index...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            } else if quotes() > 0 {
                open.append(quotes())
                line.append(UInt8(ascii: " "))
                index += quotes()
            } else {
                if !open.isEmpty, byte == UInt8(ascii: "(") { open.append(0) }
                if !open.isEmpty, byte == UInt8(ascii: ")") { open.removeLast() }
                line.append(byte)
                index += 1
            }
        }
        return lines + [line]
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || byte == 0x5F || (0x61...0x7A).contains(byte)
    }

    private static func split(_ line: [UInt8]) -> [(word: String, isMember: Bool)] {
        var (words, start) = ([(String, Bool)](), 0)
        while start < line.count {
            guard isLetter(line[start]) else {
                start += 1
                continue
            }
            let end = line[start...].firstIndex { !isLetter($0) } ?? line.count
            let isMember = start > 0 && line[start - 1] == UInt8(ascii: ".")
            words.append((String(decoding: line[start..<end], as: UTF8.self), isMember))
            start = end
        }
        return words
    }

    private static func types(_ lines: [[UInt8]]) -> [String] {
        var (types, depth) = ([String](), 0)
        let kinds: Set<String> = ["struct", "class", "enum", "protocol", "actor", "typealias"]
        for line in lines {
            if depth == 0 {
                let words = split(line).map(\.word)
                let kind = words.firstIndex(where: kinds.contains)
                if let kind, kind + 1 < words.count, !words[..<kind].contains("extension") {
                    types.append(words[kind + 1])
                }
            }
            depth += line.count { $0 == UInt8(ascii: "{") } - line.count { $0 == UInt8(ascii: "}") }
        }
        return types
    }

    private static func words(_ lines: [[UInt8]]) -> Set<String> {
        Set(
            lines.flatMap(split).filter { word, isMember in
                !isMember && word.utf8.first.map { (0x41...0x5A).contains($0) } == true
            }.map(\.word))
    }

    @Test func `do not depend on one another in a circle`() {
        var homes: [String: String] = [:]
        for file in Self.files { for type in file.types where homes[type] == nil { homes[type] = file.folder } }
        #expect(homes.count > 700)
        var needs: [String: [String: Set<String>]] = [:]
        for file in Self.files {
            needs[file.folder, default: [:]].merge([:]) { one, _ in one }
            for word in file.words {
                guard let home = homes[word], home != file.folder else { continue }
                needs[file.folder, default: [:]][home, default: []].insert(word)
            }
        }
        #expect(needs.count > 60)
        // What needs nothing any more is taken away, again and again; what is left then is circles and what stands on
        // them.
        while let free = needs.first(where: { $0.value.keys.allSatisfy { needs[$0] == nil } })?.key {
            needs[free] = nil
        }
        let left = needs.mapValues { rows in rows.filter { needs[$0.key] != nil } }
        #expect(left.isEmpty, "\(left.map { "\($0.key) needs \($0.value)" }.sorted().joined(separator: "\n"))")
    }
}
