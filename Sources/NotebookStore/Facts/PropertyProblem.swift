package import NotebookFormat
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
    /// What is wrong, as a sentence without a full stop.
    package let message: String
    /// The end of a value that is no problem if a link in it leads to an item, which only all files together tell; `nil`
    /// for what is certain.
    package let linkEnd: TextPosition?

    /// Makes the value of its parts.
    package init(
        _ kind: Kind, _ position: TextPosition, _ message: String, unlessLinkedUpTo linkEnd: TextPosition? = nil
    ) {
        (self.kind, self.position, self.message, self.linkEnd) = (kind, position, message, linkEnd)
    }

    /// Whether a link to an item is in the value after all.
    ///
    /// - Parameter places: Where links to items are, in their order.
    func isSettled(by places: [TextPosition]) -> Bool {
        guard let linkEnd else { return false }
        var (low, high) = (0, places.count)
        while low < high {
            let middle = (low + high) / 2
            if places[middle] < position { low = middle + 1 } else { high = middle }
        }
        return low < places.count && places[low] < linkEnd
    }
}

/// Compares the properties of an item with requirements.
///
/// Takes the item, its path, and the description of the notebook if that can be read; called on any core.
package typealias ItemExaminer = @Sendable (ItemFile, BundlePath, NotebookDescription?) -> [PropertyProblem]
