/// A few words as canonical texts spell them, in quotation marks, to be recognised without reading a string.
struct CanonicalWords {
    let words: [String]
    private let text: [UInt8]
    private let ends: [Int]

    /// Words with what follows the closing quotation mark.
    init(_ words: [String], ending: String) {
        self.words = words
        var text: [UInt8] = []
        var ends = [0]
        for word in words {
            text.append(contentsOf: "\"\(word)\"\(ending)".utf8)
            ends.append(text.count)
        }
        (self.text, self.ends) = (text, ends)
    }

    /// Skips the first of the words, from the given one on, that comes next in the reader, and gives its number.
    func skipOne(in reader: inout JSONReader, from first: Int) -> Int? {
        for index in first..<words.count where reader.skip(text, ends[index]..<ends[index + 1]) { return index }
        return nil
    }
}
