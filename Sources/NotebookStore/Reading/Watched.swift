import NotebookFormat
import NotebookText

/// The state of a notebook at one time: its manifest, and the sizes and times of its items.
struct Watched: Sendable {
    let listing: NotebookListing
    private let stamps: [BundlePath: FileStamp]
    /// Items that other programs changed after they were listed, with the digests of their content.
    let outside: [BundlePath: Digest]

    /// Reads the state of a notebook; `nil` if it cannot be read.
    init?(_ storage: some NotebookStorage, after before: Watched? = nil) {
        guard let listing = try? storage.read(\.listing), let stamps = try? storage.stamps(of: listing.items) else {
            return nil
        }
        self.listing = listing
        self.stamps = stamps
        guard let before, before.listing.fingerprint == listing.fingerprint else {
            outside = [:]
            return
        }
        var outside = before.outside
        for (path, stamp) in stamps where before.stamps[path] != stamp {
            guard let bytes = try? storage.read({ try $0.content(of: path) }) else { continue }
            let digest = Digest.of(bytes)
            outside[path] = listing.manifest[path]?.digest == digest ? nil : digest
        }
        self.outside = outside
    }

    /// Items whose content differs from that at an earlier time, while the manifest is the same.
    func edited(since before: Watched) -> [BundlePath] {
        Set(outside.keys).union(before.outside.keys).filter { outside[$0] != before.outside[$0] }.sorted()
    }

    /// Items that existed at an earlier time and are gone, while the manifest is the same.
    func gone(since before: Watched) -> [BundlePath] {
        before.stamps.keys.filter { stamps[$0] == nil }.sorted()
    }
}

/// What a directory says about a file without reading it; it usually changes with the content.
public struct FileStamp: Hashable, Sendable {
    /// The size in bytes.
    public let size: Int
    /// When the content was last changed, in seconds since 1970.
    public let modified: Int64

    /// The size and time of a file.
    public init(size: Int, modified: Int64) {
        self.size = size
        self.modified = modified
    }
}
