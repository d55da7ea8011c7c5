import NotebookBundle

extension NotebookListing {
    /// The file that a word names: an item or, if no item matches, an attachment.
    func linkable(_ text: String) throws(NotebookError) -> BundlePath {
        do throws(NotebookError) {
            return try item(text).path
        } catch {
            guard case .noSuchItem(_, let items) = error else { throw error }
            do throws(NotebookError) {
                return try blob(text).path
            } catch .noSuchBlob(_, let blobs) {
                throw .noSuchItem(text, like: Array((blobs + items).prefix(3)))
            }
        }
    }
}
