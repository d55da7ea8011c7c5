import NotebookFiles
public import NotebookFormat
import NotebookLinks
import NotebookText

/// A file to be attached to an item.
public struct Attachment {
    /// The name that people see.
    public let name: String
    /// Its size in bytes, if known; the content decides.
    public let size: Int
    /// Delivers the content piece by piece.
    public let content: (_ write: ([UInt8]) throws -> Void) throws -> Void

    /// A file to be attached under a name.
    public init(name: String, size: Int = 0, content: @escaping (_ write: ([UInt8]) throws -> Void) throws -> Void) {
        self.name = name
        self.size = size
        self.content = content
    }
}

extension Draft {
    /// Stores a file as a blob and returns its path; does not store content again that the notebook already has.
    ///
    /// - Throws: `NotebookError` if no file name can be made, or what writing the file or reading the attachment
    ///   throws.
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

    /// Attaches files to an item: stores them as blobs and links them at the end of its body; images are embedded.
    ///
    /// - Throws: `NotebookError.gone` or `.malformedItem`, or what writing files or reading the attachments throws.
    public mutating func attach(_ attachments: [Attachment], to item: Item) throws -> [BundlePath] {
        let item = try foundOutsideTrash(item)
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

    /// Whether a path is free, even if letter case is ignored.
    private func isFree(_ path: BundlePath) throws -> Bool {
        let key = ComparisonKey(path.name)
        return try !names(in: .blobs).contains { ComparisonKey($0) == key } && entry(path) == nil
    }
}
