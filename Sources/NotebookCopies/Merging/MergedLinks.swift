import Cores
import NotebookFormat
import NotebookLinks

/// Updates the links of each version of an item for the paths and titles after a merge, before the versions are merged.
struct MergedLinks {
    /// `nil` if not all paths of the common state are known.
    let base: Lazy<KeptLinks>?
    let mine: Lazy<KeptLinks>
    let theirs: Lazy<KeptLinks>

    /// The bytes of a version, with its links updated for its new path; items in the trash keep their bytes.
    func rewritten(_ text: VersionTexts.Text, to path: BundlePath) -> [UInt8] {
        guard TrashedPath(path) == nil, text.bytes.contains(where: { $0 == 0x5B || $0 == 0x3C }),
            let item = try? ItemFile(text.bytes)
        else { return text.bytes }
        let links: Lazy<KeptLinks>? =
            switch text.side {
            case .base: base
            case .mine: mine
            case .theirs: theirs
            }
        guard let rewriting = try? links?.value.rewriting(item, from: text.path, to: path) else { return text.bytes }
        return rewriting.item.bytes
    }
}
