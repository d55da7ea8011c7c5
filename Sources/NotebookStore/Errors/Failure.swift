public import NotebookFormat

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// An error for people: one line, what would help, and whether the notebook is at fault.
///
/// All errors of the library are of this kind. An app shows `localizedDescription` and `recoverySuggestion`, or makes
/// buttons of the actions of the remedy.
public protocol Failure: LocalizedError, CustomStringConvertible {
    /// What would help; `nil` if unknown.
    var remedy: Remedy? { get }

    /// Whether the content is at fault or nothing was found, rather than that it could not be looked at.
    var isFinding: Bool { get }
}

extension Failure {
    /// Most errors keep one from looking.
    public var isFinding: Bool { false }

    /// What is wrong, in one line.
    public var errorDescription: String? { description }

    /// What would help, as a sentence.
    public var recoverySuggestion: String? {
        guard let text = remedy?.description, let first = text.first else { return nil }
        return first.uppercased() + text.dropFirst() + "."
    }

    /// Nothing: the description has the reason.
    public var failureReason: String? { nil }

    /// Nothing: there is no book of help.
    public var helpAnchor: String? { nil }
}
