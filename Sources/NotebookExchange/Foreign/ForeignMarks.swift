import NotebookFormat
import NotebookText
import Synchronization

/// Marks in texts that stand for destinations which are not known yet, and what they stand for.
///
/// They begin with random letters, so that no text contains one by chance or on purpose. Threads that convert notes share
/// them; how they are numbered means nothing.
final class ForeignMarks: Sendable {
    /// What a mark stands for.
    enum Mark: Equatable {
        case link(Int)
        case attachment(Int)
    }

    /// Marks in a text, in their order.
    typealias Places = [(range: Range<Int>, mark: Mark)]

    private let prefix: [UInt8]
    private let meanings = Mutex(Meanings())

    private struct Meanings {
        var links: [ForeignLink] = []
        var attachments: [BundlePath] = []
    }

    /// Letters that are rare in texts come first, where marks are looked for.
    init(_ random: UInt64) { prefix = Array("qz\(String(random, radix: 36))q".utf8) }

    /// All links, by their numbers.
    var links: [ForeignLink] { meanings.withLock { $0.links } }

    /// A link by its number.
    func link(_ index: Int) -> ForeignLink { meanings.withLock { $0.links[index] } }

    /// An attachment by its number.
    func attachment(_ index: Int) -> BundlePath { meanings.withLock { $0.attachments[index] } }

    /// A mark in place of the destination of a link to a note.
    func mark(_ link: ForeignLink) -> String {
        let index = meanings.withLock { meanings in
            meanings.links.append(link)
            return meanings.links.count - 1
        }
        return text("l", index)
    }

    /// A mark in place of the destination of an attachment.
    func mark(_ attachment: BundlePath) -> String {
        let index = meanings.withLock { meanings in
            meanings.attachments.append(attachment)
            return meanings.attachments.count - 1
        }
        return text("a", index)
    }

    private func text(_ kind: String, _ index: Int) -> String {
        "\(String(decoding: prefix, as: UTF8.self))\(kind)\(index)z"
    }

    /// The attachments that a text shows.
    func attachments(in text: [UInt8]) -> Set<BundlePath> { attachments(at: places(in: text)) }

    /// The attachments for which marks stand.
    func attachments(at places: Places) -> Set<BundlePath> {
        Set(places.compactMap { if case .attachment(let index) = $0.mark { attachment(index) } else { nil } })
    }

    /// A text with marks replaced; those for which the function gives `nil` stay.
    ///
    /// - Parameter replacement: Gets a mark and the place where it begins.
    func replaced(
        _ places: Places, in text: [UInt8], _ replacement: (Mark, _ place: Int) -> String?
    ) -> [UInt8] {
        guard !places.isEmpty else { return text }
        var output: [UInt8] = []
        output.reserveCapacity(text.count)
        var offset = 0
        for (range, mark) in places {
            guard let new = replacement(mark, range.lowerBound) else { continue }
            output += text[offset..<range.lowerBound]
            output += new.utf8
            offset = range.upperBound
        }
        return output + text[offset...]
    }

    /// The marks in a text.
    func places(in text: [UInt8]) -> Places {
        var found: Places = []
        let bytes = text.span
        var offset = 0
        while offset < text.count {
            let start = bytes.firstIndex(of: prefix[0], or: prefix[0], from: offset)
            offset = start + 1
            guard text.byte(at: offset, before: text.count) == prefix[1], text[start...].starts(with: prefix) else {
                continue
            }
            var end = start + prefix.count + 1
            while end < text.count, (0x30...0x39).contains(text[end]) { end += 1 }
            guard end < text.count, text[end] == UInt8(ascii: "z"),
                let index = Int(String(decoding: text[start + prefix.count + 1..<end], as: UTF8.self))
            else { continue }
            let isLink = text[start + prefix.count] == UInt8(ascii: "l")
            found.append((start..<end + 1, isLink ? .link(index) : .attachment(index)))
            offset = end + 1
        }
        return found
    }
}
