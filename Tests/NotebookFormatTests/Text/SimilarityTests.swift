import Testing

@testable import NotebookText

/// Suggestions for mistyped words.
struct `Similar words` {
    @Test(arguments: [
        ("stauts", ["status", "start"], ["status", "start"]), ("sl", ["ls", "rm"], ["ls"]),
        ("tga", ["tag", "log"], ["tag"]),
        ("ad", ["add", "ls"], ["add"]), ("Zetelkasten", ["Zettelkasten"], ["Zettelkasten"]),
        ("tas", ["tasks", "tag"], ["tasks", "tag"]), ("LS", ["ls"], ["ls"]),
    ])
    func `are suggested`(word: String, words: [String], suggested: [String]) {
        #expect(Similarity.nearest(to: word, in: words) == suggested)
    }

    @Test(arguments: [
        ("a", ["N", "T"]), ("go", ["gc", "ls"]), ("dog", ["log"]), ("rar", ["tar"]), ("banana", ["browse", "blobs"]),
        ("xy", ["yz"]),
    ])
    func `are not suggested if none resembles the word`(word: String, words: [String]) {
        #expect(Similarity.nearest(to: word, in: words) == [])
    }
}
