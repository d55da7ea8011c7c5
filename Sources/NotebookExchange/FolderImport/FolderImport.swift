package import NotebookBundle
package import NotebookFormat

/// Brings a folder of notes into a new notebook.
package struct FolderImport: ~Copyable {
    private let source: SourceFolder
    private let names: SourceNames
    private let links: SourceLinks
    private let takesExtras: Bool
    private let world: World
    private let progress: any Progress
    /// Gives notes uuids that follow from where they stand, instead of random ones.
    private let identify: ((SourceFolder.File) -> UniqueIdentifier)?

    private var report = ImportReport()
    private var uuids: Set<UniqueIdentifier> = []
    private var blobs: [DiskPath: BundlePath] = [:]
    private var byDigest: [Digest: BundlePath] = [:]
    private var earliest: Timestamp?

    /// An import of a folder.
    ///
    /// - Parameter takesExtras: Whether files that no note links to come in as extras.
    package init(
        _ source: SourceFolder, takesExtras: Bool, world: World, progress: any Progress,
        identify: ((SourceFolder.File) -> UniqueIdentifier)? = nil
    ) {
        self.identify = identify
        self.source = source
        names = SourceNames(source.notes)
        links = SourceLinks(source.notes + source.others)
        self.takesExtras = takesExtras
        self.world = world
        self.progress = progress
    }

    /// Writes everything into a bundle and gives the report, and when the first of the items was made.
    package consuming func run(into bundle: inout NewBundle) throws -> (report: ImportReport, created: Timestamp?) {
        for note in source.notes { try bring(note, &bundle) }
        for other in source.others where blobs[other.path] == nil { try bringExtra(other, &bundle) }
        report.leftOut += (source.excluded + names.excluded).map { .init(path: $0.path, text: $0.reason) }
        report.leftOut.sort { $0.path < $1.path }
        report.changed.sort { ($0.path, $0.text) < ($1.path, $1.text) }
        return (report, earliest)
    }

    private mutating func bring(_ note: SourceFolder.File, _ bundle: inout NewBundle) throws {
        guard let path = names.paths[note.path] else { return }
        let bytes = try source.files.content(of: note.path, limit: ItemFile.maximumBytes)
        progress.advance(bytes.count, note.text)
        let conversion = NoteConversion(file: note, born: try source.files.birthTime(of: note.path))
        var result: NoteConversion.Result
        do throws(TextProblem) {
            result = try conversion.read(bytes)
        } catch {
            let position = error.position(in: bytes)
            report.leftOut.append(
                .init(path: note.text, text: "cannot be a note: line \(position.line): \(error.message)"))
            return
        }
        let (identify, world, uuids) = (identify, world, uuids)
        let metadata = conversion.metadata(
            of: result.item, stem: path.stem, isTaken: { uuids.contains($0) },
            newUUID: { identify?(note) ?? world.newUUID() })
        if let uuid = metadata.uuid { self.uuids.insert(uuid) }
        if let old = result.item.metadata.uuid, old != metadata.uuid {
            result.changes.append("got a new uuid: another note has the same")
        }
        let rewritten = try rewrite(result.item, note, path, &bundle)
        if rewritten.count > 0 {
            result.changes.append("\(rewritten.count) link\(rewritten.count == 1 ? "" : "s") corrected")
        }
        if path.text != "notes/" + note.text {
            result.changes.append("renamed to \(path)")
        } else if String(validating: note.path.bytes, as: UTF8.self) == nil {
            result.changes.append("renamed to \(path): the name is not UTF-8")
        }
        let item = try rewritten.item.setting(metadata)
        try bundle.write(item.bytes, at: path)
        if let created = metadata.created { earliest = min(earliest ?? created, created) }
        report.items += 1
        report.changed += result.changes.map { .init(path: note.text, text: $0) }
    }

    /// Corrects the links of a note: to attachments, which get new names, and to notes that got one.
    private mutating func rewrite(
        _ item: ItemFile, _ note: SourceFolder.File, _ path: BundlePath, _ bundle: inout NewBundle
    ) throws -> (item: ItemFile, count: Int) {
        // First the attachments are brought in, so that what can fail is done before the text is touched.
        for target in item.linkTargets(note, links) where !names.isNote(target) { try bringBlob(target, &bundle) }
        for target in item.frontMatterTargets(note, links) where !names.isNote(target) {
            try bringBlob(target, &bundle)
            report.changed.append(.init(path: note.text, text: "front matter names \(target.name), and stays as it is"))
        }
        var count = 0
        let (blobs, names, links) = (blobs, names, links)
        let result = try item.rewritingDestinations { link in
            var new: String?
            if case .wikiLink(let wiki) = link.kind {
                guard let file = links.file(wiki: wiki.target, in: note) else { return nil }
                new = blobs[file.path].map { String($0.name) }
            } else {
                let destination = LinkDestination(link.destination.text)
                guard let file = links.file(destination, in: note),
                    let target = blobs[file.path] ?? names.paths[file.path]
                else { return nil }
                // A link that leads to the same place as before is not touched.
                let resolved = destination.path.flatMap { RelativePath.resolve($0, from: path.parent?.text ?? "") }
                guard resolved != target.text || destination.path?.hasPrefix("/") == true else { return nil }
                new = destination.leading(to: target, from: path)
            }
            guard let new, new != link.destination.text else { return nil }
            count += 1
            return new
        }
        return (result, count)
    }

    private mutating func bringBlob(_ file: SourceFolder.File, _ bundle: inout NewBundle) throws {
        guard blobs[file.path] == nil else { return }
        let arrival = try BundlePath("blobs/arrival")
        let files = source.files
        let progress = progress
        let fact = try bundle.write(at: arrival) { write in
            try files.stream(file.path) { bytes in
                progress.advance(bytes.count, file.text)
                try write(bytes)
            }
        }
        if let known = byDigest[fact.digest] {
            try bundle.remove(arrival)
            blobs[file.path] = known
            return
        }
        let taken = Set(byDigest.values.map(\.key))
        var length = BlobName.shortestInfix
        var path = try BundlePath("blobs/\(BlobName(file.name, digest: fact.digest))")
        while taken.contains(path.key), length < 64 {
            length += 1
            path = try BundlePath("blobs/\(BlobName(file.name, digest: fact.digest, infixLength: length))")
        }
        try bundle.rename(arrival, to: path)
        byDigest[fact.digest] = path
        blobs[file.path] = path
        report.attachments += 1
    }

    private mutating func bringExtra(_ file: SourceFolder.File, _ bundle: inout NewBundle) throws {
        guard takesExtras else {
            report.leftOut.append(.init(path: file.text, text: "no note links to it"))
            return
        }
        let path: BundlePath
        do throws(PathProblem) {
            path = try BundlePath("extras/org.notebundle.import/\(file.text)")
        } catch {
            report.leftOut.append(.init(path: file.text, text: "its path would not travel: it \(error)"))
            return
        }
        let files = source.files
        _ = try bundle.write(at: path) { write in try files.stream(file.path, write) }
        report.extras += 1
    }
}

extension SourceNames {
    /// Whether a file comes in as a note.
    func isNote(_ file: SourceFolder.File) -> Bool { paths[file.path] != nil }
}

extension ItemFile {
    /// The files of the folder that the links of a note lead to.
    fileprivate func linkTargets(_ note: SourceFolder.File, _ links: SourceLinks) -> [SourceFolder.File] {
        MarkdownDocument(bytes, from: bodyStart).links().filter(\.holdsDestination).compactMap { link in
            guard case .wikiLink(let wiki) = link.kind else {
                return links.file(LinkDestination(link.destination.text), in: note)
            }
            return links.file(wiki: wiki.target, in: note)
        }
    }

    /// The files that values of foreign keys name: `[[file.jpg]]`, or a path.
    fileprivate func frontMatterTargets(_ note: SourceFolder.File, _ links: SourceLinks) -> [SourceFolder.File] {
        foreignTexts.compactMap { text in
            guard text.hasPrefix("[["), text.hasSuffix("]]") else {
                return text.contains(".") ? links.file(LinkDestination(text), in: note) : nil
            }
            let target = text.dropFirst(2).dropLast(2).prefix { $0 != "|" && $0 != "#" }
            return links.file(wiki: String(target), in: note)
        }
    }
}
