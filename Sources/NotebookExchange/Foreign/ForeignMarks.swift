import NotebookText

/// Marks in texts that stand for destinations which are not known yet.
///
/// They begin with random letters, so that no text contains one by chance or on purpose.
struct ForeignMarks {
    /// What a mark stands for.
    enum Mark: Equatable {
        case link(Int)
        case attachment(Int)
    }

    private let prefix: [UInt8]

    /// Letters that are rare in texts come first, where marks are looked for.
    init(_ random: UInt64) { prefix = Array("qz\(String(random, radix: 36))q".utf8) }

    func mark(_ mark: Mark) -> String {
        let (kind, index) =
            switch mark {
            case .link(let index): ("l", index)
            case .attachment(let index): ("a", index)
            }
        return "\(String(decoding: prefix, as: UTF8.self))\(kind)\(index)z"
    }

    /// The numbers of the links in a text.
    func links(in text: [UInt8]) -> [Int] {
        var found: [Int] = []
        scan(text) { _, mark in if case .link(let index) = mark { found.append(index) } }
        return found
    }

    /// The numbers of the attachments in a text.
    func attachments(in text: [UInt8]) -> [Int] {
        var found: [Int] = []
        scan(text) { _, mark in if case .attachment(let index) = mark { found.append(index) } }
        return found
    }

    /// A text with its marks replaced; those for which the function gives `nil` stay.
    ///
    /// - Parameter replacement: Gets a mark and the place where it begins.
    func replaced(in text: [UInt8], _ replacement: (Mark, _ place: Int) -> String?) -> [UInt8] {
        var output: [UInt8] = []
        var offset = 0
        scan(text) { range, mark in
            guard let new = replacement(mark, range.lowerBound) else { return }
            output += text[offset..<range.lowerBound]
            output += new.utf8
            offset = range.upperBound
        }
        return output + text[offset...]
    }

    private func scan(_ text: [UInt8], _ visit: (Range<Int>, Mark) -> Void) {
        var offset = 0
        while let start = text[offset...].firstIndex(of: prefix[0]) {
            offset = start + 1
            guard text.byte(at: offset, before: text.count) == prefix[1], text[start...].starts(with: prefix) else {
                continue
            }
            var end = start + prefix.count + 1
            while end < text.count, (0x30...0x39).contains(text[end]) { end += 1 }
            guard end < text.count, text[end] == UInt8(ascii: "z"),
                let index = Int(String(decoding: text[start + prefix.count + 1..<end], as: UTF8.self))
            else { continue }
            visit(start..<end + 1, text[start + prefix.count] == UInt8(ascii: "l") ? .link(index) : .attachment(index))
            offset = end + 1
        }
    }
}
