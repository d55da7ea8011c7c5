import NotebookText

extension BundlePath: Codable {
    /// Reads the text of a path.
    public init(from decoder: any Decoder) throws { self = try decoder.text { try BundlePath($0) } }

    /// Writes the text.
    public func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}

extension FolderPath: Codable, Identifiable {
    /// The path itself.
    public var id: FolderPath { self }

    /// Reads the text of a path; the empty one is the top level.
    public init(from decoder: any Decoder) throws {
        self = try decoder.text { $0.isEmpty ? .root : try FolderPath($0) }
    }

    /// Writes the text.
    public func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}
