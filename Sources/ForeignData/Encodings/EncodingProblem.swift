/// What is wrong with the encoding of a text.
package enum EncodingProblem: Hashable, Sendable, CustomStringConvertible {
    /// Some bytes were read as windows-1252, as they are not valid UTF-8.
    case guessed(isDeclared: Bool)
    /// Some bytes mean nothing in the encoding with this name.
    case invalid(String)
    /// No table of the encoding with this name is here.
    case unknown(String)
    /// It declares no encoding in which it could be.
    case undeclared

    /// Whether the text cannot be read.
    package var isFatal: Bool {
        switch self {
        case .guessed, .invalid: false
        case .unknown, .undeclared: true
        }
    }

    /// What happened, in words.
    package var description: String {
        switch self {
        case .guessed(let isDeclared):
            isDeclared
                ? "the text is not valid UTF-8, as it declares, and its other bytes were read as windows-1252"
                : "the text declares no encoding and is not valid UTF-8, and its other bytes were read as windows-1252"
        case .invalid(let name): "the text is not valid in the encoding “\(name)”: “\u{FFFD}” stands for invalid bytes"
        case .unknown(let name): "the encoding “\(name)” cannot be read"
        case .undeclared: "the text is neither UTF-8 nor windows-1252, and declares no other encoding"
        }
    }

    /// The command that converts a text which cannot be read.
    package var conversion: String {
        if case .unknown(let name) = self { "iconv -f \(name) -t UTF-8" } else { "iconv -f ENCODING -t UTF-8" }
    }
}
