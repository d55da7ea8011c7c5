import NotebookFiles
package import NotebookFormat
import NotebookMerging
import NotebookStore
import NotebookText

/// The changes that turn one notebook's files into those of another, for `git apply` in the notebook's directory.
///
/// Covers files as they are stored, including the manifest and names in another normalisation.
package struct NotebookPatch {
    private let old: ComparedNotebook
    private let new: ComparedNotebook
    private let changes: [Change]

    /// A file as it is stored.
    private struct Stored: Hashable {
        /// Its path, in any normalisation.
        let place: DiskPath
        let path: BundlePath
        let size: Int
        let digest: Digest
        /// Whether it is the only file with this path.
        let isOnly: Bool

        var name: String { place.text }
    }

    private struct Change {
        let old: Stored?
        let new: Stored?

        var size: Int { max(old?.size ?? 0, new?.size ?? 0) }
        var name: String { new?.name ?? old?.name ?? "" }
    }

    /// Compares the files of two notebooks.
    ///
    /// - Parameter paths: Compares only these files; `nil` for all.
    package init(_ old: ComparedNotebook, _ new: ComparedNotebook, only paths: Set<BundlePath>? = nil) throws {
        (self.old, self.new) = (old, new)
        func isWanted(_ file: Stored) -> Bool { paths?.contains(file.path) ?? true }
        func byPlace(_ files: [Stored]) -> [DiskPath: Stored] {
            Dictionary(files.filter(isWanted).map { ($0.place, $0) }) { first, _ in first }
        }
        let (before, after) = (byPlace(try Self.files(of: old)), byPlace(try Self.files(of: new)))
        var gone = before.filter { after[$0.key] == nil }
        var come = after.filter { before[$0.key] == nil }
        var changes = before.values.compactMap { file in
            after[file.place].flatMap { $0.digest == file.digest ? nil : Change(old: file, new: $0) }
        }
        // A path that exists on both sides stays: it must not be in the way of what the patch renames.
        let pairs = FilePairs(old.content.files, new.content.files)
        for pair in pairs.items + pairs.others {
            guard case .both(let one, let other) = pair, let source = gone[DiskPath(one.path)],
                let target = come[DiskPath(other.path)]
            else { continue }
            changes.append(Change(old: source, new: target))
            gone[source.place] = nil
            come[target.place] = nil
        }
        changes += gone.values.map { Change(old: $0, new: nil) } + come.values.map { Change(old: nil, new: $0) }
        self.changes = changes.sorted { Self.place($0) < Self.place($1) }
    }

    /// The sort key of a change: items and attachments come first, then the files that describe them.
    private static func place(_ change: Change) -> (Int, String) {
        switch change.name {
        case BundlePath.manifest.text: (2, "")
        case BundlePath.notebook.text: (1, "")
        default: (0, change.name)
        }
    }

    private static func files(of notebook: ComparedNotebook) throws -> [Stored] {
        let doubled = Set(notebook.inspection.otherForms.map(\.path))
        var files = (notebook.inspection.files + notebook.inspection.otherForms).map { fact in
            Stored(
                place: DiskPath(fact.foundPath), path: fact.path, size: fact.size, digest: fact.digest,
                isOnly: !doubled.contains(fact.path))
        }
        if let bytes = try notebook.manifestBytes() {
            files.append(
                Stored(
                    place: DiskPath(.manifest), path: .manifest, size: bytes.count, digest: Digest.of(bytes),
                    isOnly: true))
        }
        return files
    }

    /// Whether all files are the same.
    package var isEmpty: Bool { changes.isEmpty }

    /// How many bytes are in memory at a time.
    private static let bytesAtOnce = 64 << 20

    /// Writes the patch piece by piece.
    package func write(_ write: ([UInt8]) throws -> Void) throws {
        var rest = changes[...]
        while let first = rest.first {
            guard first.size <= GitPatch.maximumText || !(first.old?.isOnly ?? true) || !(first.new?.isOnly ?? true)
            else {
                try writeLarge(first, write)
                rest = rest.dropFirst()
                continue
            }
            var (batch, size) = ([Change](), 0)
            while let change = rest.first,
                batch.isEmpty || change.size <= GitPatch.maximumText && size < Self.bytesAtOnce
            {
                batch.append(change)
                size += 2 * change.size
                rest = rest.dropFirst()
            }
            try self.write(batch, write)
        }
    }

    private func write(_ batch: [Change], _ write: ([UInt8]) throws -> Void) throws {
        let before = try Self.contents(batch.compactMap(\.old), of: old)
        let after = try Self.contents(batch.compactMap(\.new), of: new)
        for change in batch {
            let (one, other) = (change.old.flatMap { before[$0] } ?? [], change.new.flatMap { after[$0] } ?? [])
            if GitPatch.isText(one), GitPatch.isText(other) || one == other {
                try write(GitPatch(from: change.old?.name, to: change.new?.name, one, other).bytes)
            } else {
                try writeBinary(change, .bytes(one), .bytes(other), write)
            }
        }
    }

    private static func contents(_ files: [Stored], of notebook: ComparedNotebook) throws -> [Stored: [UInt8]] {
        let wanted = files.filter { $0.path != .manifest }.map { ComparedNotebook.Wanted($0.path, $0.digest) }
        let found = try notebook.contents(of: wanted, limit: .max - 1)
        var contents: [Stored: [UInt8]] = [:]
        for file in files {
            contents[file] =
                file.path == .manifest
                ? try notebook.manifestBytes() : found[ComparedNotebook.Wanted(file.path, file.digest)]
        }
        return contents
    }

    private func writeLarge(_ change: Change, _ write: ([UInt8]) throws -> Void) throws {
        if let one = change.old, let other = change.new, one.digest == other.digest {
            return try write(Self.text(GitPatch.head(from: one.name, to: other.name, similarity: 100)))
        }
        func content(_ file: Stored?, _ notebook: ComparedNotebook) throws -> GitBinaryPatch.Content {
            guard let file else { return .bytes([]) }
            return file.path == .manifest ? .bytes(try notebook.manifestBytes() ?? []) : .file(file.path, notebook)
        }
        try writeBinary(change, try content(change.old, old), try content(change.new, new), write)
    }

    private func writeBinary(
        _ change: Change, _ one: GitBinaryPatch.Content, _ other: GitBinaryPatch.Content,
        _ write: ([UInt8]) throws -> Void
    ) throws {
        let names = try (change.old.map { try name($0, old, one) }, change.new.map { try name($0, new, other) })
        let head = GitPatch.head(from: change.old?.name, to: change.new?.name, similarity: 0)
        let index = "index \(names.0 ?? GitObjectName.nothing)..\(names.1 ?? GitObjectName.nothing)"
        try write(Self.text(head + [index, "GIT binary patch"]))
        try GitBinaryPatch.write(change.new?.size ?? 0, other, write)
        // For ‘git apply -R’.
        try GitBinaryPatch.write(change.old?.size ?? 0, one, write)
    }

    /// The name that git gives a content; fails if the content has changed since it was compared.
    private func name(
        _ file: Stored, _ notebook: ComparedNotebook, _ content: GitBinaryPatch.Content
    ) throws -> String {
        var name = GitObjectName(size: file.size)
        var digest = SHA256()
        try content.stream { bytes in
            name.update(bytes)
            digest.update(bytes)
        }
        guard digest.finish() == file.digest else { throw notebook.changed(file.path) }
        return name.finish()
    }

    private static func text(_ lines: [String]) -> [UInt8] { Array(lines.map { $0 + "\n" }.joined().utf8) }
}
