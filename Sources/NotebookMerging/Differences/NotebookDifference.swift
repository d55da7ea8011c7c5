package import NotebookFormat

/// How two notebooks differ.
///
/// Matches items by uuid. Compares the files, not the manifests: a file that no manifest lists is compared like any
/// other.
public struct NotebookDifference: Sendable {
    /// The values of `notebook.json` that differ.
    public let notebook: [DescriptionChange]
    /// The notes and cards that differ, in the order of their paths afterwards.
    public let items: [FileDifference]
    /// The attachments that differ.
    public let attachments: [FileDifference]
    /// The files of other applications that differ.
    public let extras: [FileDifference]
    /// Files that a notebook cannot contain.
    package let strays: [FileDifference]

    /// Whether the notebooks are the same.
    public var isEmpty: Bool {
        notebook.isEmpty && items.isEmpty && attachments.isEmpty && extras.isEmpty && strays.isEmpty
    }

    /// Compares two notebooks.
    ///
    /// - Parameter differences: Reads the texts of items whose bytes differ, and says how they differ. Other texts are
    ///   not read.
    package init(
        _ old: ComparedContent, _ new: ComparedContent,
        reading differences: ([FilePairs.Pair]) throws -> [FileDifference]
    ) rethrows {
        notebook = DescriptionChange.all(old.description, new.description)
        let pairs = FilePairs(old.files, new.files)
        var read = try differences(pairs.items.filter(\.hasOtherBytes))[...]
        items = pairs.items.map { ($0.hasOtherBytes ? read.popFirst() : nil) ?? FileDifference($0) }
        let others = pairs.others.map(FileDifference.init)
        attachments = others.filter { $0.shown.type == .blob }
        extras = others.filter { $0.shown.type == .extra }
        strays = others.filter { $0.shown.type == nil }
    }
}

extension FilePairs.Pair {
    /// Whether both notebooks have the file, with different bytes.
    fileprivate var hasOtherBytes: Bool {
        guard case .both(let old, let new) = self else { return false }
        return old.digest != new.digest
    }

    /// Compares the two texts of an item whose bytes differ.
    package func difference(_ old: [UInt8], _ new: [UInt8]) -> FileDifference { FileDifference(self, old, new) }
}

extension NotebookDifference {
    /// Keeps only the items that have one of these paths, before or afterwards.
    package func only(_ paths: Set<BundlePath>) -> NotebookDifference {
        let items = items.filter { item in
            [item.old?.path, item.new?.path].contains { $0.map(paths.contains) ?? false }
        }
        return NotebookDifference(notebook: [], items: items, attachments: [], extras: [], strays: [])
    }

    /// The same without files that a notebook cannot contain.
    package var withoutStrays: NotebookDifference {
        NotebookDifference(notebook: notebook, items: items, attachments: attachments, extras: extras, strays: [])
    }

    private init(
        notebook: [DescriptionChange], items: [FileDifference], attachments: [FileDifference],
        extras: [FileDifference], strays: [FileDifference]
    ) {
        (self.notebook, self.items, self.attachments) = (notebook, items, attachments)
        (self.extras, self.strays) = (extras, strays)
    }
}
