import NotebookFiles
package import NotebookFormat
package import NotebookText

extension Draft {
    /// Marks a task as done on a day, or opens it again, and returns it; the rest of the file stays.
    ///
    /// - Throws: `NotebookError.gone` or `.malformedItem`, or `StoreError` if the file cannot be written.
    package mutating func set(_ task: ItemTask, of item: Item, done day: CalendarDate?) throws -> ListedTask {
        let (file, spelling) = (try self.item(item.path), description.settings.taskSpelling)
        let new = try Self.changed(file, item.path) { () throws(TextProblem) in
            if let day { try file.completing(task, on: day, spelling) } else { try file.reopening(task) }
        }
        return try replace(item, file, new, task.markRange.lowerBound)
    }

    /// Adds a task to an item, and returns it.
    ///
    /// - Parameters:
    ///   - text: The text, on one line.
    ///   - section: The section to add it to; by default, it comes after the last list of tasks.
    /// - Throws: `NotebookError.staysOpen` if a block at the end would contain the task, `.gone` or `.malformedItem`, or
    ///   `StoreError` if the file cannot be written.
    package mutating func add(task text: String, to item: Item, in section: ItemSection?) throws -> ListedTask {
        let file = try self.item(item.path)
        let added = try Self.changed(file, item.path) { () throws(TextProblem) in
            try file.adding(task: text, in: section?.range)
        }
        guard let (new, task) = added else {
            let end = section?.range.upperBound ?? file.bytes.count
            throw NotebookError.staysOpen(item.path, TextPosition(of: end, in: file.bytes))
        }
        return try replace(item, file, new, task.markRange.lowerBound)
    }

    private static func changed<Result>(
        _ file: ItemFile, _ path: BundlePath, _ change: () throws(TextProblem) -> Result
    ) throws(NotebookError) -> Result {
        do throws(TextProblem) {
            return try change()
        } catch {
            throw .malformedItem(path, error, error.position(in: file.bytes))
        }
    }

    /// Writes an item, and returns the task that is at an offset in its new text; its date may move the task.
    private mutating func replace(
        _ item: Item, _ old: ItemFile, _ new: ItemFile, _ offset: Int
    ) throws -> ListedTask {
        let place = new.tasks.firstIndex { $0.markRange.lowerBound == offset }
        _ = try replace(item.path, old, new)
        let tasks = try self.item(item.path).tasks
        guard let place, tasks.indices.contains(place) else { throw NotebookError.gone(item.path) }
        return ListedTask(item: try shown(item.path), task: tasks[place])
    }
}
