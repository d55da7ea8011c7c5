@testable import NotebookFormat
@testable import NotebookStore
@testable import NotebookText
import NotebookTestSupport
import TestSupport
import Testing

extension HistoryStage {
    /// One of more kinds of changes, as chance has it: also those that give the same names in two copies.
    ///
    /// - Parameter mark: A text that occurs nowhere else.
    func changeAnything(_ chance: inout SeededGenerator, _ mark: String) throws {
        let items = try directory.open().items
        guard !items.isEmpty else { return try changeSomething(&chance, mark) }
        let item = chance.pick(items).path.text
        switch Int.random(in: 0..<18, using: &chance) {
        case 0:
            try edit { draft in
                var new = try NewItem(.note, text: Array("Text \(mark)\n".utf8))
                new.title = "Same"
                _ = try draft.add(new)
            }
        case 1:
            let title = chance.pick(["Same", "One", "Two", "Q"])
            try edit { _ = try $0.rename($0.listing.item(item), to: title) }
        case 2:
            try edit { draft in
                let attachment = Attachment(name: "a.txt") { try $0(Array("blob \(mark)".utf8)) }
                _ = try draft.attach([attachment], to: draft.listing.item(item))
            }
        case 3: _ = try directory.collectGarbage(Set(try directory.open().manifest.entries.map(\.path)))
        case 4:
            let folder = chance.pick(["F", "F/G", "H"])
            try edit { draft in
                guard draft.listing.folders.contains(where: { $0.text == folder }) else { return }
                _ = try draft.relocateFolder(FolderPath(folder), to: FolderPath("I \(mark.dropFirst())"))
            }
        case 5:
            var change = ItemChange()
            change.addedTags = try [Tag("t\(mark.suffix(1))")].map { try #require($0) }
            change.isPinned = Bool.random(using: &chance)
            let made = change
            try edit { _ = try $0.edit($0.listing.item(item).path, made) }
        case 6:
            // By hand, in the middle of the text.
            guard let text = document[item].map({ String(decoding: $0, as: UTF8.self) }),
                let end = text.firstRange(of: "\n---\n\n")?.upperBound
            else { return }
            try write(text[..<end] + "first \(mark)\n" + text[end...], at: item)
        default: try changeSomething(&chance, mark)
        }
    }
}
