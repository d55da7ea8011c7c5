import ForeignData
import Foundation
import NotebookBundle
@testable import NotebookExchange
import NotebookFiles
import NotebookFormat
import NotebookLinks
import NotebookMarkdown
import NotebookStore
import NotebookText
import TestSupport
import Testing

/// What a format changes of a notebook that has everything, it reports.
struct `A notebook with everything` {
    @Test(arguments: [
        "anki", "anki-text", "bagit", "csv", "enex", "epub", "hashcards", "jex", "json", "markdown", "obsidian", "opml",
        "textbundle", "textpack",
    ])
    func `comes back as it was, but for what a report names`(_ name: String) throws {
        let format = try #require(ExportFormat.named(name))
        let trip = try TemporaryFolder.with { place in
            try WholeTrip(WholeNotebook.make(in: place.path), as: format, in: place.path)
        }
        #expect(trip.unreported == [])
    }
}

/// A notebook that was exported and imported, and what differs.
private struct WholeTrip {
    /// What differs, with what the reports say of it.
    private var differences: [(text: String, isReported: Bool)] = []
    private let rows: [ImportLoss]
    /// What the export says that it leaves out.
    private let left: [String]

    var unreported: [String] { differences.filter { !$0.isReported }.map(\.text) }

    init(_ notebook: NotebookDirectory, as format: ExportFormat, in place: String) throws {
        let name = "out" + (format.exporter.isOneFile ? ".\(format.name == "anki" ? "apkg" : format.name)" : "")
        let exported = try notebook.export(to: .place(name, in: place), as: format)
        let path = "\(place)/\(name)"
        var sources = [path]
        if ["enex", "anki-text"].contains(format.name) {
            sources = try FileManager.default.contentsOfDirectory(atPath: path).sorted().filter { $0.contains(".") }
                .filter { $0 != AnkiTextExport.mediaFolder }.map { "\(path)/\($0)" }
        }
        let again = try NotebookDirectory.create("Again.notebundle", in: place, title: "N")
        let imported = try again.importItems(
            from: sources.map { FileLocation(path: $0) }, locations: FileLocations(environment: ["HOME": place]))
        rows = exported.losses + imported.result.report.losses
        left = exported.leftBehind
        let (before, after) = (try WholeContent(notebook), try WholeContent(again))
        var others = after.items
        for item in before.items where format.exporter.holds(item.type) {
            guard let index = Self.index(of: item, in: others) else {
                differences.append(("“\(item.title)” is missing", has([.noteLost], item)))
                continue
            }
            compare(item, others.remove(at: index))
        }
        differences += others.map { ("“\($0.title)” is new", false) }
        let isHolding = format.exporter.holds(.note)
        if !isHolding { differences.append(("the notes are missing", left.contains { $0.contains("note") })) }
        for file in before.attachments.subtracting(after.attachments).sorted() {
            let isNamed = rows.contains { $0.target.contains(file) } || left.contains { $0.contains("attachment") }
            differences.append(("the file \(file) is missing", isNamed || left.contains { $0.contains("blobs/") }))
        }
        if before.reviews != after.reviews {
            differences.append(("the reviews are missing", left.contains { $0.contains("studying") }))
        }
        if isHolding, before.folders != after.folders {
            differences.append(
                ("folders: \(before.folders) → \(after.folders)", left.contains { $0.contains("folder") }))
        }
        if before.smartFolders != after.smartFolders {
            differences.append(
                ("the smart folders are missing", left.contains { $0.contains("smart") }))
        }
        differences.append(("the trash is missing", left.contains { $0.contains("trash") }))
    }

    private static func index(of item: WholeContent.Element, in others: [WholeContent.Element]) -> Int? {
        others.firstIndex { $0.uuid == item.uuid }
            ?? others.firstIndex { $0.title == item.title && $0.type == item.type && $0.folder == item.folder }
            ?? others.firstIndex { $0.text == item.text && $0.type == item.type }
            ?? others.firstIndex { $0.filled != nil && $0.filled == item.filled }
    }

    private static let changes: Set<ImportLoss.Code> = [
        .noteChanged, .cardChanged, .styleDropped, .hiddenDropped, .linkDropped, .tableFlattened, .taskFlattened,
        .attachmentUnshown, .partSkipped, .valueDropped,
    ]

    private mutating func compare(_ one: WholeContent.Element, _ two: WholeContent.Element) {
        func compare<Value: Equatable>(
            _ what: String, _ path: KeyPath<WholeContent.Element, Value>, _ codes: Set<ImportLoss.Code>
        ) {
            let (first, second) = (one[keyPath: path], two[keyPath: path])
            guard first != second else { return }
            differences.append(("“\(one.title)”: \(what): \(first) → \(second)", has(codes, one)))
        }
        compare("title", \.writtenTitle, [.titleChanged, .valueDropped])
        compare("folder", \.folder, [.noteChanged])
        if !left.contains(where: { $0.contains("dates") }) {
            compare("created", \.created, [.dateInvalid, .valueDropped])
            compare("modified", \.modified, [.dateInvalid, .valueDropped])
        }
        compare("tags", \.tags, [.tagChanged, .valueDropped])
        compare("pin", \.isPinned, [.valueDropped])
        for key in Set(one.properties.keys).union(two.properties.keys).sorted() {
            let (first, second) = (one.properties[key], two.properties[key])
            guard first != second else { continue }
            let isNamed = rows.contains { Self.names($0, one) && ($0.target == key || $0.text.contains("“\(key)”")) }
            let (old, new) = (first.map { "\($0)" } ?? "none", second.map { "\($0)" } ?? "none")
            differences.append(("“\(one.title)”: \(key): \(old) → \(new)", isNamed))
        }
        compare("text", \.text, Self.changes)
        compare("links", \.links, [.linkDropped, .linkUnresolved, .noteChanged, .partSkipped, .valueDropped])
        compare("tasks", \.tasks, [.taskFlattened, .valueDropped])
        compare("comments", \.comments, [.hiddenDropped])
        compare("names of blocks", \.blockNames, [.valueDropped])
    }

    private func has(_ codes: Set<ImportLoss.Code>, _ item: WholeContent.Element) -> Bool {
        rows.contains { codes.contains($0.code) && Self.names($0, item) }
    }

    private static func names(_ row: ImportLoss, _ item: WholeContent.Element) -> Bool {
        row.source == item.path || row.note == item.title
    }
}

/// What is in a notebook, as far as other systems have it.
private struct WholeContent {
    struct Element {
        let path: String
        let uuid: UniqueIdentifier?
        let type: FileType
        let title: String
        let writtenTitle: String
        let folder: String
        let created: Timestamp
        let modified: Timestamp
        let isPinned: Bool
        let tags: Set<String>
        let properties: [String: PropertyValue]
        /// The text as HTML, in which links lead to titles.
        let text: String
        /// The text of a card with its gaps filled.
        let filled: [UInt8]?
        /// The titles and names that links lead to.
        let links: [String]
        /// The marks of the tasks.
        let tasks: [String]
        let comments: [String]
        let blockNames: [String]
    }

    private(set) var items: [Element] = []
    private(set) var attachments: Set<String> = []
    let reviews: Int
    let folders: [String]
    let smartFolders: [String]

    init(_ notebook: NotebookDirectory) throws {
        let standard = Set(NotebookDescription.SmartFolder.standard.map(\.name))
        var items: [Element] = []
        var attachments: Set<String> = []
        (reviews, folders, smartFolders) = try notebook.read { snapshot in
            let resolver = LinkResolver(snapshot.listing.manifest)
            let titles = Dictionary(snapshot.listing.items.map { ($0.path, $0.title) }) { first, _ in first }
            for item in snapshot.listing.items {
                let file = try snapshot.file(of: item)
                items.append(Self.element(item, file, resolver, titles))
            }
            for entry in snapshot.listing.manifest.entries where entry.type == .blob {
                attachments.insert("\(AttachmentName.readable(entry.path)) (\(entry.size), \(entry.digest.prefix(4)))")
            }
            let folders = Set(snapshot.listing.sortedFolders.map(\.text)).sorted()
            let smart = snapshot.listing.description.smartFolders.map(\.name).filter { !standard.contains($0) }
            return (try snapshot.studyRecords().records.count, folders, smart)
        }
        (self.items, self.attachments) = (items, attachments)
    }

    /// HTML without what browsers do not show: spaces beside spaces and in formulas, and one cell for several that are
    /// missing.
    private static func normal(_ html: String) -> String {
        var html = html.split(separator: "\n").joined(separator: "\n").replacing(#/ {2,}/#, with: " ")
        html = html.replacing("$$\n", with: "$$").replacing("\n$$", with: "$$")
        for count in 2...3 {
            let cells = String(repeating: "<td></td>", count: count)
            html = html.replacing("<td colspan=\"\(count)\"></td>", with: cells)
        }
        return html
    }

    /// A value in which links name files without the beginnings of their digests.
    private static func plain(_ value: PropertyValue) -> PropertyValue {
        guard case .single(let scalar) = value, scalar.text.hasPrefix("[[") else { return value }
        return .single(PropertyScalar(text: scalar.text.replacing(#/\.[0-9a-f]{16}\./#, with: ".")))
    }

    private static func element(
        _ item: Item, _ file: ItemFile, _ resolver: LinkResolver, _ titles: [BundlePath: String]
    ) -> Element {
        let targets = TitleTargets(resolver: resolver, source: item.path, titles: titles)
        var anchors = MarkdownAnchors()
        let range = file.bodyStart..<file.bytes.count
        let html = HTMLWriter.reading(file.bytes, in: range, targets, .init(keepsLineBreaks: true), &anchors).html
        let source = ReadingSource(file.bytes, range)
        func texts(_ ranges: [Range<Int>]) -> [String] {
            ranges.map { String(decoding: file.bytes[$0], as: UTF8.self).trimmedOfSpace }
        }
        return Element(
            path: item.path.text, uuid: item.uuid, type: item.type, title: item.title,
            writtenTitle: item.type == .note ? item.title : file.metadata.title ?? "", folder: item.folder.text,
            created: item.created, modified: item.modified, isPinned: item.isPinned, tags: Set(item.tags.map(\.text)),
            properties: Dictionary(file.properties.map { ($0.key, plain($0.value)) }) { first, _ in first },
            text: normal(html), filled: StudyCard(file).gaps?.filled,
            links: file.links.compactMap { link in
                guard case .file(let path) = link.target(resolver, from: item.path) else { return nil }
                return titles[path] ?? AttachmentName.readable(path)
            },
            tasks: MarkdownDocument(file.bytes, from: file.bodyStart).tasks().map { String($0.mark) },
            comments: texts(source.comments), blockNames: texts(source.blockNames))
    }
}

/// Targets by their titles, so that texts are the same wherever files are.
private struct TitleTargets: HTMLTargets {
    let resolver: LinkResolver
    let source: BundlePath
    let titles: [BundlePath: String]

    func link(_ name: FoundLink.Name) -> HTMLLink {
        guard case .file(let path) = name.target(resolver, from: source) else { return .outside(name.written) }
        return .inside("\(titles[path] ?? AttachmentName.readable(path))#\(name.writtenPlace ?? "")")
    }

    func embed(_ name: FoundLink.Name) -> HTMLEmbed {
        guard case .file(let path) = name.target(resolver, from: source), FileType(of: path) == .blob else {
            if case .external = name.target(resolver, from: source) { return .picture(name.written) }
            return .link(link(name))
        }
        return .picture(AttachmentName.readable(path))
    }
}
