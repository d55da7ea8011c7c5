package import NotebookText

/// The name of a blob: a readable name that includes the beginning of its digest (Format, clause 6.1).
package struct BlobName: Hashable, Sendable {
    /// The name of the file in `blobs/`.
    package let text: String
    /// The digits of the digest.
    package let infix: String
    /// The name that the file was attached under.
    package let readableName: String

    /// The minimum number of digits in a name.
    package static let shortestInfix = 16

    /// Parses a name; `nil` if it has no infix.
    package init?(_ name: some StringProtocol) {
        let parts = String(name).parts(between: ".", omittingEmpty: false)
        func isInfix(_ index: Int) -> Bool {
            index > 0 && index < parts.count && (Self.shortestInfix...64).contains(parts[index].utf8.count)
                && parts[index].utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
        }
        let last = parts.count - 1
        text = String(name)
        if isInfix(last - 1), Self.isExtension(parts[last]) {
            infix = String(parts[last - 1])
            readableName = parts[..<(last - 1)].joined(separator: ".") + "." + parts[last]
        } else if isInfix(last) {
            infix = String(parts[last])
            readableName = parts[..<last].joined(separator: ".")
        } else {
            return nil
        }
    }

    /// Makes the name of a blob with this digest from the name that it is attached under, made portable (Annex C).
    package init(_ readableName: String, digest: Digest, infixLength: Int = shortestInfix) {
        let (stem, ending) = Self.split(readableName)
        let infix = digest.prefix(infixLength)
        let room = PathRules.maximumComponentBytes - infix.utf8.count - 1 - ending.utf8.count
        let portable = PortableName.made(from: stem, maximumBytes: room) ?? "file"
        self.infix = infix
        self.readableName = portable + ending
        text = "\(portable).\(infix)\(ending)"
    }

    /// The name to which a program added something, as `a.0123456789abcdef-PC.jpg` was `a.0123456789abcdef.jpg`; `nil` if the
    /// beginning of the digest is not in it, or it is no such name.
    package init?(spoiled name: some StringProtocol, digest: Digest) {
        let (digits, parts) = (
            digest.prefix(Self.shortestInfix), String(name).parts(between: ".", omittingEmpty: false)
        )
        guard let place = parts.dropFirst().firstIndex(where: { $0.hasPrefix(digits) }) else { return nil }
        let ending = place + 1 < parts.count ? parts.last.map { ".\($0)" } ?? "" : ""
        self.init(parts[..<place].joined(separator: ".") + ending, digest: digest)
    }

    /// Whether the name matches a digest.
    package func matches(_ digest: Digest) -> Bool { digest.description.hasPrefix(infix) }

    /// The extension, in lower case; empty if there is none.
    package static func fileExtension(of name: some StringProtocol) -> String {
        String(split(String(name)).ending.dropFirst()).lowercased()
    }

    /// A name before its extension, and the extension with its full stop.
    private static func split(_ name: String) -> (stem: String, ending: String) {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex,
            isExtension(name[name.utf8.index(after: dot)...])
        else {
            return (name, "")
        }
        return (String(name[..<dot]), String(name[dot...]))
    }

    private static func isExtension(_ text: some StringProtocol) -> Bool {
        (1...16).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
            }
    }
}

extension BlobName: CustomStringConvertible {
    /// The name of the file.
    package var description: String { text }
}

/// Looks for the names of blobs in items and extras (Format, clause 21.6).
package struct BlobMentions: Sendable {
    private let search: WordSearch
    private let blobs: [BundlePath]
    private var found: Set<Int> = []

    /// The length of the longest spelling of a name, in bytes: 240 bytes, each written as `%XX`.
    package static let longestName = 1024

    /// Makes a search for mentions of some blobs.
    package init(of blobs: [BundlePath]) {
        self.blobs = blobs
        // Each blob has two names: the name of its file, and the name that it was attached under.
        search = WordSearch(
            blobs.flatMap { path in
                [Array(path.name.utf8), Array((BlobName(path.name)?.readableName ?? String(path.name)).utf8)]
            })
    }

    /// Searches the bytes of an item or extra: as they are, percent-decoded, and in Normalization Form C.
    package mutating func read(_ bytes: [UInt8]) { found.formUnion(indices(in: bytes)) }

    /// The blobs whose names occur in some bytes.
    package func mentioned(in bytes: [UInt8]) -> [BundlePath] { indices(in: bytes).sorted().map { blobs[$0] } }

    /// The blobs that some bytes name, other than within the name of another.
    package func named(in bytes: [UInt8]) -> [BundlePath] {
        guard !blobs.isEmpty else { return [] }
        let found = search.longestWords(in: Self.isPlain(bytes) ? bytes : Self.decoded(bytes))
        return Set(found.map { $0 / 2 }).sorted().map { blobs[$0] }
    }

    private func indices(in bytes: [UInt8]) -> Set<Int> {
        guard !blobs.isEmpty else { return [] }
        var found = Set(search.words(in: bytes).map { $0 / 2 })
        if Self.isPlain(bytes) { return found }
        let text = String(decoding: bytes, as: UTF8.self)
        found.formUnion(search.words(in: Array(text.composed.utf8)).map { $0 / 2 })
        // Bytes that are not valid UTF-8 in one place can still name a blob in another.
        found.formUnion(search.words(in: Self.decoded(bytes)).map { $0 / 2 })
        return found
    }

    /// Whether bytes have only one spelling.
    private static func isPlain(_ bytes: [UInt8]) -> Bool {
        !bytes.contains(UInt8(ascii: "%")) && !bytes.contains { $0 >= 0x80 }
    }

    private static func decoded(_ bytes: [UInt8]) -> [UInt8] {
        Array(String(decoding: PercentEncoding.decodedBytes(bytes), as: UTF8.self).composed.utf8)
    }

    /// The blobs that were not mentioned, in their order.
    package var unmentioned: [BundlePath] { blobs.indices.filter { !found.contains($0) }.map { blobs[$0] } }
}
