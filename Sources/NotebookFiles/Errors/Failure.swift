public import NotebookFormat

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// An error to show to people: one line, a remedy, and whether the notebook's content is the cause.
///
/// All public errors of the library conform to it. An app can show `localizedDescription` and `recoverySuggestion`, or
/// make buttons from the remedy's actions.
public protocol Failure: LocalizedError, CustomStringConvertible {
    /// What to do about it; `nil` if unknown.
    var remedy: Remedy? { get }

    /// Whether the content has a problem or nothing was found, rather than that reading failed.
    var isFinding: Bool { get }
}

extension Failure {
    /// Most errors mean that reading failed.
    public var isFinding: Bool { false }

    /// What is wrong, in one line.
    public var errorDescription: String? { description }

    /// The remedy, as a sentence.
    public var recoverySuggestion: String? {
        guard let text = remedy?.description, let first = text.first else { return nil }
        return first.uppercased() + text.dropFirst() + (text.hasSuffix("?") ? "" : ".")
    }

    /// `nil`: the description contains the reason.
    public var failureReason: String? { nil }

    /// `nil`: there is no help book.
    public var helpAnchor: String? { nil }
}
