package import NotebookText

/// A path inside a bundle: relative, portable, and unable to leave it (Format, sections 5 and 13).
public struct BundlePath: Hashable, Sendable {
    /// The maximum number of components.
    package static let maximumComponents = PathRules.maximumComponents + PathRules.componentsOfTrash

    /// The components, joined by `/`.
    public let text: String

    /// Parses a path.
    ///
    /// - Throws: an error for the first condition of clauses 5.1 and 5.2 that the text does not meet.
    public init(_ text: String) throws { try self.init(checking: text) }

    /// The same, where the kind of the error matters.
    package init(checking text: String) throws(PathProblem) {
        if let problem = Self.problem(text.utf8.span, from: 0) { throw problem }
        self.text = text
    }

    /// Checks a path that follows another one in a list, and records if it sorts before that one.
    ///
    /// Does not check directories shared with the previous path again.
    static func problem(_ bytes: Span<UInt8>, after last: Span<UInt8>, isAscending: inout Bool) -> PathProblem? {
        let common = bytes.commonPrefix(with: last)
        if common == bytes.count || common < last.count && bytes[common] < last[common] { isAscending = false }
        var start = common
        while start > 0, bytes[start - 1] != 0x2F { start -= 1 }
        return problem(bytes, from: start)
    }

    /// Parses a path.
    ///
    /// - Throws: `PathProblem`, for the first condition of clauses 5.1 and 5.2 that the text does not meet.
    package init(_ text: Substring) throws(PathProblem) { try self.init(checking: String(text)) }

    /// Makes a path from checked bytes.
    init(known text: String) { self.text = text }

    /// Makes a path from a literal.
    static func known(_ text: StaticString) -> BundlePath { BundlePath(known: text.description) }

    /// The path of a bundle's manifest.
    package static let manifest = known("manifest.json")
    /// The path of a notebook's description.
    package static let notebook = known("notebook.json")
    /// The directory of attachments.
    package static let blobs = known("blobs")
    /// The trash.
    package static let trash = known("trash")
    /// The record of where attachments were before their import (Format, clause 24.4).
    package static let attachmentPlaces = known("extras/org.notebundle.places/attachments.json")
    /// The directory of files that an import took as extras.
    package static let importedExtras = known("extras/org.notebundle.import")

    /// The components, from the outermost.
    package var components: [Substring] { text.parts(between: "/", omittingEmpty: false) }

    /// The last component.
    public var name: Substring {
        guard let slash = lastSlash else { return text[...] }
        return text[text.utf8.index(text.startIndex, offsetBy: slash + 1)...]
    }

    /// The parent directory; `nil` for the bundle itself.
    package var parent: BundlePath? {
        guard let slash = lastSlash else { return nil }
        return BundlePath(known: String(text[..<text.utf8.index(text.startIndex, offsetBy: slash)]))
    }

    /// Whether another path is in the same directory.
    package func isBeside(_ other: BundlePath) -> Bool { Self.areBeside(text.utf8.span, other.text.utf8.span) }

    /// Whether two paths in UTF-8 are in the same directory.
    package static func areBeside(_ one: Span<UInt8>, _ other: Span<UInt8>) -> Bool {
        let common = one.commonPrefix(with: other)
        let slash = UInt8(ascii: "/")
        return !one.contains(slash, from: common) && !other.contains(slash, from: common)
    }

    /// The offset of the last slash in UTF-8.
    var lastSlash: Int? {
        let bytes = text.utf8.span
        return bytes.indices.last { bytes[$0] == 0x2F }
    }

    /// The path of something in this directory.
    ///
    /// - Throws: `PathProblem` if the result is not valid.
    package func appending(_ relative: some StringProtocol) throws(PathProblem) -> BundlePath {
        try BundlePath(checking: "\(text)/\(relative)")
    }

    /// Whether the path is below this directory.
    package func isBelow(_ directory: BundlePath) -> Bool {
        text.utf8.count > directory.text.utf8.count + 1 && text.utf8.starts(with: directory.text.utf8)
            && text.utf8.dropFirst(directory.text.utf8.count).first == 0x2F
    }

    /// The key for comparisons, equal for paths that differ only in case and normalisation.
    package var key: ComparisonKey { ComparisonKey(text) }

    /// The first condition that a path does not meet; the components before an offset are known to be valid.
    static func problem(_ bytes: Span<UInt8>, from known: Int) -> PathProblem? {
        guard bytes.count > 0 else { return .empty }
        guard bytes.count <= limit(for: bytes) else { return .tooLong }
        var start = 0
        var count = 0
        for index in 0...bytes.count where index == bytes.count || bytes[index] == 0x2F {
            if start >= known {
                let name = bytes.extracting(start..<index)
                if let problem = PathRules.check(name) { return .component(String(copying: name), problem) }
            }
            start = index + 1
            count += 1
        }
        guard count <= PathRules.maximumComponents + (isInTrash(bytes) ? PathRules.componentsOfTrash : 0) else {
            return .tooDeep
        }
        return nil
    }

    /// The maximum length: in the trash, it applies to the old path (clause 5.1), after `trash/`, the batch and `/`.
    private static func limit(for bytes: Span<UInt8>) -> Int {
        PathRules.maximumPathBytes + (isInTrash(bytes) ? "trash/20261120T101500Z-9f3c2a17/".utf8.count : 0)
    }

    private static func isInTrash(_ bytes: Span<UInt8>) -> Bool {
        bytes.count > 6 && bytes[0] == 0x74 && bytes[1] == 0x72 && bytes[2] == 0x61 && bytes[3] == 0x73
            && bytes[4] == 0x68 && bytes[5] == 0x2F
    }
}

extension BundlePath: Comparable, CustomStringConvertible {
    /// Compares by the bytes of UTF-8 (clause 5.3).
    public static func < (left: BundlePath, right: BundlePath) -> Bool {
        left.text.utf8.span.precedes(right.text.utf8.span)
    }

    /// The path as text.
    public var description: String { text }
}

extension BundlePath {
    /// Whether a key is that of an item's whole path, its path without root and ending, or its stem, outside the trash.
    package static func isCalled(_ bytes: Span<UInt8>, _ key: ComparisonKey) -> Bool {
        let own = key.text.utf8.span
        guard bytes.isASCII else {
            let path = BundlePath(known: String(copying: bytes))
            return [path.text, String(path.shortened), path.stem].contains { key.isKey(of: $0) }
        }
        if bytes.isFolded(as: own) { return true }
        let end = bytes.count - 3
        let start = end - own.count
        guard start > 0, bytes[start - 1] == 0x2F else { return false }
        // The shortened path comes after the root, and the stem after the last slash.
        let isStem = own.firstIndex(of: 0x2F) == nil
        return (isStem || start == Self.rootLength) && bytes.extracting(start..<end).isFolded(as: own)
    }

    /// Whether the path without root and ending begins with a key.
    package func shortPathBegins(like key: ComparisonKey) -> Bool {
        let (bytes, own) = (text.utf8.span, key.text.utf8.span)
        guard bytes.isASCII else { return key.begins(String(shortened)) }
        let end = Self.rootLength + own.count
        return end <= bytes.count - 3 && bytes.extracting(Self.rootLength..<end).isFolded(as: own)
    }

    /// The path of an item outside the trash, without `notes/` or `cards/`, and without `.md`.
    package var shortened: Substring { Substring(text.utf8.dropFirst(Self.rootLength).dropLast(3)) }

    private static let rootLength = "notes/".utf8.count

    /// The last component without `.md`.
    package var stem: String {
        let name = name
        guard name.utf8.count >= 3, name.utf8.suffix(3).elementsEqual(Self.ending) else { return String(name) }
        return String(name[..<name.utf8.index(name.endIndex, offsetBy: -3)])
    }

    private static let ending: [UInt8] = [0x2E, 0x6D, 0x64]
}
