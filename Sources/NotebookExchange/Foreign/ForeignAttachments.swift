import NotebookFormat
import NotebookPacking
import NotebookStore
import NotebookText

/// The attachments of other systems, each content once.
struct ForeignAttachments {
    private var byDigest: [Digest: BundlePath] = [:]
    /// How many attachments have the content of a file.
    private var uses: [BundlePath: Int] = [:]
    private var keys: Set<ComparisonKey> = []

    /// The attachments that were written.
    var paths: Set<BundlePath> { Set(byDigest.values) }
    /// How many attachments were written.
    var count: Int { byDigest.count }

    /// Writes the content of an attachment, which has no name yet.
    func receive(
        _ bundle: inout NewBundle, _ content: (_ write: ([UInt8]) throws -> Void) throws -> Void
    ) throws -> FileFact {
        let arrival = try BundlePath("blobs/arrival")
        do {
            return try bundle.write(at: arrival, content)
        } catch {
            try? bundle.remove(arrival)
            throw error
        }
    }

    /// Names an attachment that was received, unless one with the same content is there.
    mutating func settle(
        _ fact: FileFact, name: String, _ bundle: inout NewBundle
    ) throws -> (path: BundlePath, isNew: Bool) {
        if let known = byDigest[fact.digest] {
            try bundle.remove(fact.path)
            uses[known, default: 0] += 1
            return (known, false)
        }
        var length = BlobName.shortestInfix
        var path = try BundlePath("blobs/\(BlobName(name, digest: fact.digest))")
        while keys.contains(path.key), length < 64 {
            length += 1
            path = try BundlePath("blobs/\(BlobName(name, digest: fact.digest, infixLength: length))")
        }
        try bundle.rename(fact.path, to: path)
        keys.insert(path.key)
        byDigest[fact.digest] = path
        uses[path] = 1
        return (path, true)
    }

    /// Takes back an attachment; returns whether it was the only one with its content, whose file is removed then.
    mutating func drop(_ path: BundlePath, _ bundle: inout NewBundle) throws -> Bool {
        let rest = (uses[path] ?? 1) - 1
        uses[path] = rest
        guard rest == 0 else { return false }
        try bundle.remove(path)
        keys.remove(path.key)
        byDigest = byDigest.filter { $0.value != path }
        return true
    }
}
