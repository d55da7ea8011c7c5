import NotebookBundle
import NotebookFormat

/// Names of notebooks that are to be made.
enum NewNotebookName {
    /// The word for a new notebook with `.notebundle` behind its name, and without slashes at its end.
    ///
    /// - Throws: `UsageError` if there is no name in it.
    static func withEnding(_ word: String) throws(UsageError) -> String {
        var word = word
        while word.count > 1, word.hasSuffix("/") { word.removeLast() }
        guard let name = word.split(separator: "/").last, name != ".", name != ".." else {
            throw .conflict("\(PrintableText.quoted(word)) is a folder that is there; give the notebook a name")
        }
        return NotebookLocation.withEnding(word)
    }
}
