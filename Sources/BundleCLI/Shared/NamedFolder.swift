import NotebookBundle
import NotebookFormat

extension Notebook {
    /// The folder with this name, in any letter case.
    func folder(_ text: String) throws -> FolderPath {
        let key = ComparisonKey(text.split(separator: "/").joined(separator: "/"))
        guard let folder = folders.first(where: { $0.text == text }) ?? folders.first(where: { $0.key == key }) else {
            throw NotebookError.noSuchFolder(text, like: Similarity.nearest(to: text, in: folders.map(\.text)))
        }
        return folder
    }
}
