/// Options before the verb, as in `bundle -n Recipes ls`; they have the same effect as after it.
struct LeadingOptions {
    /// The options and their values.
    let options: [String]
    /// The words from the verb on.
    let rest: [String]
    /// The option whose value is missing.
    let open: (any Parameter)?

    /// The options that may come before the verb; each has the same meaning for every verb that accepts it.
    static let all: [any Parameter] =
        [NotebookParameter.option, Common.json, Common.dryRun, Common.yes, Common.noCache, Common.noPager]
        + Common.reading

    init(_ words: [String]) {
        var (options, rest, open): ([String], ArraySlice<String>, (any Parameter)?) = ([], words[...], nil)
        while let word = rest.first, word.hasPrefix("-"), open == nil {
            let name = word.prefix { $0 != "=" }
            guard let parameter = Self.all.first(where: { $0.form.matches(String(name)) }) else { break }
            options.append(rest.removeFirst())
            guard case .option = parameter.form, name.count == word.count else { continue }
            if let value = rest.popFirst() { options.append(value) } else { open = parameter }
        }
        (self.options, self.rest, self.open) = (options, Array(rest), open)
    }

    /// The words with the verb first.
    ///
    /// - Throws: `UsageError.missingValue`.
    func behindVerb() throws(UsageError) -> [String] {
        if let open { throw .missingValue(open.form.key) }
        // Help and the version do not depend on options.
        guard let verb = rest.first, !verb.hasPrefix("-"), verb != "help" else { return rest }
        return [verb] + options + rest.dropFirst()
    }
}
