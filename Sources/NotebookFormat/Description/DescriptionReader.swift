extension NotebookDescription {
    /// Reads `notebook.json` in any layout.
    ///
    /// - Throws: `TextProblem`: what is not JSON or not of this form, and where.
    public init(_ bytes: [UInt8]) throws(TextProblem) {
        guard bytes.count <= Self.maximumBytes else {
            throw TextProblem("is larger than 16 MiB, the limit of notebook.json", at: 0, kind: .tooLong)
        }
        try self.init(JSONValue.read(bytes))
    }

    /// Reads `notebook.json` as a value of a larger text.
    package init(_ value: JSONValue) throws(TextProblem) {
        var object = try JSONObject(value)
        try object.checkFormat("notebundle", version: Manifest.version)
        let uuid = try object.required("uuid") { (value) throws(TextProblem) in
            try value.text("a uuid in lower case") {
                UniqueIdentifier($0).flatMap { $0.description == value.string ? $0 : nil }
            }
        }
        let title = try object.required("title") { (value) throws(TextProblem) in try value.title() }
        let created = try object.required("created") { (value) throws(TextProblem) in
            try value.text("a timestamp YYYY-MM-DDThh:mm:ssZ") { Timestamp(canonical: $0) }
        }
        self.init(bare: uuid, title, created)
        settings = try object.optional("settings") { (value) throws(TextProblem) in try Settings(value) } ?? Settings()
        folders = try object.rows("folders", FolderRow.init) { $0.path.key }
        tags = try object.rows("tags", TagRow.init) { $0.name.key }
        smartFolders = try object.rows("smartFolders", SmartFolder.init) { ComparisonKey($0.name) }
        unknown = object.rest
    }
}

extension NotebookDescription.Settings {
    fileprivate init(_ value: JSONValue) throws(TextProblem) {
        var object = try JSONObject(value)
        if let sort = try object.choice("sort", NotebookDescription.SortKey.self) { self.sort = sort }
        fontSize = try object.optional("fontSize") { (value) throws(TextProblem) in try value.integer(6...144) }
        if let scheme = try object.choice("colorScheme", NotebookDescription.ColorScheme.self) { colorScheme = scheme }
        unknown = object.rest
    }
}

extension NotebookDescription.FolderRow {
    init(_ value: JSONValue) throws(TextProblem) {
        var object = try JSONObject(value)
        path = try object.required("path") { (value) throws(TextProblem) in
            guard let text = value.string, !text.isEmpty else {
                throw TextProblem("expected the path of a folder", at: value.offset)
            }
            do throws(PathProblem) {
                return try FolderPath(text)
            } catch {
                throw TextProblem("the path \(error)", at: value.offset)
            }
        }
        icon = try object.optional("icon") { (value) throws(TextProblem) in try value.icon() }
        order = try object.optional("order") { (value) throws(TextProblem) in try value.integer(0...1_000_000_000) }
        unknown = object.rest
    }
}

extension NotebookDescription.TagRow {
    fileprivate init(_ value: JSONValue) throws(TextProblem) {
        var object = try JSONObject(value)
        name = try object.required("name") { (value) throws(TextProblem) in try value.text("a tag") { Tag(exactly: $0) }
        }
        color = try object.optional("color") { (value) throws(TextProblem) in
            try value.text("“#” and six lower-case hexadecimal digits") { text in
                let digits = Array(text.utf8.dropFirst())
                let isColor =
                    text.hasPrefix("#") && digits.count == 6 && digits.allSatisfy(Hexadecimal.isDigit)
                return isColor ? text : nil
            }
        }
        unknown = object.rest
    }
}

extension NotebookDescription.SmartFolder {
    fileprivate init(_ value: JSONValue) throws(TextProblem) {
        var object = try JSONObject(value)
        name = try object.required("name") { (value) throws(TextProblem) in try value.title() }
        icon = try object.optional("icon") { (value) throws(TextProblem) in try value.icon() }
        predicate = try object.required("predicate") { (value) throws(TextProblem) in
            try value.text("an expression of the query language") { $0.isEmpty ? nil : $0 }
        }
        unknown = object.rest
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

extension JSONObject {
    fileprivate mutating func choice<Choice: RawRepresentable & CaseIterable>(
        _ key: String, _ type: Choice.Type
    ) throws(TextProblem) -> Choice? where Choice.RawValue == String {
        try optional(key) { (value) throws(TextProblem) in
            try value.text(Choice.allCases.map { "“\($0.rawValue)”" }.joined(separator: ", ")) { Choice(rawValue: $0) }
        }
    }

    /// Reads an array of rows, no two of which have the same key.
    fileprivate mutating func rows<Row>(
        _ key: String, _ make: (JSONValue) throws(TextProblem) -> Row, _ identity: (Row) -> ComparisonKey
    ) throws(TextProblem) -> [Row] {
        try optional(key) { (value) throws(TextProblem) in
            var rows: [Row] = []
            var seen: Set<ComparisonKey> = []
            for element in try value.elements() {
                let row = try make(element)
                guard seen.insert(identity(row)).inserted else {
                    throw TextProblem("a row of “\(key)” repeats an earlier one", at: element.offset)
                }
                rows.append(row)
            }
            return rows
        } ?? []
    }
}
