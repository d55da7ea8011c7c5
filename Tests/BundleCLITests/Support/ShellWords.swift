/// A command line taken apart as a shell does, as far as transcripts need it.
struct ShellWords {
    var variables: [String: String] = [:]
    var words: [String] = []
    /// What follows `<<<`.
    var input: String?
    /// The file that follows `<`.
    var inputFile: String?

    init(_ line: String) {
        var rest = Array(line)[...]
        while let word = Self.word(&rest) {
            if word == "<<<" {
                input = Self.word(&rest).map { $0 + "\n" }
            } else if word == "<" {
                inputFile = Self.word(&rest)
            } else if words.isEmpty, let equals = word.firstIndex(of: "="),
                word[..<equals].allSatisfy({ $0.isUppercase || $0 == "_" })
            {
                variables[String(word[..<equals])] = String(word[word.index(after: equals)...])
            } else {
                words.append(word)
            }
        }
    }

    private static func word(_ rest: inout ArraySlice<Character>) -> String? {
        while rest.first == " " { rest.removeFirst() }
        guard !rest.isEmpty else { return nil }
        var word = ""
        var quote: Character?
        while let character = rest.first {
            if quote == nil, character == " " { break }
            rest.removeFirst()
            if character == quote {
                quote = nil
            } else if quote == nil, character == "\"" || character == "'" {
                quote = character
            } else if character == "\\", quote == "\"", let next = rest.first, "\"\\$`".contains(next) {
                word.append(rest.removeFirst())
            } else if character == "\\", quote == nil, !rest.isEmpty {
                word.append(rest.removeFirst())
            } else {
                word.append(character)
            }
        }
        return word
    }
}
