import NotebookFormat
package import NotebookText

/// The label of a version: when it was changed, and the beginning of its digest where that alone says nothing.
package struct VersionLabel: Equatable {
    package let text: String

    /// The label of a version that was changed at a time.
    package init(changed time: Timestamp) { text = "changed \(time)" }

    private init(text: String) { self.text = text }

    /// The label with the beginning of the digest of the version.
    package func adding(_ digest: Digest) -> VersionLabel {
        VersionLabel(text: "\(text), version \(digest.description.prefix(Self.digits))")
    }

    private static let digits = 8

    /// Whether a label at a conflict is that of a version with this date and digest.
    package static func label(_ label: String, isOf date: Timestamp, _ digest: Digest) -> Bool {
        let (short, long) = (VersionLabel(changed: date), VersionLabel(changed: date).adding(digest))
        return [short.text, long.text].contains { label == $0 || label.hasSuffix(", \($0)") }
    }
}

extension ItemMetadata {
    /// When the item was last changed, or else made; `nil` if it says neither.
    package var date: Timestamp? { modified ?? created }
}
