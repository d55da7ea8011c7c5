import Foundation
import NotebookBundle
@testable import NotebookExchange
import NotebookFiles
import NotebookFormat
import NotebookStore
import NotebookText
import TestSupport
import Testing

/// A notebook that was exported into another system's format, and imported again.
struct RoundTrip {
    let before: Arrived
    let after: Arrived
    /// What the export said.
    let losses: [ImportLoss]

    /// Exports what arrives from sources.
    init(_ sources: [String], as format: ExportFormat, reading: String? = nil) throws {
        before = try Arrived(sources)
        (after, losses) = try TemporaryFolder.with { place in
            let notebook = try NotebookDirectory.create(
                "N.notebundle", in: place.path, from: sources.map { FileLocation(path: $0) },
                locations: FileLocations(environment: ["HOME": place.path])
            ).notebook
            return try Self.exported(notebook, in: place.path, as: format, reading)
        }
    }

    /// Exports items, of which the first gets attachments.
    init(
        _ items: [NewItem], attaching attachments: [NotebookStore.Attachment] = [], as format: ExportFormat,
        reading: String? = nil
    ) throws {
        let result = try TemporaryFolder.with { place -> (Arrived, Arrived, [ImportLoss]) in
            let notebook = try NotebookDirectory.create("N.notebundle", in: place.path, title: "N")
            try notebook.edit { draft in
                let added = try items.map { try draft.add($0) }
                if let first = added.first, !attachments.isEmpty { _ = try draft.attach(attachments, to: first) }
            }
            let before = try Arrived(notebook)
            let (after, losses) = try Self.exported(notebook, in: place.path, as: format, reading)
            return (before, after, losses)
        }
        (before, after, losses) = result
    }

    private static func exported(
        _ notebook: NotebookDirectory, in place: String, as format: ExportFormat, _ reading: String?
    ) throws -> (Arrived, [ImportLoss]) {
        let name = "out" + (format.exporter.isOneFile ? ".\(format.name)" : "")
        let losses = try notebook.export(to: .place(name, in: place), as: format).losses
        let path = "\(place)/\(name)"
        guard format.name == "enex" || format.name == "anki-text" else {
            return (try Arrived([path], format: reading), losses)
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: path).sorted().filter { $0.contains(".") }
            .filter { $0 != AnkiTextExport.mediaFolder }
        return (try Arrived(files.map { "\(path)/\($0)" }, format: reading), losses)
    }

    /// What differs, in words; empty if titles, texts, tags, dates, folders and attachments are the same.
    var differences: [String] {
        var found: [String] = []
        func rows(_ arrived: Arrived) -> [String: (path: String, item: ItemFile)] {
            Dictionary(arrived.items.map { ("\($0.value.metadata.uuid?.description ?? $0.key)", ($0.key, $0.value)) }) {
                first, _ in first
            }
        }
        let (old, new) = (rows(before), rows(after))
        for key in Set(old.keys).union(new.keys).sorted() {
            guard let one = old[key], let two = new[key] else {
                found.append(
                    "\(old[key]?.path ?? new[key]?.path ?? key) is only \(old[key] == nil ? "after" : "before")")
                continue
            }
            func compare<Value: Equatable>(_ what: String, _ first: Value, _ second: Value) {
                if first != second { found.append("\(one.path): \(what): \(first) → \(second)") }
            }
            let (first, second) = (one.item.metadata, two.item.metadata)
            // Notes with one name are numbered in the order in which they come.
            func unnumbered(_ path: String) -> String { path.replacing(#/ \d+\.md$/#, with: ".md") }
            compare("path", unnumbered(one.path), unnumbered(two.path))
            if let title = first.title { compare("title", title, second.title ?? "") }
            compare("created", first.created, second.created)
            compare("modified", first.modified ?? first.created, second.modified ?? second.created)
            compare("tags", Set(first.tags), Set(second.tags))
            compare(
                "text", String(decoding: one.item.body, as: UTF8.self), String(decoding: two.item.body, as: UTF8.self))
        }
        if before.attachments != after.attachments {
            found.append("attachments: \(before.attachments) → \(after.attachments)")
        }
        return found
    }
}
