package import NotebookText

extension ItemFile {
    /// Adds the properties that only another item has, each with its bytes, after the existing ones.
    ///
    /// - Returns: The file, and the properties of the other item that were left out, because this file has different
    ///   values for them or because they refer to an anchor (YAML 1.2.2 §7.1).
    /// - Throws: `TextProblem` if the result is not a valid item.
    package func addingProperties(of other: ItemFile) throws(TextProblem) -> (ItemFile, leftOut: [Property]) {
        var added: [(key: String, text: [UInt8]?)] = []
        var leftOut: [Property] = []
        for (entry, property) in zip(other.foreignEntries, other.properties) {
            if let own = self.property(property.key) {
                if own.value != property.value { leftOut.append(property) }
            } else if String(decoding: entry.text, as: UTF8.self).contains(/[\s\[{,]\*[^\s*]/) {
                leftOut.append(property)
            } else {
                added.append((entry.key, entry.text))
            }
        }
        return (added.isEmpty ? self : try settingForeign(added), leftOut)
    }
}
