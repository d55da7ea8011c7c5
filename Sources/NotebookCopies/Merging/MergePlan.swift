import Cores
import NotebookFormat
import NotebookLinks
import NotebookMerging

/// What a merge changes in a notebook, before it is written.
package struct MergePlan {
    /// An item that gets another path or other bytes, or is new.
    struct ItemWrite {
        /// Its file now; `nil` if it is new.
        let old: ComparedFile?
        /// Its path afterwards.
        let path: BundlePath
        /// The file; `nil` if its bytes stay the same.
        let file: ItemFile?
    }

    /// Another file that is taken from the other copy.
    struct Copy {
        /// The file there.
        let source: ComparedFile
        /// Its path here.
        let path: BundlePath
        /// The file that it replaces.
        let replaced: ComparedFile?
    }

    /// A file with bytes that were merged, and is not an item.
    struct TextWrite {
        let old: ComparedFile
        let bytes: [UInt8]
    }

    /// Items to write.
    var items: [ItemWrite] = []
    /// Files to take.
    var copies: [Copy] = []
    /// Review logs to write.
    var texts: [TextWrite] = []
    /// Files that get other paths.
    var moves: [(old: ComparedFile, path: BundlePath)] = []
    /// Files to be moved to the trash; attachments only if nothing uses them.
    var trashed: [ComparedFile] = []
    /// Files to be deleted that are in the trash already.
    var removed: [ComparedFile] = []
    /// Files that other programs removed here, to be fetched from the other copy.
    var recovered: [ComparedFile] = []
    /// Attachments of the other copy that this one lacks: fetched items may link to them.
    var attachments: [ComparedFile] = []
    /// Versions from the other copy that go to the trash.
    var versions: [ComparedFile] = []
    /// The description afterwards.
    var description: NotebookDescription
    /// What it did, except for what goes to the trash.
    var report: NotebookMerge
}

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
