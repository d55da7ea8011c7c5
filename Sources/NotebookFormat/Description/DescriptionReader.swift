package import NotebookText

extension NotebookDescription {
    /// Reads `notebook.json` in any layout.
    ///
    /// - Throws: `TextProblem` if the text is not valid, and where.
    package init(_ bytes: [UInt8]) throws(TextProblem) {
        guard bytes.count <= Self.maximumBytes else {
            throw TextProblem("is larger than 16 MiB, the limit of notebook.json", at: 0, kind: .tooLong)
        }
        try self.init(JSONValue.read(bytes))
    }

    /// Reads `notebook.json` as a value within a larger text.
    package init(_ value: JSONValue) throws(TextProblem) {
        var reader = DescriptionReader()
        guard let description = reader.description(value), reader.problems.isEmpty else {
            throw reader.problems.first ?? TextProblem("expected an object", at: value.offset)
        }
        self = description
    }

    /// A value that `notebook.json` cannot have.
    package struct InvalidValue {
        /// Its key.
        package let key: String
        /// What is wrong with it.
        package let problem: String
    }

    /// The first value that could not be read again; `nil` if there is none.
    package var invalidValue: InvalidValue? {
        guard let value = try? JSONValue.read(text) else { return nil }
        var reader = DescriptionReader()
        _ = reader.description(value)
        return reader.problems.first.map { .init(key: reader.firstKey ?? "", problem: $0.message) }
    }

    /// All problems of a text under section 16 of the format, in the order of the text; empty if the text is not JSON.
    package static func problems(in bytes: [UInt8]) -> [(problem: TextProblem, position: TextPosition)] {
        guard let value = try? JSONValue.read(bytes) else { return [] }
        var reader = DescriptionReader()
        _ = reader.description(value)
        let index = LineIndex(bytes)
        return reader.problems.sorted { $0.offset < $1.offset }.map { ($0, index.position(of: $0.offset)) }
    }
}

/// Reads a description value by value, and continues after invalid values.
private struct DescriptionReader {
    private(set) var problems: [TextProblem] = []
    /// The key of the value with the first problem.
    private(set) var firstKey: String?

    /// A part of the text; `nil` if it is invalid.
    mutating func attempt<Value>(of key: String? = nil, _ read: () throws(TextProblem) -> Value) -> Value? {
        do throws(TextProblem) {
            return try read()
        } catch {
            record(error, key)
            return nil
        }
    }

    private mutating func record(_ problem: TextProblem, _ key: String?) {
        if problems.isEmpty { firstKey = key }
        problems.append(problem)
    }

    mutating func description(_ value: JSONValue) -> NotebookDescription? {
        guard var object = attempt({ () throws(TextProblem) in try JSONObject(value) }) else { return nil }
        _ = attempt { () throws(TextProblem) in try object.checkFormat("notebundle", version: Manifest.version) }
        let uuid = required("uuid", of: &object) { (value) throws(TextProblem) in
            try value.text("a uuid in lower case") {
                UniqueIdentifier($0).flatMap { $0.description == value.string ? $0 : nil }
            }
        }
        let title = required("title", of: &object) { (value) throws(TextProblem) in try value.title() }
        let created = required("created", of: &object) { (value) throws(TextProblem) in
            try value.text("a timestamp YYYY-MM-DDThh:mm:ssZ") { Timestamp(canonical: $0) }
        }
        let settings = object.remove("settings").flatMap { self.settings($0) }
        let folders = rows(of: "folders", in: &object, read: Self.folderRow) { $0.path.key }
        let tags = rows(of: "tags", in: &object, read: Self.tagRow) { $0.name.key }
        let smartFolders = rows(of: "smartFolders", in: &object, read: Self.smartFolder) { ComparisonKey($0.name) }
        let conflicts = optional(ValueConflict.listKey, of: &object) { (value) throws(TextProblem) in
            try value.elements()
        }
        let values = (conflicts ?? []).compactMap { row in
            attempt { () throws(TextProblem) in try ValueConflict(row) }
        }
        guard let uuid, let title, let created else { return nil }
        var description = NotebookDescription(bare: uuid, title, created)
        description.settings = settings ?? NotebookDescription.Settings()
        (description.folders, description.tags, description.smartFolders) = (folders, tags, smartFolders)
        (description.conflicts, description.unknown) = (values, object.rest)
        return description
    }

    private mutating func settings(_ value: JSONValue) -> NotebookDescription.Settings? {
        guard var object = attempt({ () throws(TextProblem) in try JSONObject(value) }) else { return nil }
        var settings = NotebookDescription.Settings()
        if let sort = choice("sort", of: &object, NotebookDescription.SortKey.self) { settings.sort = sort }
        settings.fontSize = optional("fontSize", of: &object) { (value) throws(TextProblem) in
            try value.integer(6...144)
        }
        if let scheme = choice("colorScheme", of: &object, NotebookDescription.ColorScheme.self) {
            settings.colorScheme = scheme
        }
        settings.places = places(&object)
        settings.countsInlineTags =
            optional("inlineTags", of: &object) { (value) throws(TextProblem) in try value.boolean() } ?? true
        settings.keepsLineBreaks =
            optional("lineBreaks", of: &object) { (value) throws(TextProblem) in try value.boolean() } ?? false
        if let spelling = choice("taskDates", of: &object, TaskSpelling.self) { settings.taskSpelling = spelling }
        settings.unknown = object.rest
        return settings
    }

    private mutating func places(_ object: inout JSONObject) -> NoteLocations {
        var places = NoteLocations()
        if let folder = folder("inboxFolder", of: &object) { places.inboxFolder = folder }
        if let folder = folder("dailyFolder", of: &object) { places.dailyFolder = folder }
        if let name = shortText("dailyName", of: &object) { places.dailyName = DatePattern(name) }
        places.dailyTemplate = shortText("dailyTemplate", of: &object)
        if let folder = folder("templateFolder", of: &object) { places.templateFolder = folder }
        return places
    }

    private mutating func folder(_ key: String, of object: inout JSONObject) -> FolderPath? {
        optional(key, of: &object) { (value) throws(TextProblem) in
            try value.text("the path of a folder") { try? FolderPath(exactly: $0) }
        }
    }

    private mutating func shortText(_ key: String, of object: inout JSONObject) -> String? {
        optional(key, of: &object) { (value) throws(TextProblem) in
            try value.text("a text of 1 to 1,024 bytes without control characters") { NoteLocations.accepted($0) }
        }
    }

    static func folderRow(_ reader: inout DescriptionReader, _ value: JSONValue) -> NotebookDescription.FolderRow? {
        guard var object = reader.attempt({ () throws(TextProblem) in try JSONObject(value) }) else { return nil }
        let path = reader.required("path", of: &object) { (value) throws(TextProblem) in
            guard let text = value.string, !text.isEmpty else {
                throw TextProblem("expected the path of a folder", at: value.offset)
            }
            do throws(PathProblem) {
                return try FolderPath(exactly: text)
            } catch {
                throw TextProblem("\(error)", at: value.offset)
            }
        }
        let icon = reader.optional("icon", of: &object) { (value) throws(TextProblem) in try value.icon() }
        let order = reader.optional("order", of: &object) { (value) throws(TextProblem) in
            try value.integer(0...1_000_000_000)
        }
        guard let path else { return nil }
        var row = NotebookDescription.FolderRow(path: path, icon: icon, order: order)
        row.unknown = object.rest
        return row
    }

    private static func tagRow(_ reader: inout DescriptionReader, _ value: JSONValue) -> NotebookDescription.TagRow? {
        guard var object = reader.attempt({ () throws(TextProblem) in try JSONObject(value) }) else { return nil }
        let name = reader.required("name", of: &object) { (value) throws(TextProblem) in
            try value.text("a tag") { Tag(exactly: $0) }
        }
        let color = reader.optional("color", of: &object) { (value) throws(TextProblem) in
            try value.text("“#” and six lower-case hexadecimal digits") { text in
                let digits = Array(text.utf8.dropFirst())
                let isColor = text.hasPrefix("#") && digits.count == 6 && digits.allSatisfy(Hexadecimal.isDigit)
                return isColor ? text : nil
            }
        }
        guard let name else { return nil }
        var row = NotebookDescription.TagRow(name: name, color: color)
        row.unknown = object.rest
        return row
    }

    private static func smartFolder(_ reader: inout DescriptionReader, _ value: JSONValue) -> NotebookDescription
        .SmartFolder?
    {
        guard var object = reader.attempt({ () throws(TextProblem) in try JSONObject(value) }) else { return nil }
        let name = reader.required("name", of: &object) { (value) throws(TextProblem) in try value.title() }
        let icon = reader.optional("icon", of: &object) { (value) throws(TextProblem) in try value.icon() }
        let predicate = reader.required("predicate", of: &object) { (value) throws(TextProblem) in
            try value.text("an expression of the query language") { $0.isEmpty ? nil : $0 }
        }
        guard let name, let predicate else { return nil }
        var folder = NotebookDescription.SmartFolder(name: name, icon: icon, predicate: predicate)
        folder.unknown = object.rest
        return folder
    }

    private mutating func required<Value>(
        _ key: String, of object: inout JSONObject, _ read: (JSONValue) throws(TextProblem) -> Value
    ) -> Value? {
        let offset = object.offset
        guard let value = object.remove(key) else {
            record(TextProblem("“\(key)” is missing", at: offset), key)
            return nil
        }
        return attempt(of: key) { () throws(TextProblem) in try read(value) }
    }

    private mutating func optional<Value>(
        _ key: String, of object: inout JSONObject, _ read: (JSONValue) throws(TextProblem) -> Value
    ) -> Value? {
        guard let value = object.remove(key) else { return nil }
        return attempt(of: key) { () throws(TextProblem) in try read(value) }
    }

    private mutating func choice<Choice: RawRepresentable & CaseIterable>(
        _ key: String, of object: inout JSONObject, _ type: Choice.Type
    ) -> Choice? where Choice.RawValue == String {
        optional(key, of: &object) { (value) throws(TextProblem) in
            let wanted = Choice.allCases.map { "“\($0.rawValue)”" }.joined(separator: ", ")
            return try value.text(wanted) { Choice(rawValue: $0) }
        }
    }

    /// Reads an array of rows with unique keys.
    private mutating func rows<Row>(
        of key: String, in object: inout JSONObject, read: (inout DescriptionReader, JSONValue) -> Row?,
        identity: (Row) -> ComparisonKey
    ) -> [Row] {
        let elements = optional(key, of: &object) { (value) throws(TextProblem) in try value.elements() }
        var rows: [Row] = []
        var seen: Set<ComparisonKey> = []
        for element in elements ?? [] {
            guard let row = read(&self, element) else { continue }
            if seen.insert(identity(row)).inserted {
                rows.append(row)
            } else {
                record(TextProblem("a row of “\(key)” repeats an earlier one", at: element.offset), key)
            }
        }
        return rows
    }
}

extension NotebookDescription.FolderRow {
    /// Reads a row of `folders`.
    init(_ value: JSONValue) throws(TextProblem) {
        var reader = DescriptionReader()
        guard let row = DescriptionReader.folderRow(&reader, value), reader.problems.isEmpty else {
            throw reader.problems.first ?? TextProblem("expected an object", at: value.offset)
        }
        self = row
    }
}

extension JSONValue {
    fileprivate func title() throws(TextProblem) -> String {
        try text("a title without control characters and spaces at its ends") {
            !$0.isEmpty && Title.accepted($0)?.isIdentical(to: $0) == true ? $0 : nil
        }
    }

    fileprivate func icon() throws(TextProblem) -> String {
        try text("a text of 1 to 64 bytes without control characters") { text in
            (1...64).contains(text.utf8.count) && Title.accepted(text) != nil ? text : nil
        }
    }
}
