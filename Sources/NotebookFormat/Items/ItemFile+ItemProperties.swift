package import NotebookText

/// Properties of an item: the keys of its front matter that the format does not define (Format, clause 17.5).
extension ItemFile {
    /// The properties, in the order of the file.
    public var properties: [Property] {
        foreignLines.map { Property(key: $0.key, value: PropertyReader.value(bytes, $0)) }
    }

    /// The value of a key of the front matter, also of one of the format, and where it is; finds keys in any letter case,
    /// but prefers one in exactly this spelling.
    package func locatedValue(of key: String) -> LocatedValue? {
        guard let entry = Self.entry(key, in: lines) else { return nil }
        func located(_ value: PropertyValue, _ ranges: [Range<Int>]) -> LocatedValue {
            LocatedValue(value: value, start: entry.start, ranges: ranges)
        }
        if KnownKey(rawValue: entry.key) == .tags, let list = YAMLList.read(bytes, entry) {
            // Tags in one scalar are several.
            let scalars = list.elements.compactMap(\.scalar)
            return located(.list(scalars.map { PropertyScalar($0) }), scalars.map(\.range))
        }
        let value = PropertyReader.value(bytes, entry)
        if case .list = value, let list = YAMLList.read(bytes, entry) {
            return located(value, list.elements.map(\.range))
        }
        return located(value, [(bytes[entry.value].firstIndex { !Line.isBlank($0) } ?? entry.start)..<entry.end])
    }

    /// The keys of the properties, and their positions.
    package var propertyRanges: [(key: String, range: Range<Int>)] {
        foreignLines.map { entry in
            let written = entry.start..<entry.value.lowerBound - 1
            return (entry.key, written.trimmed(in: bytes))
        }
    }

    /// The property with a key, in any letter case; prefers a key in exactly this spelling.
    package func property(_ key: String) -> Property? {
        propertyEntry(key).map { Property(key: $0.key, value: PropertyReader.value(bytes, $0)) }
    }

    /// Adds properties whose keys are all new and different, in one change.
    ///
    /// - Throws: `TextProblem` if one of them cannot be written.
    package func adding(_ properties: [(key: String, value: PropertyValue)]) throws(TextProblem) -> ItemFile {
        let lineEnd = Line.lineEnd(of: bytes)
        guard properties.allSatisfy({ PropertyKey.isValid($0.key) }) else {
            throw TextProblem("not a valid key", at: layout.start)
        }
        let file = try settingEntries(
            properties.map { ($0.key, PropertyEditor.lines($0.key, $0.value, lineEnd: lineEnd)) })
        let expected = self.properties.map { ($0.key, $0.value) } + properties.map { ($0.key, $0.value) }
        let found = file.properties.map { ($0.key, $0.value) }
        guard found.elementsEqual(expected, by: ==), file.metadata == metadata, file.body == body else {
            throw TextProblem("cannot write the properties here", at: layout.start, kind: .notUnderstood)
        }
        return file
    }

    /// Changes the value of a property; `nil` removes the property, and a new one goes to the end.
    ///
    /// Every other byte stays. The key keeps its spelling, a list its form, and unchanged values their bytes.
    ///
    /// - Throws: `TextProblem` of the kind `notUnderstood` if anything but a value or a list would be overwritten, or
    ///   of the kind `malformed` if the format defines the key or the key is not valid.
    package func setting(property key: String, to value: PropertyValue?) throws(TextProblem) -> ItemFile {
        guard let entry = propertyEntry(key) else {
            guard let value else { return self }
            guard PropertyKey.isValid(key) else { throw TextProblem("not a valid key", at: layout.start) }
            let text = PropertyEditor.lines(key, value, lineEnd: Line.lineEnd(of: bytes))
            return try checked(try settingEntries([(key, text)]), key, value)
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
        guard text.utf8.contains(UInt8(ascii: "&")) else { return nil }
        let rest = String(decoding: bytes[layout.start..<entry.start] + bytes[entry.end..<bodyStart], as: UTF8.self)
        let names = text.matches(of: /(?:^|[\s\[{,])&([^\s\[\]{},]+)/).map { String($0.output.1) }
        return names.first { rest.contains("*" + $0) }
    }

    private func propertyEntry(_ key: String) -> FrontMatterEntry? { Self.entry(key, in: foreignLines) }

    private static func entry(_ key: String, in lines: [FrontMatterEntry]) -> FrontMatterEntry? {
        lines.first { $0.key == key } ?? lines.first { ComparisonKey($0.key) == ComparisonKey(key) }
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
package enum PropertyKey {
    /// Whether a new property can have this key: one line of at most 255 bytes, without `=` and without spaces around it,
    /// and different from the keys of the format in any letter case.
    package static func isValid(_ key: String) -> Bool {
        !key.isEmpty && key.utf8.count <= 255 && !key.contains("=") && key.first?.isWhitespace == false
            && key.last?.isWhitespace == false
            && !key.unicodeScalars.contains { $0.properties.generalCategory == .control || $0 == "\u{2028}" }
            && known(key) == nil
    }

    /// The key of the format that a text names, in any letter case.
    package static func known(_ key: String) -> KnownKey? { KnownKey(rawValue: key.lowercased()) }
}

/// Unknown keys in the front matter of an item: those of other applications (Format, clause 17.5).
extension ItemFile {
    /// The scalar value of an unknown key, such as `date`, for import.
    ///
    /// `nil` if the key is missing or its value is not a scalar on its line.
    package func foreignValue(of key: String) -> String? {
        guard let entry = lines.first(where: { $0.key == key }), entry.continuation.isEmpty,
            let scalar = YAMLScalar.read(bytes, entry.value), !scalar.isNull, !scalar.text.isEmpty
        else { return nil }
        return scalar.text
    }

    /// The scalars of unknown keys: single values and items of lists, in the order of the file.
    package var foreignTexts: [String] {
        lines.filter { KnownKey(rawValue: $0.key) == nil }.flatMap { entry -> [String] in
            if entry.continuation.isEmpty, let scalar = YAMLScalar.read(bytes, entry.value) { return [scalar.text] }
            return YAMLList.read(bytes, entry)?.items.map(\.text) ?? []
        }
    }

    /// Calls `body` with the texts of unknown keys that can contain links (clause 21.7).
    package func forEachForeignText(_ body: (ValueText) -> Void) {
        for entry in lines where KnownKey(rawValue: entry.key) == nil {
            var texts = ValueTexts(bytes, entry)
            texts.forEach(body)
        }
    }

    /// The unknown keys, each with its lines.
    package var foreignEntries: [(key: String, text: [UInt8])] { entries(with: []) }

    /// The unknown keys and some of the format, each with its lines.
    package func entries(with known: Set<KnownKey>) -> [(key: String, text: [UInt8])] {
        lines.filter { KnownKey(rawValue: $0.key).map(known.contains) ?? true }.map {
            ($0.key, Array(bytes[$0.start..<$0.end]))
        }
    }

    /// Replaces the lines of keys: `nil` removes a key, and new keys go to the end.
    ///
    /// - Throws: `TextProblem` if the result is not a valid item.
    package func settingEntries(_ changes: [(key: String, text: [UInt8]?)]) throws(TextProblem) -> ItemFile {
        let lineEnd = Line.lineEnd(of: bytes)
        guard let frontMatter = layout.frontMatter else {
            let rule = Array("---".utf8) + lineEnd
            let head = rule + changes.compactMap(\.text).joined() + rule
            return try ItemFile(bytes[..<layout.start] + head + (body.isEmpty ? [] : lineEnd) + body)
        }
        var edits: [(range: Range<Int>, text: [UInt8])] = []
        var added: [UInt8] = []
        for change in changes {
            if let entry = lines.first(where: { $0.key == change.key }) {
                edits.append((entry.start..<entry.end, change.text ?? []))
            } else {
                added += change.text ?? []
            }
        }
        edits.append((frontMatter.upperBound..<frontMatter.upperBound, added))
        return try replacing(edits)
    }

    /// The comments between keys, each with the key before it, and without its line end.
    package var comments: [(key: String?, text: [UInt8])] {
        commentLines.map { ($0.key, Array(bytes[$0.line.content])) }
    }

    /// The item with all comments between keys at the beginning of their lines: an indented one would become a part of a
    /// text in lines of its own that gets before it.
    package var withAlignedComments: ItemFile {
        let indentations = commentLines.compactMap { comment -> Range<Int>? in
            let content = comment.line.content
            let range = content.prefix { Line.isBlank(bytes[$0]) }
            return range.isEmpty ? nil : range
        }
        return indentations.isEmpty ? self : (try? replacing(indentations.map { ($0, []) })) ?? self
    }

    private var commentLines: [(key: String?, line: Line)] {
        guard let range = layout.frontMatter else { return [] }
        let lines = lines
        let starts = lines.map(\.start) + [range.upperBound]
        var found: [(key: String?, line: Line)] = []
        for (place, next) in starts.enumerated() {
            var offset = place == 0 ? range.lowerBound : lines[place - 1].end
            while offset < next {
                let line = Line(at: offset, in: bytes)
                if FrontMatterLines.isComment(line, in: bytes) {
                    found.append((place == 0 ? nil : lines[place - 1].key, line))
                }
                offset = line.end
            }
        }
        return found
    }

    /// Removes some comments, each once, and adds others, as whole lines: after the lines of their keys, at the end of the
    /// front matter if the key is missing, or at its beginning if they have no key.
    ///
    /// - Throws: `TextProblem` if the result is not a valid item.
    package func replacingComments(
        _ removed: [(key: String?, text: [UInt8])], _ added: [(key: String?, text: [UInt8])]
    ) throws(TextProblem) -> ItemFile {
        var lines: [[UInt8]: [(key: String?, line: Line)]] = [:]
        for comment in commentLines { lines[Array(bytes[comment.line.content]), default: []].append(comment) }
        let gone = removed.compactMap { comment -> Line? in
            guard let found = lines[comment.text], !found.isEmpty else { return nil }
            let index = found.firstIndex { $0.key == comment.key } ?? 0
            return lines[comment.text]?.remove(at: index).line
        }
        let file = try replacing(gone.map { ($0.content.lowerBound..<$0.end, []) })
        guard let range = file.layout.frontMatter else {
            return try added.isEmpty ? file : file.settingEntries([("", Array(added.map(\.text).joined()))])
        }
        var texts: [Int: [UInt8]] = [:]
        for comment in added {
            let entry = file.lines.first { $0.key == comment.key }
            let place = comment.key == nil ? range.lowerBound : entry?.end ?? range.upperBound
            // After a text in lines of its own, it would belong to that.
            let isBehindLines = entry?.continuation.isEmpty == false
            texts[place, default: []] += isBehindLines ? comment.text.drop(while: Line.isBlank) : comment.text[...]
        }
        return try file.replacing(texts.map { ($0.key..<$0.key, $0.value) })
    }

    /// Adds a comment after the lines of a key, or at the end of the front matter.
    ///
    /// - Throws: `TextProblem` if the result is not a valid item, or there is no front matter.
    package func addingComment(_ comment: [UInt8], behind key: KnownKey) throws(TextProblem) -> ItemFile {
        let place = lines.first { $0.key == key.rawValue }?.end ?? layout.frontMatter?.upperBound ?? layout.start
        return try replacing([(place..<place, comment)])
    }

    /// The keys with their lines, in the order of the file.
    var lines: [FrontMatterEntry] {
        guard let range = layout.frontMatter else { return [] }
        return (try? FrontMatterLines(bytes, range))?.entries ?? []
    }

    /// Adds the properties that only another item has, each with its bytes, after the existing ones, and its comments.
    ///
    /// - Returns: The file, and the properties of the other item that were left out, because this file has different
    ///   values for them or because they refer to an anchor (YAML 1.2.2 §7.1), and invalid tags and pins.
    /// - Throws: `TextProblem` if the result is not a valid item.
    package func addingProperties(of other: ItemFile) throws(TextProblem) -> (ItemFile, leftOut: [Property]) {
        var added: [(key: String, text: [UInt8]?)] = []
        let invalid = Set(other.unacceptable.map(\.key)).filter(\.row.isOrganising).sorted()
        var leftOut = invalid.compactMap { key in
            other.locatedValue(of: key.rawValue).map { Property(key: key.rawValue, value: $0.value) }
        }
        for (entry, property) in zip(other.foreignEntries, other.properties) {
            if let own = self.property(property.key) {
                if own.value != property.value { leftOut.append(property) }
            } else if entry.text.contains(UInt8(ascii: "*")),
                String(decoding: entry.text, as: UTF8.self).contains(/[\s\[{,]\*[^\s*]/)
            {
                leftOut.append(property)
            } else {
                added.append((entry.key, entry.text))
            }
        }
        let known = Set(comments.map(\.text))
        let (comments, lineEnd) = (other.comments.filter { !known.contains($0.text) }, Line.lineEnd(of: bytes))
        let file = added.isEmpty ? self : try settingEntries(added)
        guard !comments.isEmpty else { return (file, leftOut) }
        return (try file.replacingComments([], comments.map { ($0.key, $0.text + lineEnd) }), leftOut)
    }
}
