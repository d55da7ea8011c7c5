/// What is wrong with a text, and where: the message names no file, which is for the caller to say.
public struct TextProblem: Error, Hashable, Sendable {
    /// The offset in bytes of the place.
    public let offset: Int
    /// What is wrong there, without a full stop.
    public let message: String
    /// What sort of problem it is, as far as that changes what to do about it.
    public let kind: Kind

    /// Sorts of problems that ask for different remedies.
    public enum Kind: Hashable, Sendable {
        /// The text breaks its grammar, or has a value that it cannot have.
        case malformed
        /// The text is no JSON (Format, clause 4.1).
        case syntax
        /// A manifest lists a path twice.
        case repeatedPath
        /// The text is no UTF-8.
        case encoding
        /// The text holds U+0000.
        case nul
        /// The text is longer than any of its kind may be.
        case tooLong
        /// A version control system left both versions in the text.
        case conflictMarker
        /// A value would be overwritten that is not understood.
        case notUnderstood
        /// A later version of the format made the text.
        case newerVersion

        /// Whether the text is not even JSON.
        public var breaksSyntax: Bool { self == .syntax || self == .conflictMarker }
    }

    /// Whether a text that cannot be read says that a later version of the format made it.
    var isOfLaterVersion = false

    init(_ message: String, at offset: Int, kind: Kind = .malformed) {
        self.offset = offset
        self.message = message
        self.kind = kind
    }

    /// The line and column of the place in the text that was read.
    public func position(in bytes: [UInt8]) -> TextPosition { TextPosition(of: offset, in: bytes) }
}
