public import NotebookFormat

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// An error for people: one line, a remedy, and whether the notebook is the cause.
///
/// All errors of the library are of this kind. An app can show `localizedDescription` and `recoverySuggestion`, or make
/// buttons of the remedy's actions.
public protocol Failure: LocalizedError, CustomStringConvertible {
    /// What to do about it; `nil` if unknown.
    var remedy: Remedy? { get }

    /// Whether the content has a problem or nothing was found, rather than that it could not be read.
    var isFinding: Bool { get }
}

extension Failure {
    /// Most errors prevent reading.
    public var isFinding: Bool { false }

    /// What is wrong, in one line.
    public var errorDescription: String? { description }

    /// The remedy, as a sentence.
    public var recoverySuggestion: String? {
        guard let text = remedy?.description, let first = text.first else { return nil }
        return first.uppercased() + text.dropFirst() + "."
    }

    /// Nothing: the description contains the reason.
    public var failureReason: String? { nil }

    /// Nothing: there is no help book.
    public var helpAnchor: String? { nil }
}
