public import NotebookQuery

extension Query {
    /// Whether an item of a list matches; `nil` if its file, or those of other items, must be read to decide.
    ///
    /// ``NotebookSnapshot/items(matching:sortedBy:in:)`` reads them.
    ///
    /// - Parameter context: The time and calendar for relative dates.
    public func matches(_ item: Item, in context: QueryContext = .here) -> Bool? {
        guard !item.isInTrash || mentionsTrash else { return false }
        var facts = item.facts(of: fields)
        facts.inlineTags = nil
        return answer(for: facts, in: context)
    }
}
