/// A problem in a text, with its position; callers add the name of the file.
public struct TextProblem: Error, Hashable, Sendable {
    /// The byte offset of the problem.
    public let offset: Int
    /// The message, without a full stop.
    public let message: String
    /// The kind of problem, which decides the remedy.
    public let kind: Kind

    /// Kinds of problems with different remedies.
    public enum Kind: Hashable, Sendable {
        /// Invalid syntax, or an invalid value.
        case malformed
        /// The text is not JSON (Format, clause 4.1).
        case syntax
        /// A manifest lists a path twice.
        case repeatedPath
        /// The text is not UTF-8.
        case encoding
        /// The text contains U+0000.
        case nul
        /// The text is longer than its kind allows.
        case tooLong
        /// The text contains conflict markers of a version control system.
        case conflictMarker
        /// An invalid value would be overwritten.
        case notUnderstood
        /// A later version of the format made the text.
        case newerVersion

        /// Whether the text is not even JSON.
        public var breaksSyntax: Bool { self == .syntax || self == .conflictMarker }
    }

    /// Whether an unreadable text states a later version of the format.
    package var isOfLaterVersion = false

    package init(_ message: String, at offset: Int, kind: Kind = .malformed) {
        self.offset = offset
        self.message = message
        self.kind = kind
    }

    /// The line and column of the problem in the text.
    public func position(in bytes: [UInt8]) -> TextPosition { TextPosition(of: offset, in: bytes) }
}
