import ForeignData
import NotebookText

/// A page of a graph as it is written: properties, and blocks below each other.
struct LogseqPage: Sendable {
    /// A block: its lines without marks, its properties, and the blocks below it.
    struct Block: Sendable {
        var lines: [String]
        var properties: [(key: String, value: String)] = []
        var children: [Block] = []
        /// Whether it was written with the mark of a block.
        var isBullet = true

        func property(_ key: String) -> String? { properties.first { $0.key == key }?.value }
    }

    /// Its path in the graph.
    let path: String
    private(set) var title: String
    private(set) var properties: [(key: String, value: String)] = []
    private(set) var blocks: [Block] = []

    /// - Parameter title: Its title by the name of its file; a property may say another.
    init(_ text: String, at path: String, called title: String) {
        (self.path, self.title) = (path, title)
        var lines = text.withLineFeeds.parts(between: "\n", omittingEmpty: false).map(String.init)[...]
        if lines.first?.hasPrefix("\u{FEFF}") == true { lines[lines.startIndex].removeFirst() }
        if lines.first == "---", let end = lines.dropFirst().firstIndex(of: "---") {
            for line in lines[lines.startIndex + 1..<end] {
                guard let colon = line.firstIndex(of: ":") else { continue }
                properties.append(
                    (String(line[..<colon]).trimmedOfSpace, line[line.index(after: colon)...].trimmedOfSpace))
            }
            lines = lines[(end + 1)...]
        }
        // The properties of the page stand before everything else, or are its first block.
        while let line = lines.first {
            if let property = Self.property(line[...]) {
                properties.append(property)
            } else if !line.trimmedOfSpace.isEmpty {
                break
            }
            lines.removeFirst()
        }
        read(lines)
        if properties.isEmpty, let first = blocks.first, first.lines.allSatisfy({ $0.isEmpty }), first.children.isEmpty,
            !first.properties.isEmpty
        {
            properties = first.properties
            blocks.removeFirst()
        }
        if let written = properties.first(where: { $0.key == "title" }) { self.title = written.value }
    }

    private static func property(_ line: Substring) -> (key: String, value: String)? {
        guard line.holds("::") else { return nil }
        let start = line.drop(while: \.isWhitespace)
        let key = start.prefix { $0.isLetter || $0.isASCII && $0.isNumber || "_.-/".contains($0) }
        let rest = start[key.endIndex...]
        guard !key.isEmpty, rest.utf8.starts(with: "::".utf8) else { return nil }
        let value = rest.dropFirst(2)
        guard value.first?.isWhitespace ?? true else { return nil }
        return (key.lowercased(), value.trimmedOfSpace)
    }

    private mutating func read(_ lines: ArraySlice<String>) {
        var stack: [(depth: Int, block: Block)] = []
        var isFenced = false
        func depth(_ line: String) -> Int {
            var width = 0
            for character in line {
                if character == "\t" { width += 2 } else if character == " " { width += 1 } else { break }
            }
            return width
        }
        func close(downTo count: Int, _ blocks: inout [Block]) {
            while stack.count > count {
                let last = stack.removeLast().block
                if stack.isEmpty { blocks.append(last) } else { stack[stack.count - 1].block.children.append(last) }
            }
        }
        /// The end of a block in the manner of Org mode that begins in a line; `nil` if none does or nothing ends it.
        func end(_ text: Substring, at index: Int) -> String? {
            guard let begin = LogseqMarkup.begin(text) else { return nil }
            let end = "#+end_\(begin.name)"
            return lines[(index + 1)...].contains { $0.trimmedOfSpace.lowercased() == end } ? end : nil
        }
        var fence: String?
        for (index, line) in zip(lines.indices, lines) {
            let width = depth(line)
            let rest = line.drop { $0 == " " || $0 == "\t" }
            if let end = fence, line.trimmedOfSpace.lowercased() == end { (isFenced, fence) = (false, nil) }
            if !isFenced, rest == "-" || rest.hasPrefix("- ") {
                let count = stack.firstIndex { $0.depth >= width || !$0.block.isBullet } ?? stack.count
                close(downTo: count, &blocks)
                let first = String(rest.dropFirst(2))
                var block = Block(lines: [first])
                if let property = Self.property(first[...]) { block = Block(lines: [""], properties: [property]) }
                fence = end(first[...], at: index)
                isFenced = fence != nil || first.hasPrefix("```") && first.dropFirst(3).contains("```") == false
                stack.append((width, block))
                continue
            }
            if stack.isEmpty {
                guard !rest.isEmpty || isFenced else { continue }
                stack.append((-1, Block(lines: [], isBullet: false)))
            }
            let last = stack.count - 1
            if !isFenced, stack[last].block.isBullet, let property = Self.property(rest) {
                stack[last].block.properties.append(property)
                continue
            }
            // What stands below the mark of a block belongs to it.
            let indentation = stack[last].depth + 2
            var cut = line[...]
            var removed = 0
            while removed < indentation, let first = cut.first, first == " " || first == "\t" {
                removed += first == "\t" ? 2 : 1
                cut.removeFirst()
            }
            if !isFenced, rest.isEmpty, !stack[last].block.isBullet {
                close(downTo: 0, &blocks)
                continue
            }
            if !isFenced, !stack[last].block.isBullet, rest.hasPrefix("#"), !rest.hasPrefix("#+"),
                !stack[last].block.lines.isEmpty
            {
                close(downTo: 0, &blocks)
                stack.append((-1, Block(lines: [String(rest)], isBullet: false)))
                continue
            }
            stack[last].block.lines.append(String(cut))
            if fence == nil, rest.hasPrefix("```") { isFenced.toggle() }
            if !isFenced, let end = end(rest, at: index) { (isFenced, fence) = (true, end) }
        }
        close(downTo: 0, &blocks)
    }
}
