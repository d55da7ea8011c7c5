public import NotebookFormat

/// A notebook as its manifest lists it: what can be known without reading an item.
public struct Notebook: Sendable {
    /// The name under which messages speak of it.
    public let name: String
    /// The list of all files.
    public let manifest: Manifest
    /// What belongs to the notebook as a whole.
    public let description: NotebookDescription
    /// The digest of the manifest.
    public let fingerprint: Digest
    /// The digest of `notebook.json` as it was read; `nil` if it was not read from a file.
    let descriptionDigest: Digest?
    /// The notes and cards that are not in the trash, in the order of their paths.
    public let items: [Item]
    /// The notes and cards in the trash, in the order of their paths.
    public let trashedItems: [Item]

    /// Reads the two files that a list needs.
    ///
    /// - Throws: `NotebookError`, or what keeps them from being read.
    package init(_ tree: some FileTree) throws {
        let manifestBytes = try Self.read(.manifest, Manifest.maximumBytes, tree)
        let manifest = try Self.decode(manifestBytes, "manifest.json", tree.name) { (bytes) throws(TextProblem) in
            try Manifest(bytes)
        }
        let descriptionBytes = try Self.read(.notebook, NotebookDescription.maximumBytes, tree)
        let description = try Self.decode(descriptionBytes, "notebook.json", tree.name) { (bytes) throws(TextProblem) in
            try NotebookDescription(bytes)
        }
        self.init(
            name: tree.name, manifest: manifest, description: description, fingerprint: Digest.of(manifestBytes),
            descriptionDigest: Digest.of(descriptionBytes))
    }

    package init(
        name: String, manifest: Manifest, description: NotebookDescription, fingerprint: Digest,
        descriptionDigest: Digest? = nil
    ) {
        self.name = name
        self.manifest = manifest
        self.description = description
        self.fingerprint = fingerprint
        self.descriptionDigest = descriptionDigest
        let all = manifest.entries.compactMap { Item($0, notebookCreated: description.created) }
        items = all.filter { $0.batch == nil }
        trashedItems = all.filter { $0.batch != nil }
    }

    /// Makes sure that a description can be read again.
    static func check(_ description: NotebookDescription, of name: String) throws(NotebookError) {
        _ = try decode(description.text, "notebook.json", name) { (bytes) throws(TextProblem) in
            try NotebookDescription(bytes)
        }
    }

    private static func read(_ path: BundlePath, _ limit: Int, _ tree: some FileTree) throws -> [UInt8] {
        guard let bytes = try tree.content(of: path, limit: limit) else {
            throw NotebookError.missing(tree.name, file: path.text)
        }
        return bytes
    }

    private static func decode<Value>(
        _ bytes: [UInt8], _ file: String, _ name: String, _ read: ([UInt8]) throws(TextProblem) -> Value
    ) throws(NotebookError) -> Value {
        do throws(TextProblem) {
            return try read(bytes)
        } catch {
            throw .malformed(name, file: file, error, error.position(in: bytes))
        }
    }
}
