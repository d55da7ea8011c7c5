public import NotebookFormat

/// A file that is attached to an item.
public struct Attachment {
    /// The name that a person sees.
    public let name: String
    /// How many bytes it has, as far as that is known; the content decides.
    public let size: Int
    /// Hands on the content piece by piece.
    public let content: (_ write: ([UInt8]) throws -> Void) throws -> Void

    /// A file that is attached under a name.
    public init(name: String, size: Int = 0, content: @escaping (_ write: ([UInt8]) throws -> Void) throws -> Void) {
        self.name = name
        self.size = size
        self.content = content
    }
}

extension Draft {
    /// Puts a file into the notebook as a blob and gives its path; bytes that are there already are not kept twice.
    ///
    /// - Throws: `NotebookError` if no file name can be made, or what writing the file or reading the attachment throws.
    public mutating func addBlob(_ attachment: Attachment) throws -> BundlePath {
        let file = try stage(expecting: attachment.size, attachment.content)
        if let known = blob(file.digest), try isIntact(known, file.digest) { return known }
        var length = BlobName.shortestInfix
        while true {
            let name = BlobName(attachment.name, digest: file.digest, infixLength: length)
            let path = try BundlePath("blobs/\(name)")
            if try isFree(path) {
                try write(file, at: path)
                return path
            }
            guard length < 64 else { throw NotebookError.taken(path.text) }
            length += 1
        }
    }

    /// Attaches files to an item: puts them in as blobs and links them at the end of its body, images as images.
    ///
    /// - Throws: `NotebookError.gone` or `.malformedItem`, or what writing files or reading the attachments throws.
    public mutating func attach(_ attachments: [Attachment], to item: Item) throws -> [BundlePath] {
        var paths: [BundlePath] = []
        var links: [String] = []
        for attachment in attachments {
            let path = try addBlob(attachment)
            paths.append(path)
            links.append(Self.link(to: path, label: attachment.name, from: item.path))
        }
        var change = ItemChange()
        let body = try self.item(item.path).body
        change.appended = Array(((body.isEmpty ? "" : "\n") + links.joined(separator: "\n\n") + "\n").utf8)
        _ = try edit(item.path, change)
        return paths
    }

    private static func link(to blob: BundlePath, label: String, from item: BundlePath) -> String {
        let destination = PercentEncoding.encode(RelativePath.from(item, to: blob))
        let text = PrintableText.escaped(label).map { "\\[]`*_<>!".contains($0) ? "\\\($0)" : String($0) }.joined()
        return "\(MediaType.isImage(blob.text) ? "!" : "")[\(text)](\(destination))"
    }

    private func blob(_ digest: Digest) -> BundlePath? {
        manifest.entries(below: .blobs).first { $0.digest == digest }?.path
    }

    /// Whether nothing is at a path, nor at one that differs in case alone.
    private func isFree(_ path: BundlePath) throws -> Bool {
        let key = ComparisonKey(path.name)
        return try !names(in: .blobs).contains { ComparisonKey($0) == key } && entry(path) == nil
    }
}
