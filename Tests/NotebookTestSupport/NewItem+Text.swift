package import NotebookFormat
package import NotebookStore

extension NewItem {
    /// Makes a new item with a text; front matter in it is text as well.
    package init(_ type: FileType, text: String) throws { try self.init(type, text: Array(text.utf8)) }
}
