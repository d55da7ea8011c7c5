import NotebookBundle

/// Names of new notebooks.
enum NewNotebookName {
    /// The path of a new notebook: the word without trailing slashes, with the ending `.notebundle`.
    ///
    /// - Throws: `UsageError` if the word contains no name.
    static func withEnding(_ word: String) throws(UsageError) -> String {
        var word = word
        while word.count > 1, word.hasSuffix("/") { word.removeLast() }
        guard let name = word.split(separator: "/").last, name != ".", name != ".." else {
            throw .conflict("\(PrintableText.quoted(word)) is an existing folder; give the notebook a name")
        }
        return NotebookLocation.withEnding(word)
    }
}
