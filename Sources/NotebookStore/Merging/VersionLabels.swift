import NotebookFormat

/// The labels of the two versions of a text that cannot be merged.
package enum VersionLabels {
    /// The names of the copies, and the times of their changes.
    case names
    /// The times of their changes, which mean the same in every copy.
    case dates
}

/// The label of a version: when it was changed, and the beginning of its digest where that alone says nothing.
struct VersionLabel: Equatable {
    let text: String

    init(changed time: Timestamp) { text = "changed \(time)" }

    private init(text: String) { self.text = text }

    func adding(_ digest: Digest) -> VersionLabel {
        VersionLabel(text: "\(text), version \(digest.description.prefix(Self.digits))")
    }

    private static let digits = 8

    /// Whether a label at a conflict is that of a version with this date and digest.
    static func label(_ label: String, isOf date: Timestamp, _ digest: Digest) -> Bool {
        let (short, long) = (VersionLabel(changed: date), VersionLabel(changed: date).adding(digest))
        return [short.text, long.text].contains { label == $0 || label.hasSuffix(", \($0)") }
    }
}

extension ItemMetadata {
    /// When the item was last changed, or else made; `nil` if it says neither.
    var date: Timestamp? { modified ?? created }
}
