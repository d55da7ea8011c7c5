/// A key that was pressed, or a text that was pasted, on a screen.
enum ScreenKey: Hashable {
    case character(Character)
    /// A letter with Ctrl, in lower case.
    case control(Character)
    case paste(String)
    case enter, escape, tab, backTab, backspace, delete
    case up, down, left, right, home, end, pageUp, pageDown
    /// Left and right with Alt or Ctrl.
    case back, forward
}

/// Parses keys from the bytes of a terminal (ECMA-48, 5.4; xterm).
struct ScreenKeys {
    /// Bytes of an incomplete key.
    private(set) var rest: [UInt8] = []

    private static let pasteStart = Array("\u{1B}[200~".utf8)
    private static let pasteEnd = Array("\u{1B}[201~".utf8)
    /// The longest text that is pasted at once; a longer text is pasted in parts.
    private static let longestPaste = 1 << 20

    /// Adds bytes, and returns the keys that are now complete.
    mutating func add(_ bytes: [UInt8]) -> [ScreenKey] {
        rest += bytes
        var (keys, start) = ([ScreenKey](), 0)
        while start < rest.count, let length = next(rest[start...], &keys) { start += length }
        rest.removeFirst(start)
        return keys
    }

    /// Whether the pending bytes are a key of their own if nothing follows; the beginning of a character is not.
    var canEnd: Bool { rest.first == 0x1B && !rest.starts(with: Self.pasteStart) }

    /// Returns the keys in the pending bytes, if nothing follows.
    mutating func end() -> [ScreenKey] {
        guard canEnd else { return [] }
        defer { rest = [] }
        if rest == [0x1B] { return [.escape] }
        var bytes = rest.dropFirst()
        var keys: [ScreenKey] = []
        while let length = next(bytes, &keys), length > 0 { bytes = bytes.dropFirst(length) }
        return [.escape] + keys
    }

    /// Appends the key at the beginning, and returns the number of its bytes; `nil` if it is incomplete.
    private func next(_ bytes: ArraySlice<UInt8>, _ keys: inout [ScreenKey]) -> Int? {
        guard let first = bytes.first else { return nil }
        switch first {
        case 0x1B: return sequence(bytes, &keys)
        case 0x20...0x7E:
            keys.append(.character(Character(Unicode.Scalar(first))))
            return 1
        case 0x80...: return text(bytes, &keys)
        default:
            if let key = Self.control(first) { keys.append(key) }
            return 1
        }
    }

    private static func control(_ byte: UInt8) -> ScreenKey? {
        switch byte {
        case 0x08, 0x7F: .backspace
        case 0x09: .tab
        case 0x0A, 0x0D: .enter
        case 0x01...0x1A: .control(Character(Unicode.Scalar(byte + 0x60)))
        default: nil
        }
    }

    /// Appends characters beyond ASCII, with those that combine with them.
    private func text(_ bytes: ArraySlice<UInt8>, _ keys: inout [ScreenKey]) -> Int? {
        let part = bytes.prefix { $0 >= 0x80 }
        var length = part.count
        // The last character may be incomplete.
        if let lead = part.lastIndex(where: { $0 >= 0xC0 }) {
            let needed = part[lead] >= 0xF0 ? 4 : part[lead] >= 0xE0 ? 3 : 2
            if part.endIndex - lead < needed, part.endIndex == bytes.endIndex { length = lead - part.startIndex }
        }
        guard length > 0 else { return nil }
        keys += String(decoding: part.prefix(length), as: UTF8.self).map(ScreenKey.character)
        return length
    }

    private func sequence(_ bytes: ArraySlice<UInt8>, _ keys: inout [ScreenKey]) -> Int? {
        guard bytes.count > 1 else { return nil }
        if bytes.starts(with: Self.pasteStart) { return paste(bytes, &keys) }
        let second = bytes[bytes.startIndex + 1]
        guard second == UInt8(ascii: "[") || second == UInt8(ascii: "O") else { return keyWithAlt(bytes, &keys) }
        // A function key of the Linux console: another bracket, and a letter.
        if bytes.starts(with: Array("\u{1B}[[".utf8)) { return bytes.count > 3 ? 4 : nil }
        let parameters = bytes.dropFirst(2).prefix { (0x20...0x3F).contains($0) }
        guard let final = bytes.dropFirst(2 + parameters.count).first else { return nil }
        let text = String(decoding: parameters, as: UTF8.self)
        if let key = Self.named(final, text) { keys.append(key) }
        return 3 + parameters.count
    }

    /// Appends what a key with Alt does, which is not what the key alone does: the escape character before it.
    private func keyWithAlt(_ bytes: ArraySlice<UInt8>, _ keys: inout [ScreenKey]) -> Int? {
        guard bytes.dropFirst().first != 0x1B else {
            keys.append(.escape)
            return 1
        }
        var named: [ScreenKey] = []
        guard let length = next(bytes.dropFirst(), &named) else { return nil }
        // The Terminal of macOS sends these letters for Alt-← and Alt-→.
        switch named.first {
        case .character("b"): keys.append(.back)
        case .character("f"): keys.append(.forward)
        default: break
        }
        return length + 1
    }

    private func paste(_ bytes: ArraySlice<UInt8>, _ keys: inout [ScreenKey]) -> Int? {
        let text = bytes.dropFirst(Self.pasteStart.count)
        guard let end = text.firstRange(of: Self.pasteEnd) else {
            guard text.count > Self.longestPaste else { return nil }
            keys.append(.paste(String(decoding: text, as: UTF8.self)))
            return bytes.count
        }
        keys.append(.paste(String(decoding: text[..<end.lowerBound], as: UTF8.self)))
        return end.upperBound - bytes.startIndex
    }

    private static func named(_ final: UInt8, _ parameters: String) -> ScreenKey? {
        // A modifier is the second number: 2 is Shift, 3 Alt, 5 Ctrl.
        let isModified = ["3", "5", "9"].contains(parameters.split(separator: ";").dropFirst().first ?? "")
        switch Character(Unicode.Scalar(final)) {
        case "A": return .up
        case "B": return .down
        case "C": return isModified ? .forward : .right
        case "D": return isModified ? .back : .left
        case "H": return .home
        case "F": return .end
        case "Z": return .backTab
        case "M": return .enter
        case "~":
            switch parameters.split(separator: ";").first ?? "" {
            case "1", "7": return .home
            case "4", "8": return .end
            case "3": return .delete
            case "5": return .pageUp
            case "6": return .pageDown
            default: return nil
            }
        default: return nil
        }
    }
}

/// A line that is typed on a screen.
struct ScreenInput: Equatable {
    private(set) var text: String
    /// How many characters are before the cursor.
    private(set) var cursor: Int

    init(_ text: String = "") { (self.text, cursor) = (text, text.count) }

    /// Changes the line according to a key; false if the key does not edit lines.
    mutating func press(_ key: ScreenKey) -> Bool {
        switch key {
        case .character(let character): insert(String(character))
        case .paste(let text): insert(text.split(whereSeparator: \.isNewline).joined(separator: " "))
        case .backspace: if cursor > 0 { remove(cursor - 1..<cursor) }
        case .delete, .control("d"): if cursor < text.count { remove(cursor..<cursor + 1) }
        case .left, .control("b"): cursor = max(0, cursor - 1)
        case .right, .control("f"): cursor = min(text.count, cursor + 1)
        case .home, .control("a"): cursor = 0
        case .end, .control("e"): cursor = text.count
        case .control("u"): remove(0..<cursor)
        case .control("k"): remove(cursor..<text.count)
        case .control("w"): remove(wordStart..<cursor)
        default: return false
        }
        return true
    }

    /// The part of the line that fits a width, and the column of the cursor in it.
    func shown(width: Int) -> (text: String, cursor: Int) {
        let before = PrintableCharacters.of(text.prefix(cursor))
        var (start, column) = (before.endIndex, 0)
        // The end of the typed text is the part that matters.
        while start > before.startIndex {
            let previous = before.index(before: start)
            guard column + before[previous].columns < max(1, width) else { break }
            column += before[previous].columns
            start = previous
        }
        return (before[start...] + PrintableCharacters.of(text.dropFirst(cursor)), column)
    }

    private var wordStart: Int {
        var rest = text.prefix(cursor)
        while rest.last == " " { rest.removeLast() }
        while let last = rest.last, last != " " { rest.removeLast() }
        return rest.count
    }

    private mutating func insert(_ new: String) {
        let place = text.index(text.startIndex, offsetBy: cursor)
        let count = text.count
        text.insert(contentsOf: new, at: place)
        // A combining character joins the previous one.
        cursor = max(0, min(text.count, cursor + text.count - count))
    }

    private mutating func remove(_ range: Range<Int>) {
        let start = text.index(text.startIndex, offsetBy: range.lowerBound)
        text.removeSubrange(start..<text.index(start, offsetBy: range.count))
        cursor = range.lowerBound
    }
}

/// Characters that can be shown while they are typed.
enum PrintableCharacters {
    /// The text with placeholders for characters that would take no column.
    static func of(_ text: some StringProtocol) -> String {
        String(text.map { $0.unicodeScalars.contains(where: isHidden) ? "·" : $0 })
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        // A joiner of emoji is visible through what it joins.
        scalar.value < 0x20 || scalar.properties.generalCategory == .format && scalar.value != 0x200D
    }
}
