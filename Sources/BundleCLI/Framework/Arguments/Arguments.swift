import NotebookFormat

/// A parsed command line: the values of a verb's parameters.
struct Arguments: Sendable {
    private var values: [String: [String]] = [:]

    /// Parses the words after a verb.
    init(_ words: [String], to parameters: [any Parameter], of verb: String) throws(UsageError) {
        var positionals: [String] = []
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                positionals += rest
                break
            }
            let takesDashes = parameters.contains { ($0 as? Positional)?.takesDashes == true }
            let isExclusion = takesDashes && !word.hasPrefix("--") && word != "-h"
            guard word.hasPrefix("-"), word != "-", !isExclusion else {
                positionals.append(word)
                continue
            }
            try readOption(word, &rest, parameters + [Flag.help], verb)
        }
        if self[Flag.help] { return }
        try assign(positionals, parameters)
    }

    private mutating func readOption(
        _ word: String, _ rest: inout ArraySlice<String>, _ parameters: [any Parameter], _ verb: String
    ) throws(UsageError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let option = parts[0] == "-h" ? "--help" : parts[0]
        guard let parameter = parameters.first(where: { $0.form.matches(option) }) else {
            let known = parameters.map(\.form.key).filter { $0.hasPrefix("--") }
            throw .unknownOption(parts[0], verb: verb, like: Similarity.nearest(to: parts[0], in: known))
        }
        let name = parameter.form.key
        if case .graded = parameter.form {
            if parts.count == 2 { try parameter.check(parts[1]) }
            values[name] = [parts.count == 2 ? parts[1] : ""]
            return
        }
        guard case .option = parameter.form else {
            guard parts.count == 1 else { throw .unexpectedValue(name) }
            values[name] = [""]
            return
        }
        let isAbsent = parts.count == 1 && rest.first.map { $0.hasPrefix("--") } ?? true
        let given = isAbsent ? parameter.valueIfAbsent : nil
        guard let value = given ?? (parts.count == 2 ? parts[1] : rest.popFirst()) else { throw .missingValue(name) }
        try parameter.check(value)
        values[name, default: []].append(value)
    }

    private mutating func assign(_ words: [String], _ parameters: [any Parameter]) throws(UsageError) {
        var rest = words[...]
        for parameter in parameters {
            guard case .positional(let name, let isRequired, let isRepeated) = parameter.form else { continue }
            if isRequired && rest.isEmpty { throw .missing(name) }
            let taken = isRepeated ? rest.count : min(1, rest.count)
            for word in rest.prefix(taken) { try parameter.check(word) }
            values[name] = Array(rest.prefix(taken))
            rest = rest.dropFirst(taken)
        }
        if let extra = rest.first { throw .unexpected(extra) }
    }

    /// Whether a switch was given.
    subscript(flag: Flag) -> Bool { values[flag.form.key] != nil }

    /// The level of a graded switch; `nil` if it was not given.
    subscript(flag: GradedFlag) -> Grade? { values[flag.form.key]?.last.map { $0.isEmpty ? .plain : .more } }

    /// The value of a positional parameter; empty if it was left out.
    subscript(positional: Positional) -> String { values[positional.form.key]?.first ?? "" }

    /// The subverb that was given, or the default one.
    func subverb<Action>(_ parameter: SubverbParameter<Action>) throws(UsageError) -> Action {
        let given = values[parameter.form.key]?.first.flatMap(Action.init)
        guard let action = given ?? parameter.standard else { throw .missing(parameter.form.key) }
        return action
    }

    /// The values of a repeated positional parameter.
    func all(_ positional: Positional) -> [String] { values[positional.form.key] ?? [] }

    /// The value of an option; the last one if it was given several times.
    subscript<Value>(option: Option<Value>) -> Value? { values[option.form.key]?.last.flatMap(option.parse) }

    /// The values of an option that can be given several times.
    func all<Value>(_ option: Option<Value>) -> [Value] { (values[option.form.key] ?? []).compactMap(option.parse) }

    /// Whether a parameter is given.
    func isGiven(_ parameter: any Parameter) -> Bool { values[parameter.form.key] != nil }

    /// Makes sure that at most one of some parameters was given.
    func requireAtMostOne(of parameters: [any Parameter]) throws(UsageError) {
        let given = parameters.map(\.form.key).filter { values[$0] != nil }
        guard given.count <= 1 else { throw .conflict("\(given.joined(separator: " and ")) cannot be combined") }
    }
}
