import NotebookBundle
import NotebookFormat

extension Notebook {
    /// The file that a person names: an item or, if no item matches, an attachment.
    func linkable(_ text: String) throws(NotebookError) -> BundlePath {
        do throws(NotebookError) {
            return try item(text).path
        } catch {
            guard case .noSuchItem = error, let blob = try? blob(text) else { throw error }
            return blob.path
        }
    }
}
