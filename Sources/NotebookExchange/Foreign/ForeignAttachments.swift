import NotebookFormat
import NotebookPacking
import NotebookStore
import NotebookText

/// The attachments of other systems, each content once.
struct ForeignAttachments {
    private var byDigest: [Digest: BundlePath] = [:]
    /// How many attachments have the content of a file, and its digest.
    private var uses: [BundlePath: (count: Int, digest: Digest)] = [:]
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
            uses[known]?.count += 1
            return (known, false)
        }
        // An export of ours puts the digest into names that others have, too.
        let name = BlobName(name).flatMap { $0.matches(fact.digest) ? $0.readableName : nil } ?? name
        var length = BlobName.shortestInfix
        var path = try BundlePath("blobs/\(BlobName(name, digest: fact.digest))")
        while keys.contains(path.key), length < 64 {
            length += 1
            path = try BundlePath("blobs/\(BlobName(name, digest: fact.digest, infixLength: length))")
        }
        try bundle.rename(fact.path, to: path)
        keys.insert(path.key)
        byDigest[fact.digest] = path
        uses[path] = (1, fact.digest)
        return (path, true)
    }

    /// Takes back an attachment; returns whether it was the only one with its content, whose file is removed then.
    mutating func drop(_ path: BundlePath, _ bundle: inout NewBundle) throws -> Bool {
        if let use = uses[path], use.count > 1 {
            uses[path]?.count -= 1
            return false
        }
        try bundle.remove(path)
        keys.remove(path.key)
        if let digest = uses.removeValue(forKey: path)?.digest { byDigest[digest] = nil }
        return true
    }
}
