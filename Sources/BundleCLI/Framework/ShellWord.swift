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
