import ForeignData
import NotebookFormat
import NotebookLinks
import NotebookMarkdown
import NotebookStore
import NotebookText

/// Rewrites links so that they lead to the same files in a vault; keeps links that already do.
struct VaultLinks {
    private let resolver: LinkResolver
    private let vault: SourceLinks<VaultFile>
    private let files: [BundlePath: [VaultFile]]

    init(_ manifest: Manifest, _ paths: VaultPaths) {
        resolver = LinkResolver(manifest)
        vault = SourceLinks(paths.files)
        files = Dictionary(grouping: paths.files, by: \.origin)
    }

    /// An item with the links of the vault.
    ///
    /// - Parameter file: Its file in the vault.
    /// - Parameter rewritten: Receives the rewritten wiki links: the text between the brackets, in the vault and in the
    ///   notebook.
    func item(
        _ item: ItemFile, _ file: VaultFile, rewritten: inout [String: String]
    ) throws(TextProblem) -> ItemFile {
        var edits: [(range: Range<Int>, text: [UInt8])] = []
        for link in ItemText(item).links() where link.holdsDestination {
            if case .wikiLink(let wiki) = link.kind {
                let new = self.edits(of: link, wiki, item, file)
                if !new.isEmpty, let inner = link.wikiRange(from: item.bodyStart) {
                    rewritten[Self.text(of: item.bytes, inner, new)] = String(
                        decoding: item.bytes[inner], as: UTF8.self)
                }
                edits += new
            } else if let new = destination(of: link, file), let text = link.destination.spelling(of: new) {
                edits.append((link.destination.range, text))
            }
        }
        return edits.isEmpty ? item : try item.replacing(edits)
    }

    /// A part of a text after some edits, applied in order.
    private static func text(
        of bytes: [UInt8], _ range: Range<Int>, _ edits: [(range: Range<Int>, text: [UInt8])]
    ) -> String {
        var output: [UInt8] = []
        var offset = range.lowerBound
        for edit in edits {
            output += bytes[offset..<edit.range.lowerBound] + edit.text
            offset = edit.range.upperBound
        }
        return String(decoding: output + bytes[offset..<range.upperBound], as: UTF8.self)
    }

    /// The new destination of a Markdown or HTML link; `nil` if it stays as it is.
    private func destination(of link: MarkdownLink, _ file: VaultFile) -> String? {
        let destination = LinkDestination(link.destination.text)
        guard case .file(let target) = resolver.resolve(destination, from: file.origin),
            vault.file(destination, in: file)?.origin != target, let place = nearest(target, to: file),
            let source = try? BundlePath("notes/" + file.text), let path = try? BundlePath("notes/" + place.text)
        else { return nil }
        return destination.leading(to: path, from: source)
    }

    /// The edits of a wiki link: its new target, and the text shown before as its label.
    private func edits(
        of link: MarkdownLink, _ wiki: MarkdownWikiLink, _ item: ItemFile, _ file: VaultFile
    ) -> [(range: Range<Int>, text: [UInt8])] {
        guard case .file(let target) = resolver.resolve(wiki: wiki.target, from: file.origin),
            vault.file(wiki: wiki.target, in: file)?.origin != target, let place = nearest(target, to: file)
        else { return [] }
        let isItem = FileType(of: target)?.isItem == true
        let candidates = [isItem ? place.stem : place.name, isItem ? String(place.text.dropLast(3)) : place.text]
        let new = candidates.first { spelling in
            vault.file(wiki: spelling, in: file)?.origin == target
                && vault.files(named: isItem ? spelling + ".md" : spelling).allSatisfy { $0.origin == target }
        }
        guard let new, let text = link.destination.spelling(of: new) else { return [] }
        var edits: [(range: Range<Int>, text: [UInt8])] = [(link.destination.range, text)]
        // A title reads better than a file name; an attachment had no better name.
        if isItem, !wiki.isEmbed, wiki.label == nil, wiki.heading == nil, link.range.lowerBound >= item.bodyStart {
            let end = link.range.upperBound - 2
            let isInTable = item.isInTable(link.range)
            edits.append((end..<end, Array((isInTable ? "\\|" : "|").utf8) + Array(wiki.target.utf8)))
        }
        return edits
    }

    /// The file in the vault that is nearest to another.
    private func nearest(_ target: BundlePath, to file: VaultFile) -> VaultFile? {
        files[target]?.min { (file.steps(to: $0), $0.text) < (file.steps(to: $1), $1.text) }
    }
}

extension VaultFile {
    /// The name of a note without its ending.
    fileprivate var stem: String { String(name.dropLast(3)) }
}

extension ItemFile {
    /// Whether a link may be in a row of a table: its line has a bar outside of wiki links.
    fileprivate func isInTable(_ link: Range<Int>) -> Bool {
        let newline = UInt8(ascii: "\n")
        let start = bytes[..<link.lowerBound].lastIndex(of: newline).map { $0 + 1 } ?? 0
        let end = bytes[link.upperBound...].firstIndex(of: newline) ?? bytes.count
        let line = bytes[start..<end]
        guard line.contains(UInt8(ascii: "|")) else { return false }
        return String(decoding: line, as: UTF8.self).replacingSpans(from: "[[", to: "]]") { _ in "" }.holds("|")
    }
}

/// A file of a vault, and the file of the notebook that it is made from.
struct VaultFile: LinkableFile {
    let text: String
    let origin: BundlePath
}

/// The paths of a notebook's files in a vault: items in their folders without the root, attachments and extras where
/// they were before their import, other attachments in one folder.
struct VaultPaths {
    /// The files, those of items first.
    private(set) var files: [VaultFile] = []
    private var taken: Set<ComparisonKey> = []
    /// The directories that files need.
    private var directories: Set<ComparisonKey> = []

    init(_ items: [Item], blobs: [BundlePath], extras: [BundlePath], _ places: AttachmentPaths) {
        // Creates the folders of items before the names of attachments are chosen.
        for item in items { recordDirectories(of: item.shortPath) }
        for item in items.sorted(by: { ($0.type == .card ? 1 : 0, $0.path) < ($1.type == .card ? 1 : 0, $1.path) }) {
            add(item.shortPath, ending: ".md", from: item.path)
        }
        for blob in blobs {
            let known = (places.paths[blob] ?? []).filter(isFree)
            for place in known { put(place, from: blob) }
            guard known.isEmpty else { continue }
            let place = AttachmentPaths.standard(for: blob)
            let end = Self.endOfStem(place)
            add(String(place[..<end]), ending: String(place[end...]), from: blob)
        }
        for extra in extras {
            let place = String(extra.text.dropFirst(BundlePath.importedExtras.text.count + 1))
            if isFree(place) { put(place, from: extra) }
        }
    }

    /// Where the ending of a file name begins, so that a number can be inserted before it.
    private static func endOfStem(_ path: String) -> String.Index {
        let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) } ?? path.startIndex
        let dot = path.utf8.lastIndex(of: UInt8(ascii: "."))
        return dot.flatMap { $0 > name ? $0 : nil } ?? path.endIndex
    }

    private mutating func add(_ stem: String, ending: String, from origin: BundlePath) {
        put(PortableName.unique(stem, ending: ending) { !isFree($0) }, from: origin)
    }

    /// Whether a path is free: nothing has it, and no file has the path of one of its directories.
    private func isFree(_ path: String) -> Bool {
        let key = ComparisonKey(path)
        return !taken.contains(key) && !directories.contains(key)
            && !Self.directories(of: path).contains { taken.contains($0) }
    }

    private mutating func put(_ path: String, from origin: BundlePath) {
        taken.insert(ComparisonKey(path))
        recordDirectories(of: path)
        files.append(VaultFile(text: path, origin: origin))
    }

    private mutating func recordDirectories(of path: String) { directories.formUnion(Self.directories(of: path)) }

    private static func directories(of path: String) -> [ComparisonKey] {
        let components = path.split(separator: "/")
        return components.indices.dropFirst().map { ComparisonKey(components[..<$0].joined(separator: "/")) }
    }
}
