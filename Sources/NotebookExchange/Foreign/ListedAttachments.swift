import ForeignData
import NotebookFiles
import NotebookFormat
import NotebookLinks
import NotebookMarkdown
import NotebookPacking
import NotebookText

/// The files beside a source that its notes list as attachments, by their paths from there.
struct ListedFiles {
    private let files: ForeignFiles
    private var attached: [String: BundlePath?] = [:]

    /// Looks for the files of some lists.
    init(_ lists: some Sequence<String>, below directory: String, shown: String) throws {
        let paths = Set(lists.flatMap { Self.lines($0).flatMap { [$0] + Self.parts($0) } })
        files = try ForeignFiles(paths.compactMap(Self.path), below: directory, shown: shown)
    }

    /// The entries of a list: lines, or what is between commas or semicolons if a line is no file.
    private static func lines(_ list: String) -> [String] {
        list.split(whereSeparator: \.isNewline).map(\.trimmedOfSpace).filter { !$0.isEmpty }
    }

    private static func parts(_ line: String) -> [String] {
        line.split { ",;".contains($0) }.map { $0.trimmedOfSpace }.filter { !$0.isEmpty }
    }

    /// An entry as a path; `nil` if it leads elsewhere.
    private static func path(_ entry: String) -> String? {
        entry.contains("://") ? nil : RelativePath.resolve(entry, from: "")
    }

    private func isFile(_ entry: String) -> Bool { Self.path(entry).map(files.has) ?? false }

    /// Attaches the files of the list of a note; one that is not there is reported.
    mutating func attach(_ list: String, to text: ForeignText, _ notes: ForeignImport, _ bundle: inout NewBundle) throws
        -> ListedAttachments
    {
        var result = ListedAttachments()
        for entry in Self.lines(list).flatMap({ isFile($0) ? [$0] : Self.parts($0) }) {
            guard let path = Self.path(entry), files.has(path) else {
                // Lists of other programs have addresses or numbers.
                guard !entry.contains("://"), entry.contains(".") else {
                    result.others.append(entry)
                    continue
                }
                text.notes.balance.find(.attachments)
                text.notes.balance.settle(.attachments, .missing)
                text.lose(.attachmentMissing, "the file is not beside the source", target: entry)
                continue
            }
            if attached[path] == nil {
                text.notes.balance.find(.attachments)
                let name = String(path.split(separator: "/").last ?? "")
                attached[path] = .some(
                    try notes.attach(&bundle) {
                        try files.copy(path, $0)
                    } name: {
                        BlobName(name)?.readableName ?? name
                    })
            }
            if let blob = attached[path] ?? nil { result.add(path, blob) }
        }
        return result
    }
}

/// The attachments of a note that lists them.
struct ListedAttachments {
    /// The entries of the list that are no files.
    fileprivate(set) var others: [String] = []
    private var files: [(blob: BundlePath, isShown: Bool)] = []
    private var byPath: [String: Int] = [:]
    private var byName: [String: Int] = [:]

    fileprivate mutating func add(_ path: String, _ blob: BundlePath) {
        let name = String(path.split(separator: "/").last ?? "")
        byPath[path.composed] = files.count
        for name in [name, BlobName(name)?.readableName ?? name] where byName[name.composed] == nil {
            byName[name.composed] = files.count
        }
        files.append((blob, false))
    }

    /// What an address leads to if it is in the list; the name of a file in `blobs/` is enough.
    mutating func target(_ address: String) -> LinkedHTML.Target? {
        let decoded = PercentEncoding.decode(String(address.prefix { $0 != "#" })) ?? address
        if let target = target(at: RelativePath.resolve(decoded, from: "").flatMap { byPath[$0.composed] }) {
            return target
        }
        let parts = decoded.split(separator: "/")
        guard parts.dropLast().last == "blobs", let name = parts.last else { return nil }
        return target(at: byName[String(name).composed])
    }

    /// What a wiki link leads to if it is in the list; one by the name alone stays as it is.
    mutating func target(_ link: MarkdownWikiLink) -> LinkedHTML.Target? {
        if link.target.contains("/") { return target(at: byPath[link.target.composed]) }
        return target(at: byName[link.target.composed]).map { _ in .outside }
    }

    private mutating func target(at index: Int?) -> LinkedHTML.Target? {
        guard let index else { return nil }
        files[index].isShown = true
        let blob = files[index].blob
        return .attachment(blob, name: AttachmentName.readable(blob))
    }

    /// A text with the files at its end that neither it nor a property names.
    func completing(_ body: String, _ note: ForeignNote, _ text: ForeignText) -> String {
        let hidden = files.filter { !$0.isShown }.map(\.blob)
        guard !hidden.isEmpty else { return body }
        let texts = [body] + note.properties.flatMap { $0.value.scalars.map(\.text) }
        let named = Set(BlobMentions(of: files.map(\.blob)).named(in: Array(texts.joined(separator: "\n").utf8)))
        let lines = hidden.filter { !named.contains($0) }.map { blob in
            text.unshown(blob, name: AttachmentName.readable(blob))
        }
        return body + lines.joined()
    }
}
