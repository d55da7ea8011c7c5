import ForeignData
import NotebookFiles
import NotebookFormat
import NotebookPacking
package import NotebookStore
import NotebookText

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One text with everything: the notebook’s description, items, unknown front matter, attachments.
package struct JSONFormat: ItemImporter, ItemExporter {
    package let sources = "JSON"
    package let name = "json"
    package let isOneFile = true

    package func open(_ place: ImportLocation, _ request: ImportRequest) throws -> (any OpenSource)? {
        let first = place.start(512)?.first { $0 > 0x20 && $0 < 0x80 }
        guard place.isFile(".json") || first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return nil }
        let files = try DirectoryFiles(ExternalPath.parent(of: place.path))
        let bytes = try files.readWhole(ExternalPath.name(of: place.path), limit: JSONImport.maximumBytes)
        return JSONSource(notes: try JSONNotes(bytes, shown: place.shown), shown: place.shown)
    }

    package func write(
        _ items: [Item], of notebook: ExportedNotebook, to write: ExportedNotebook.Writer
    ) throws -> [String] {
        var notes: [BundlePath: JSONNote] = [:]
        let carried = CarriedBlobs(notebook.manifest)
        var written: Set<BundlePath> = []
        try notebook.read(items) { item, bytes in
            let file = try Draft.item(bytes, item.path)
            let blobs = carried.blobs(of: file, at: item.path).filter { written.insert($0).inserted }
            notes[item.path] = note(item, file, blobs)
        }
        let description = try notebook.description(for: items).text.dropLast()
        try write("") { write in
            try write(Array("{\n\"notebook\": ".utf8) + description + Array(",\n\"items\": [".utf8))
            let writer = JSONNoteWriter(notebook, write)
            for (index, note) in items.compactMap({ notes[$0.path] }).enumerated() {
                try write(Array((index == 0 ? "\n" : ",\n").utf8))
                try writer.add(note)
            }
            try write(Array("\n]\n}\n".utf8))
        }
        return try notebook.leftBehind(items, written, hasDescription: true)
    }

    private func note(_ item: Item, _ file: ItemFile, _ blobs: [BundlePath]) -> JSONNote {
        var note = JSONNote(metadata: item.metadata)
        note.id = item.uuid?.description
        note.kind = item.type.rawValue
        note.path = item.livePath.text
        note.folder = item.folder.text.isEmpty ? nil : item.folder.text
        note.source = String(decoding: file.bytes, as: UTF8.self)
        note.content = String(decoding: file.body, as: UTF8.self)
        if item.type == .card {
            let sides = CardBody(file.bytes, bodyStart: file.bodyStart)
            note.front = String(decoding: file.bytes[sides.front], as: UTF8.self)
            note.back = sides.back.map { String(decoding: file.bytes[$0], as: UTF8.self) }
        }
        note.attachments = blobs.isEmpty ? nil : blobs.map { JSONNote.File(path: $0.text) }
        return note
    }
}

/// Writes notes, and the data of their attachments, which may not fit into memory.
private struct JSONNoteWriter {
    private let notebook: ExportedNotebook
    private let write: ([UInt8]) throws -> Void
    private let encoder = JSONEncoder()
    /// What is before the data, as the encoder writes it; in texts, quotation marks are escaped.
    private static let mark = "\"data\" : \""

    init(_ notebook: ExportedNotebook, _ write: @escaping ([UInt8]) throws -> Void) {
        (self.notebook, self.write) = (notebook, write)
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
    }

    func add(_ note: JSONNote) throws {
        let text = String(decoding: try encoder.encode(note), as: UTF8.self)
            .replacing("\n", with: "\n  ").replacing("\n  \n", with: "\n\n")
        var rest = text[...]
        try write([0x20, 0x20])
        for file in note.attachments ?? [] {
            guard let place = rest.place(of: Self.mark) else { break }
            try write(Array(rest[..<place.upperBound].utf8))
            var base64 = Base64Encoder()
            try notebook.stream(BundlePath(file.path)) { try write(Array(base64.encode($0).utf8)) }
            try write(Array(base64.finish().utf8))
            rest = rest[place.upperBound...]
        }
        try write(Array(rest.utf8))
    }
}

/// Notes of a JSON text, to be written into a bundle.
private struct JSONSource: OpenSource {
    let notes: JSONNotes
    let shown: String

    var description: NotebookDescription? { notes.description }

    func write(
        into bundle: inout NewBundle, for notebook: UniqueIdentifier, _ request: ImportRequest
    ) throws -> Conversion {
        var conversion = JSONImport()
        try conversion.bring(notes, from: shown, into: &bundle)
        if !request.keepsTwins { try conversion.separateTwins(&bundle) }
        return Conversion(report: conversion.report, guessed: conversion.guessed)
    }
}

/// Notes in a JSON text, as other applications export them: an array, an object with `items` or `notes`, or one note.
struct JSONNotes {
    /// The notes, with their names in messages: `[3]`.
    private(set) var notes: [(place: String, note: JSONNote)] = []
    /// The description of a whole notebook, if the text has one.
    private(set) var description: NotebookDescription?
    /// What is skipped, and why.
    private(set) var leftOut: [String] = []
    /// What is changed or dropped.
    private(set) var lost: [String] = []

    /// Reads a text.
    ///
    /// - Throws: `ImportFailure` if it is not JSON, or contains no notes.
    init(_ bytes: [UInt8], shown: String) throws(ImportFailure) {
        let value: JSONValue
        do throws(TextProblem) {
            value = try LooseJSON.read(bytes)
        } catch {
            let position = error.position(in: bytes)
            throw ImportFailure(path: shown, reason: "not valid JSON: line \(position.line): \(error.message)")
        }
        switch value.content {
        case .array(let elements): read(elements, below: "")
        case .object(let members):
            let list = members.first { $0.key == "items" } ?? members.first { $0.key == "notes" }
            if let list, case .array(let elements) = list.value.content {
                read(elements, below: list.key)
                readRest(members.filter { $0.key != list.key })
            } else {
                guard JSONNoteReader.isOneNote(members) else {
                    throw ImportFailure(path: shown, reason: "not a note: it has no \(JSONNoteReader.textKeys)")
                }
                read(value, at: "")
            }
        default: throw ImportFailure(path: shown, reason: "no notes: it is neither an array nor an object")
        }
        if notes.isEmpty, let reason = leftOut.first {
            throw ImportFailure(path: shown, reason: "no valid notes: \(reason)")
        }
    }

    private mutating func read(_ elements: [JSONValue], below key: String) {
        for (index, element) in elements.enumerated() { read(element, at: "\(key)[\(index)]") }
    }

    private mutating func read(_ value: JSONValue, at place: String) {
        var reader = JSONNoteReader(place)
        do throws(JSONNoteProblem) {
            let note = try reader.note(value)
            notes.append((place, note))
            // A key that is dropped from several notes is reported once.
            for text in reader.lost where !lost.contains(text) { lost.append(text) }
        } catch {
            leftOut.append(error.text)
        }
    }

    /// Reads the members other than the notes.
    private mutating func readRest(_ members: [JSONValue.Member]) {
        for member in members {
            if member.key == "notebook", let description = try? NotebookDescription(member.value) {
                self.description = description
            } else {
                lost.append("the key \(PrintableText.quoted(member.key)) was not imported")
            }
        }
    }
}
