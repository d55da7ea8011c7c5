import NotebookBundle
import TerminalIO

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A picture that a card shows.
struct CardPicture {
    /// Its name for people.
    let name: String
    let path: BundlePath
}

/// Pictures at a terminal, in the graphics protocol of kitty with Unicode placeholders: once it has a picture, the
/// terminal shows it in place of characters, so that its lines scroll and vanish like any others.
struct TerminalPictures {
    /// The largest picture that is shown, in bytes.
    static let limit = 8 << 20
    /// How many pictures the terminal has at once.
    private static let maximumCount = 200

    /// The numbers of the pictures that the terminal has.
    private var sent: [String: Int] = [:]
    /// What the terminal has to receive before the next drawing.
    private(set) var unsent: [UInt8] = []

    /// Asks the terminal; `nil` if it does not show pictures.
    ///
    /// Only terminals that are known to understand placeholders are asked: others would print them.
    init?(_ keyboard: Keyboard, _ environment: [String: String]) throws {
        let names = [environment["TERM"], environment["TERM_PROGRAM"]].compactMap { $0?.lowercased() }
        guard names.contains(where: { $0 == "xterm-kitty" || $0.hasSuffix("ghostty") }) else { return nil }
        // A terminal that does not know the first question answers only the second, which all know.
        try keyboard.write(Array("\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[c".utf8))
        var answer = ""
        let size = keyboard.size()
        for _ in 0..<20 {
            guard case .keys(let bytes) = try keyboard.event(size, 100) else { continue }
            answer += String(decoding: bytes, as: UTF8.self)
            if bytes.isEmpty || answer.contains(/\u{1B}\[\?[0-9;]*c/) { break }
        }
        guard answer.contains("\u{1B}_Gi=31;OK") else { return nil }
    }

    /// The lines in which the terminal shows a picture; `nil` if it is no PNG, the only format that every such terminal
    /// reads.
    ///
    /// - Parameters:
    ///   - width: The room in columns.
    ///   - height: The room in lines.
    mutating func lines(
        of picture: CardPicture, width: Int, height: Int, _ read: (CardPicture) throws -> [UInt8]
    ) -> [String]? {
        guard picture.name.lowercased().hasSuffix(".png"), let bytes = try? read(picture),
            let pixels = Self.pixels(of: bytes)
        else { return nil }
        // Most characters are about twice as high as wide.
        let natural = (columns: Double(pixels.width) / 10, lines: Double(pixels.height) / 20)
        let room = (columns: Double(max(1, width)), lines: Double(max(1, min(height, Self.rows.count))))
        let scale = min(1, room.columns / natural.columns, room.lines / natural.lines)
        let columns = max(1, Int((natural.columns * scale).rounded()))
        let lines = max(1, Int((natural.lines * scale).rounded()))
        let number = number(of: bytes, "\(picture.path.text) \(columns) \(lines)", columns, lines)
        return Self.rows.prefix(lines).map { row in
            let cells = String(repeating: "\u{10EEEE}", count: columns - 1)
            return "\u{1B}[38;5;\(number)m\u{10EEEE}\(row)\u{305}\(cells)\u{1B}[39m"
        }
    }

    /// Takes what the terminal has to receive.
    mutating func takeUnsent() -> [UInt8] {
        defer { unsent = [] }
        return unsent
    }

    /// Removes all pictures from the terminal.
    mutating func removeAll() -> [UInt8] {
        defer { (sent, unsent) = ([:], []) }
        return sent.values.sorted().flatMap { Array("\u{1B}_Ga=d,d=I,i=\($0),q=2\u{1B}\\".utf8) }
    }

    private mutating func number(of bytes: [UInt8], _ key: String, _ columns: Int, _ lines: Int) -> Int {
        if let number = sent[key] { return number }
        if sent.count == Self.maximumCount { unsent += removeAll() }
        let number = sent.count + 1
        sent[key] = number
        let text = Data(bytes).base64EncodedString()
        var rest = text[...]
        var start = "a=T,U=1,f=100,t=d,i=\(number),c=\(columns),r=\(lines),q=2,"
        while !rest.isEmpty {
            let part = rest.prefix(4096)
            rest = rest.dropFirst(part.count)
            unsent += "\u{1B}_G\(start)m=\(rest.isEmpty ? 0 : 1);\(part)\u{1B}\\".utf8
            start = ""
        }
        return number
    }

    /// The size of a PNG in pixels (PNG, section 11.2.2).
    static func pixels(of bytes: [UInt8]) -> (width: Int, height: Int)? {
        guard bytes.count >= 24, bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else {
            return nil
        }
        func number(_ start: Int) -> Int { bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
        let (width, height) = (number(16), number(20))
        return (1...20_000).contains(width) && (1...20_000).contains(height) ? (width, height) : nil
    }

    /// The marks that number the lines of a picture.
    private static let rows: [String] = [
        0x305, 0x30D, 0x30E, 0x310, 0x312, 0x33D, 0x33E, 0x33F, 0x346, 0x34A, 0x34B, 0x34C, 0x350, 0x351, 0x352, 0x357,
        0x35B, 0x363, 0x364, 0x365, 0x366, 0x367, 0x368, 0x369,
    ].compactMap { Unicode.Scalar($0 as UInt32).map { String($0) } }
}
