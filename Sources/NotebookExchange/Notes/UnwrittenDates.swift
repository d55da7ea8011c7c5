import NotebookFormat
import NotebookStore
import NotebookText

/// The dates of items whose front matter lacks `created` or `modified`, because the notebook derives them from other
/// dates.
///
/// A copied file has the time of the copy, so an import could not find out these dates.
struct UnwrittenDates: Sendable {
    /// The dates of an item.
    struct Dates: Sendable {
        let created: Timestamp
        /// The digest of its file in the vault.
        let digest: Digest
    }

    /// By the uuid of the item, or without one by its path in the vault.
    private var rows: [String: Dates] = [:]

    /// No dates.
    init() {}

    var isEmpty: Bool { rows.isEmpty }

    /// Records the dates of an item, unless its front matter has them.
    mutating func record(_ item: Item, _ written: ItemFile, at path: String) {
        let metadata = written.metadata
        guard metadata.created == nil || metadata.modified == nil else { return }
        rows[Self.key(metadata.uuid, path)] = Dates(created: item.created, digest: Digest.of(written.bytes))
    }

    /// The dates of an item at a path of the vault; `nil` if its front matter had both, or the item is new.
    func dates(of item: ItemFile, at path: String) -> Dates? {
        rows.isEmpty ? nil : rows[Self.key(item.metadata.uuid, path)]
    }

    private static func key(_ uuid: UniqueIdentifier?, _ path: String) -> String { uuid?.description ?? path }
}

extension UnwrittenDates {
    /// Reads the dates of a record; leaves out rows that it does not understand.
    init(_ value: JSONValue?) {
        guard case .object(let members)? = value?.content else { return }
        for member in members {
            guard case .object(let fields) = member.value.content else { continue }
            func text(_ key: String) -> String? {
                if case .string(let text)? = fields.first(where: { $0.key == key })?.value.content { text } else { nil }
            }
            guard let created = text("created").flatMap({ Timestamp(canonical: $0) }),
                let digest = text("sha256").flatMap({ Digest(hexadecimal: $0) })
            else { continue }
            rows[member.key] = Dates(created: created, digest: digest)
        }
    }

    /// The rows, as stored in the record.
    var texts: [String: [String: String]] {
        rows.mapValues { ["created": $0.created.description, "sha256": $0.digest.description] }
    }
}
