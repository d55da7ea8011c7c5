import NotebookFormat
import NotebookText

extension QueryExpression {
    /// Whether an item matches the expression; `nil` if that depends on content that was not read (Kleene's strong
    /// three-valued logic).
    func answer(_ item: ItemFacts, _ context: QueryContext) -> Bool? {
        switch self {
        case .comparison(let comparison): return comparison.answer(item, context)
        case .not(let inner): return inner.answer(item, context).map { !$0 }
        case .all(let parts):
            var result: Bool? = true
            for part in parts {
                guard let answer = part.answer(item, context) else {
                    result = nil
                    continue
                }
                if !answer { return false }
            }
            return result
        case .any(let parts):
            var result: Bool? = false
            for part in parts {
                guard let answer = part.answer(item, context) else {
                    result = nil
                    continue
                }
                if answer { return true }
            }
            return result
        }
    }
}

extension QueryComparison {
    fileprivate func answer(_ item: ItemFacts, _ context: QueryContext) -> Bool? {
        guard field.part == nil || item.content != nil else { return nil }
        if field == .tag, item.inlineTags == nil {
            // Tags in the unread text can make a comparison true, or one with ‘none’ false, but not the reverse.
            switch value {
            case .none: if holds(item, value, context) { return nil }
            case .list(let values) where values.contains(.none): return nil
            default: if !holds(item, value, context) { return nil }
            }
        }
        // `!=` is the negation of `==`, even for several texts.
        let holds =
            field == .property ? holds(item.content?.properties ?? [], value, context) : holds(item, value, context)
        return operation == .notEqual ? !holds : holds
    }

    private func holds(_ item: ItemFacts, _ value: QueryValue, _ context: QueryContext) -> Bool {
        switch value {
        case .list(let values): values.contains { holds(item, $0, context) }
        case .none: texts(of: item).allSatisfy(\.isEmpty)
        case .text(let text):
            texts(of: item).contains { holds(TextKey($0, isExact: isExact), text) }
        case .pattern(let pattern):
            texts(of: item).contains { pattern.isFound(in: TextKey($0, isExact: isExact)) }
        case .kind(let kind): item.kind == kind
        case .truth(let truth): truth == (field == .pinned ? item.isPinned : item.isTrashed)
        case .number(let number): holds(item.size, number..<number + 1)
        case .decimal: false
        case .moment(let moment):
            holds(
                Int((field == .created ? item.created : item.modified).secondsSince1970), moment.seconds(in: context))
        }
    }

    func holds(_ key: TextKey, _ text: QueryText) -> Bool {
        switch operation {
        case .equal, .notEqual, .within, .matches: key == text.key
        case .less: key < text.key
        case .lessOrEqual: key <= text.key
        case .greater: key > text.key
        case .greaterOrEqual: key >= text.key
        case .contains: text.isFound(in: key)
        case .under: text.holds(key)
        }
    }

    /// Whether a number is in, before or after a range.
    func holds(_ number: Int, _ range: Range<Int>) -> Bool {
        switch operation {
        case .less: number < range.lowerBound
        case .lessOrEqual: number < range.upperBound
        case .greater: number >= range.upperBound
        case .greaterOrEqual: number >= range.lowerBound
        case .equal, .notEqual, .within, .contains, .matches, .under: range.contains(number)
        }
    }

    private func texts(of item: ItemFacts) -> [String] {
        switch field {
        case .title: [item.title]
        case .folder: [item.folder.text]
        case .path: [item.path.text]
        case .tag: (item.tags + (item.inlineTags ?? [])).map(\.text)
        case .body: (item.content?.body).map { [$0] } ?? []
        case .front: (item.content?.front).map { [$0] } ?? []
        case .back: (item.content?.back).map { [$0] } ?? []
        case .attachment: item.content?.attachments ?? []
        case .kind, .created, .modified, .pinned, .trashed, .size, .property: []
        }
    }
}
