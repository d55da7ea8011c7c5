package import NotebookFormat
package import NotebookLinks
package import NotebookText

/// How the properties of an item differ from what somebody requires of them (docs/CI.md).
package struct PropertyProblem: Hashable, Sendable {
    /// The kinds of requirements.
    package enum Kind: Sendable {
        /// A key that is required.
        case presence
        /// The type of the value.
        case type
        /// The values that are allowed.
        case value
        /// A link to an item.
        case link
    }

    /// What was required.
    package let kind: Kind
    /// Where in the item.
    package let position: TextPosition
    /// What is wrong, as a sentence without a full stop; of a link that is still to be followed, what is to be said if it
    /// leads to no item.
    package let message: String
    /// The link that has to lead to an item, if all files have to be known to tell; `nil` if it is certain.
    package let link: FoundLink?

    /// Makes the value of its parts.
    package init(_ kind: Kind, _ position: TextPosition, _ message: String, link: FoundLink? = nil) {
        (self.kind, self.position, self.message, self.link) = (kind, position, message, link)
    }
}

/// Compares the properties of an item with requirements.
///
/// Takes the item, its path, and the description of the notebook if that can be read; called on any core.
package typealias ItemExaminer = @Sendable (ItemFile, BundlePath, NotebookDescription?) -> [PropertyProblem]
