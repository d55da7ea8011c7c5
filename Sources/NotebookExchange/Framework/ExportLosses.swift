import ForeignData
import NotebookFormat
import NotebookStore

/// Collects what an export changes or cannot hold.
package final class ExportLosses {
    /// What differs, in the order in which it was found.
    package private(set) var rows: [ImportLoss] = []
    /// What the notebook contains, and what became of it.
    package var balance = ImportBalance()

    /// Reports something of an item.
    func lose(_ code: ImportLoss.Code, _ text: String, of item: Item, target: String = "") {
        rows.append(
            ImportLoss(
                code: code, source: item.path.text, place: "", note: item.title, target: target, text: text))
    }

    /// Reports something of a file of the export.
    func lose(_ code: ImportLoss.Code, _ text: String, at path: String, target: String = "") {
        rows.append(ImportLoss(code: code, source: path, place: "", note: "", target: target, text: text))
    }

    /// Reports an item that the format cannot hold.
    func leaveOut(_ item: Item, because reason: String) {
        balance.settle(.notes, .written, -1)
        balance.settle(.notes, .dropped)
        lose(.noteLost, reason, of: item)
    }

    /// Reports an attachment that the format cannot hold.
    func leaveOut(_ attachment: BundlePath, of item: Item) {
        balance.find(.attachments)
        balance.settle(.attachments, .dropped)
        lose(.partSkipped, "an attachment", of: item, target: AttachmentName.readable(attachment))
    }

    /// Reports the values of an item for which a format has no place.
    ///
    /// - Parameters:
    ///   - properties: The keys of the properties that the format has a place for.
    ///   - keys: The keys that it has a place for, besides those that all have.
    func loseValues(
        of item: Item, _ file: ItemFile, keeping properties: Set<String> = [],
        and keys: Set<KnownKey> = []
    ) {
        let keys = keys.union([.uuid, .title, .created, .modified, .tags])
        for property in file.properties where !properties.contains(property.key) {
            lose(.valueDropped, "the property “\(property.key)”", of: item, target: property.key)
        }
        for key in KnownKey.allCases where !keys.contains(key) && key.row.text(file.metadata) != nil {
            let name = key == .pinned ? "the pin" : "the value of “\(key.rawValue)”"
            lose(.valueDropped, name, of: item, target: key.rawValue)
        }
        loseUnreadable(of: item, file)
    }

    /// Reports the characters of an item that no file in XML can have.
    func loseCharacters(of item: Item, _ file: ItemFile) {
        let count = XMLText.lostCharacters(in: file.body)
        guard count > 0 else { return }
        lose(.noteLost, "characters that XML does not have are left out: \(count)", of: item)
    }

    /// Reports the values of an item that say nothing, such as dates in another form, which only its file keeps.
    func loseUnreadable(of item: Item, _ file: ItemFile) {
        for key in [KnownKey.title, .created, .modified] where key.row.text(file.metadata) == nil {
            guard let text = file.foreignValue(of: key.rawValue) else { continue }
            lose(.valueDropped, "the value of “\(key.rawValue)”, which cannot be read", of: item, target: text)
        }
    }
}
