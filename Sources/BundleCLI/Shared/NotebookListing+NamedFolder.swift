import NotebookBundle

extension NotebookListing {
    /// The folder with this name, in any letter case.
    func folder(_ text: String) throws -> FolderPath {
        let key = ComparisonKey(text.split(separator: "/").joined(separator: "/"))
        guard let folder = folders.first(where: { $0.text == text }) ?? folders.first(where: { $0.key == key }) else {
            throw NotebookError.noSuchFolder(text, like: like(text))
        }
        return folder
    }

    /// The folders whose paths, or else whose names, are most similar to a text.
    private func like(_ text: String) -> [String] {
        let near = Similarity.nearest(to: text, in: folders.map(\.text))
        guard near.isEmpty else { return near }
        let names = Similarity.nearest(to: text, in: folders.map { String($0.name) })
        return names.flatMap { name in folders.filter { $0.name == name }.map(\.text) }.prefix(3).map(\.self)
    }
}
