extension Decoder {
    /// A value that is coded as its text.
    ///
    /// - Throws: `DecodingError` if the text is none of such a value.
    package func text<Value>(_ read: (String) throws -> Value?) throws -> Value {
        let container = try singleValueContainer()
        let text = try container.decode(String.self)
        if let value = try? read(text) { return value }
        throw DecodingError.dataCorruptedError(
            in: container, debugDescription: "not a \(Value.self): \(PrintableText.quoted(text))")
    }
}

extension UniqueIdentifier: Codable {
    /// Reads the text of a uuid.
    public init(from decoder: any Decoder) throws { self = try decoder.text { UniqueIdentifier($0) } }

    /// Writes the text.
    public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}

extension Tag: Codable, Identifiable {
    /// The tag itself.
    public var id: Tag { self }

    /// Reads the text of a tag.
    public init(from decoder: any Decoder) throws { self = try decoder.text { Tag($0) } }

    /// Writes the text.
    public func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}

extension Timestamp: Codable {
    /// Reads the text of a time.
    public init(from decoder: any Decoder) throws { self = try decoder.text { Timestamp(canonical: $0) } }

    /// Writes the text, as RFC 3339 has it.
    public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}
