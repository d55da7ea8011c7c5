import Foundation
@testable import NotebookExchange
import NotebookFormat
import NotebookPacking
import NotebookStore
import TestSupport
import Testing

/// What takes time with the square of a note's length would let one note stop an export.
struct `Whatever a note repeats` {
    private static let isExhaustive = Environment["NOTEBUNDLE_EXHAUSTIVE"] != nil

    /// Those that convert texts on their way; all in the exhaustive set.
    private static let formats = ExportFormat.allCases.map(\.name).filter {
        isExhaustive || ["anki", "enex", "epub", "html", "jex", "opml"].contains($0)
    }

    private static let shapes = WorstCases.own + (isExhaustive ? WorstCases.commonMark : [])

    @Test(arguments: formats)
    func `exporting it takes time in proportion to its length`(name: String) throws {
        let format = try #require(ExportFormat.named(name))
        let length = Self.isExhaustive ? 4_000 : 500
        try TemporaryFolder.with { place in
            let notebook = try NotebookDirectory.create("N.notebundle", in: place.path, title: "N")
            let type: FileType = format.exporter.holds(.note) ? .note : .card
            let items = try notebook.edit { draft in
                try Self.shapes.map { shape in
                    try [length, 8 * length].map { count in
                        var item = try NewItem(type, text: shape.bytes(count))
                        item.title = "A"
                        return try draft.add(item)
                    }
                }
            }.result
            var number = 0
            func seconds(_ item: Item) throws -> Double {
                number += 1
                let target = ExportTarget.place("\(number)", in: place.path)
                return try ProcessorTime.seconds {
                    try notebook.export(to: target, as: format) { _ in [item] }
                }
            }
            for (shape, items) in zip(Self.shapes, items) {
                let isProportional = try (0..<3).contains { _ in
                    let (one, many) = (try seconds(items[0]), try seconds(items[1]))
                    return many < 0.02 || many < 20 * one
                }
                #expect(isProportional, "\(shape)")
            }
        }
    }
}
