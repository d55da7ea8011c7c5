/// The calls of the tool in a hint, such as `list them with ‘bundle folder ls’`, with their notebook.
struct SuggestedCommands {
    let tool: String
    let verbs: [Verb]
    /// The notebook, as a person types it.
    let notebook: String

    /// The text with `-n NOTEBOOK` in each call that would otherwise mean another notebook.
    func named(in text: String) -> String {
        var (output, rest) = ("", text[...])
        while let start = rest.firstRange(of: "‘\(tool) ") {
            output += rest[..<start.upperBound]
            rest = rest[start.upperBound...]
            guard let end = rest.firstIndex(of: "’") else { break }
            output += rest[..<end] + (isAboutNotebook(rest[..<end]) ? " -n \(ShellWord.quoted(notebook))" : "")
            rest = rest[end...]
        }
        return output + rest
    }

    /// Whether a call works on a notebook and names none.
    private func isAboutNotebook(_ call: Substring) -> Bool {
        let words = call.split(separator: " ")
        guard let verb = verbs.first(where: { $0.name == words.first ?? "" }),
            verb.parameters.contains(where: { $0 is NotebookParameter })
        else { return false }
        return !words.contains { ["-n", "--help", "NAME", "NOTEBOOK"].contains($0) || $0 == notebook }
    }
}

/// Words of a command line in hints, to be copied into a shell.
enum ShellWord {
    /// The word, in single quotation marks if a shell would not take it as it is (POSIX.1-2017, Shell Command Language,
    /// 2.2.2).
    static func quoted(_ word: String) -> String {
        let isPlain = word.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || "/._-+@%:,".unicodeScalars.contains(scalar)
        }
        return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }
}
