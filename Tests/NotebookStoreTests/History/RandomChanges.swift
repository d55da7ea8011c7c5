@testable import NotebookFormat
@testable import NotebookHistory
@testable import NotebookStore
import NotebookTestSupport
import TestSupport

extension HistoryStage {
    /// One of many changes, as chance has it.
    ///
    /// - Parameter mark: A text that occurs nowhere else.
    func changeSomething(_ chance: inout SeededGenerator, _ mark: String) throws {
        let items = try directory.open().items
        let trashed = try directory.open().trashedItems
        switch Int.random(in: 0..<10, using: &chance) {
        case 0:
            try edit { draft in
                var new = try NewItem(.note, text: Array("Text \(mark)".utf8))
                new.title = "New \(mark)"
                _ = try draft.add(new)
            }
        case 1 where !items.isEmpty:
            let item = chance.pick(items)
            try edit { _ = try $0.rename($0.listing.item(item.path.text), to: "Name \(mark)") }
        case 2 where !items.isEmpty:
            let item = chance.pick(items)
            let folder = chance.pick(["F", "F/G", "H"])
            try edit { _ = try $0.move($0.listing.item(item.path.text), to: FolderPath(folder)) }
        case 3 where items.count > 2:
            let item = chance.pick(items)
            try edit { _ = try $0.moveToTrash([$0.listing.item(item.path.text)]) }
        case 4 where !trashed.isEmpty:
            let item = chance.pick(trashed)
            try edit { draft in
                let found = draft.listing.trashedItems.filter { $0.path == item.path }
                _ = try draft.restore(found)
            }
        case 5: try edit { try $0.describe { $0.title = "Title \(mark)" } }
        case 6: _ = try? directory.undo()
        case 7: _ = try? directory.redo()
        case 8 where items.count > 1:
            let (item, target) = (chance.pick(items), chance.pick(items))
            try append("see [[\(target.path.stem)]] \(mark)\n", to: item.path.text)
        default:
            guard !items.isEmpty else { return }
            try append("more \(mark)\n", to: chance.pick(items).path.text)
        }
    }
}
