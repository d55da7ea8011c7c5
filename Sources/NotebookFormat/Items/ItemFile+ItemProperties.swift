public import NotebookText

/// Properties of an item: the keys of its front matter that the format does not define (Format, clause 7.5).
extension ItemFile {
    /// The properties, in the order of the file.
    public var properties: [Property] {
        foreignLines.map { Property(key: $0.key, value: PropertyReader.value(bytes, $0)) }
    }

    /// The keys of the properties, and their positions.
    package var propertyRanges: [(key: String, range: Range<Int>)] {
        foreignLines.map { entry in
            let written = entry.start..<entry.value.lowerBound - 1
            return (entry.key, written.trimmed(in: bytes))
        }
    }

    /// The property with a key, in any letter case; prefers a key in exactly this spelling.
    public func property(_ key: String) -> Property? {
        propertyEntry(key).map { Property(key: $0.key, value: PropertyReader.value(bytes, $0)) }
    }

    /// Changes the value of a property; `nil` removes the property, and a new one goes to the end.
    ///
    /// Every other byte stays. The key keeps its spelling, a list its form, and unchanged values their bytes.
    ///
    /// - Throws: `TextProblem` of the kind `notUnderstood` if anything but a value or a list would be overwritten, or
    ///   of the kind `malformed` if the format defines the key or the key is not valid.
    public func setting(property key: String, to value: PropertyValue?) throws(TextProblem) -> ItemFile {
        guard let entry = propertyEntry(key) else {
            guard let value else { return self }
            guard PropertyKey.isValid(key) else { throw TextProblem("not a valid key", at: layout.start) }
            let text = PropertyEditor.lines(key, value, lineEnd: Line.lineEnd(of: bytes))
            return try checked(try settingForeign([(key, text)]), key, value)
        }
        guard foreignLines.filter({ $0.key == entry.key }).count == 1 else {
            throw TextProblem(
                "the key “\(PrintableText.escaped(entry.key))” occurs twice", at: entry.start, kind: .notUnderstood)
        }
        guard let value else {
            if let anchor = referencedAnchor(in: entry) {
                throw TextProblem(
                    "cannot remove “\(PrintableText.escaped(entry.key))”: another value refers to its anchor “&\(anchor)”",
                    at: entry.start, kind: .notUnderstood)
            }
            return try checked(try replacing([(entry.start..<entry.end, [])]), entry.key, nil)
        }
        return try checked(try replacing([try PropertyEditor.edit(bytes, entry, to: value)]), entry.key, value)
    }

    /// An anchor in the value of an entry that an alias elsewhere refers to (YAML 1.2.2 §7.1); `nil` if there is none.
    private func referencedAnchor(in entry: FrontMatterEntry) -> String? {
        let text = String(decoding: bytes[entry.start..<entry.end], as: UTF8.self)
        let rest = String(decoding: bytes[layout.start..<entry.start] + bytes[entry.end..<bodyStart], as: UTF8.self)
        let names = text.matches(of: /(?:^|[\s\[{,])&([^\s\[\]{},]+)/).map { String($0.output.1) }
        return names.first { rest.contains("*" + $0) }
    }

    private func propertyEntry(_ key: String) -> FrontMatterEntry? {
        let lines = foreignLines
        return lines.first { $0.key == key } ?? lines.first { ComparisonKey($0.key) == ComparisonKey(key) }
    }

    private var foreignLines: [FrontMatterEntry] { lines.filter { KnownKey(rawValue: $0.key) == nil } }

    /// Checks that a changed file has the requested value and is otherwise unchanged.
    private func checked(
        _ file: ItemFile, _ key: String, _ value: PropertyValue?
    ) throws(TextProblem) -> ItemFile {
        func others(_ file: ItemFile) -> [String] {
            file.foreignEntries.filter { $0.key != key }.map { String(decoding: $0.text, as: UTF8.self) }
        }
        let new = file.properties.first { $0.key == key }
        guard new?.value == value, others(file) == others(self), file.metadata == metadata,
            file.body == body || body.isEmpty && file.body.isEmpty
        else {
            let start = propertyEntry(key)?.start ?? layout.start
            throw TextProblem(
                "cannot write the value of “\(PrintableText.escaped(key))” here", at: start, kind: .notUnderstood)
        }
        return file
    }
}

/// Keys of properties.
public enum PropertyKey {
    /// Whether a new property can have this key: one line of at most 255 bytes, without spaces around it, and different
    /// from the keys of the format in any letter case.
    public static func isValid(_ key: String) -> Bool {
        !key.isEmpty && key.utf8.count <= 255 && key.first?.isWhitespace == false && key.last?.isWhitespace == false
            && !key.unicodeScalars.contains { $0.properties.generalCategory == .control || $0 == "\u{2028}" }
            && known(key) == nil
    }

    /// The key of the format that a text names, in any letter case.
    public static func known(_ key: String) -> KnownKey? { KnownKey(rawValue: key.lowercased()) }
}
