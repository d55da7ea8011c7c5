import ForeignData
import NotebookFormat
import NotebookText

/// The digests of a file of a bag.
struct BagDigests {
    /// An algorithm, by the name that it has in those of manifests.
    enum Algorithm: String, CaseIterable {
        case md5, sha256, sha512
    }

    private var md5: MD5?
    private var sha256: SHA256?
    private var sha512: SHA512?

    /// Begins the digests of some algorithms.
    init(_ algorithms: Set<Algorithm>) {
        md5 = algorithms.contains(.md5) ? MD5() : nil
        sha256 = algorithms.contains(.sha256) ? SHA256() : nil
        sha512 = algorithms.contains(.sha512) ? SHA512() : nil
    }

    mutating func update(_ bytes: [UInt8]) {
        md5?.update(bytes)
        sha256?.update(bytes)
        sha512?.update(bytes)
    }

    /// The digest in hexadecimal; empty if it was not asked for.
    subscript(algorithm: Algorithm) -> String {
        switch algorithm {
        case .md5: md5.map { $0.finish() } ?? ""
        case .sha256: sha256.map { "\($0.finish())" } ?? ""
        case .sha512: sha512?.hexadecimal() ?? ""
        }
    }
}
