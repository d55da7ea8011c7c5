package import NotebookFiles
package import NotebookFormat
import NotebookLinks
package import NotebookQuery
import NotebookText

/// A task of an item outside the trash.
package struct ListedTask: Hashable, Sendable {
    /// The item.
    package let item: Item
    /// The task.
    package let task: ItemTask

    package init(item: Item, task: ItemTask) { (self.item, self.task) = (item, task) }
}

extension NotebookListing {
    /// The tasks of some items, in the order of the items and of their texts.
    ///
    /// - Parameter query: The query that each task has to match: `task.due` and the like are those of the task alone, all
    ///   other fields those of its item.
    package func tasks(
        of items: [Item], matching query: Query? = nil, in context: QueryContext, _ tree: any FileTree,
        progress: any WorkProgress = NoProgress()
    ) throws -> [ListedTask] {
        let countsInlineTags = description.settings.countsInlineTags
        let resolver = query?.parts.contains(.attachments) == true ? LinkResolver(manifest) : nil
        let known = Dictionary(items.map { ($0.path, $0) }) { first, _ in first }
        let found = try ItemPass(tree, progress: progress).map(Set(known.keys)) { path, bytes -> [ListedTask]? in
            guard let item = known[path], bytes.count <= ItemFile.maximumBytes, let file = try? ItemFile(bytes) else {
                return nil
            }
            let tasks = file.tasks
            guard let query, !tasks.isEmpty else { return tasks.map { ListedTask(item: item, task: $0) } }
            var facts = item.facts(of: query.fields)
            if countsInlineTags, query.fields.contains(.tag) { facts.inlineTags = file.inlineTags }
            var content = ItemContent(file, at: item.livePath, resolver: resolver)
            return tasks.filter { task in
                content.tasks = [task]
                facts.content = content
                return query.matches(facts, in: context)
            }.map { ListedTask(item: item, task: $0) }
        }
        let byPath = Dictionary(grouping: found.flatMap(\.self), by: \.item.path)
        return items.flatMap { byPath[$0.path] ?? [] }
    }
}

/// The order in which tasks are done: open ones first, by due date, the soonest first, then by priority.
package enum TaskOrder {
    /// The elements in the order of their tasks; where neither comes first, they stay as they are.
    package static func sorted<Element>(_ elements: [Element], by task: (Element) -> ItemTask) -> [Element] {
        elements.map { (element: $0, task: task($0)) }.enumerated().sorted { one, other in
            isBefore(one.element.task, other.element.task) ?? (one.offset < other.offset)
        }.map(\.element.element)
    }

    /// Whether a task comes before another; `nil` if neither does.
    private static func isBefore(_ one: ItemTask, _ other: ItemTask) -> Bool? {
        guard (one.state == .open) == (other.state == .open) else { return one.state == .open }
        switch (one.due, other.due) {
        case (let left?, let right?) where left != right: return left < right
        case (nil, .some): return false
        case (.some, nil): return true
        default: break
        }
        let ranks = [one, other].map { $0.priority?.rank ?? TaskPriority.noneRank }
        return ranks[0] == ranks[1] ? nil : ranks[0] < ranks[1]
    }
}
