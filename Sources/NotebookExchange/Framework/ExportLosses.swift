import NotebookFormat
import NotebookStore

/// Collects what an export changes or cannot hold.
package final class ExportLosses {
    /// What differs, in the order in which it was found.
    package private(set) var rows: [ImportLoss] = []

    /// Reports something of an item.
    func lose(_ code: ImportLoss.Code, _ text: String, of item: Item, target: String = "") {
        rows.append(
            ImportLoss(
                code: code, source: item.path.text, place: "", note: item.title, target: target, text: text))
    }

    /// Reports the values of an item for which a format has no place.
    ///
    /// - Parameter kept: The keys of the properties that the format has a place for.
    func loseValues(of item: Item, _ file: ItemFile, keeping kept: Set<String> = [], keepsPin: Bool = false) {
        for property in file.properties where !kept.contains(property.key) {
            lose(.valueDropped, "the property “\(property.key)”", of: item, target: property.key)
        }
        if item.isPinned, !keepsPin { lose(.valueDropped, "the pin", of: item, target: "pinned") }
    }
}
