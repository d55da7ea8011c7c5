import NotebookText

/// A file of a folder of notes, to which links can lead.
protocol LinkableFile: Sendable {
    /// Its path in the folder, in NFC.
    var text: String { get }
}

extension LinkableFile {
    /// The last component.
    var name: String { slash.map { String(text[text.utf8.index(after: $0)...]) } ?? text }

    /// The directory; empty for the folder itself.
    var directory: String { slash.map { String(text[..<$0]) } ?? "" }

    private var slash: String.Index? { text.utf8.lastIndex(of: UInt8(ascii: "/")) }

    /// The number of steps from the directory of this file to that of another.
    func steps(to other: some LinkableFile) -> Int {
        let (first, second) = (directory.parts(between: "/"), other.directory.parts(between: "/"))
        let common = zip(first, second).prefix { $0 == $1 }.count
        return first.count + second.count - 2 * common
    }
}

extension String {
    /// A file’s name without its ending; a full stop at its beginning begins none.
    var withoutEnding: String {
        guard let dot = utf8.lastIndex(of: UInt8(ascii: ".")), dot > startIndex else { return self }
        return String(self[..<dot])
    }
}
