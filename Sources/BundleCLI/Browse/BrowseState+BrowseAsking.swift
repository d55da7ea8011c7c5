import NotebookBundle
import TerminalIO

/// Changes, and the questions before them.
extension BrowseState {
    /// The effects of a key that changes something; `nil` for other keys.
    mutating func pressedToChange(_ key: ScreenKey) -> [BrowseEffect]? {
        guard case .character(let letter) = key, "aermptdRuUx".contains(letter) || key == .control("r") else {
            return key == .control("r") ? changing { _ in [.change(.redo)] } : nil
        }
        switch letter {
        case "a":
            return changing { state in
                state.dialog = .line(BrowseQuestion(purpose: .newTitle, input: ScreenInput()))
                return []
            }
        case "u", "U": return changing { _ in [.change(.undo)] }
        case "x":
            return changing { state in
                guard let listed = state.selectedTask else {
                    state.message = "x marks a task as done in the list of tasks; T shows it"
                    return []
                }
                return [.change(.task(listed.item.path, listed.task, isDone: listed.task.state == .open))]
            }
        case "d" where place == .tasks && focus != .item:
            message = "x marks the task as done; l opens its note, where d deletes the note"
            return []
        case "R":
            return changing { state in
                guard let item = state.current, item.isInTrash else {
                    state.message = "only items in the trash can be restored"
                    return []
                }
                return [.change(.restore(item.path))]
            }
        default:
            return changing { state in
                guard let item = state.current else {
                    state.message = "no item is selected"
                    return []
                }
                guard !item.isInTrash else {
                    state.message = "it is in the trash; R restores it"
                    return []
                }
                return state.ask(about: item, letter)
            }
        }
    }

    private mutating func changing(_ body: (inout BrowseState) -> [BrowseEffect]) -> [BrowseEffect] {
        guard let readOnly else { return body(&self) }
        message = readOnly
        return []
    }

    private mutating func ask(about item: Item, _ letter: Character) -> [BrowseEffect] {
        switch letter {
        case "e": return [.edit(item.path)]
        case "r": dialog = .line(BrowseQuestion(purpose: .rename(item.path), input: ScreenInput(item.title)))
        case "m": dialog = .folder(BrowseChoice(item: item.path, folders: content.folderPaths))
        case "p": return [.change(.pin(item.path, !item.isPinned))]
        case "t":
            let tags = item.tags.map(\.text)
            dialog = .line(
                BrowseQuestion(
                    purpose: .tags(item.path, old: tags), input: ScreenInput(tags.map { $0 + ", " }.joined())))
        case "d": return [.askToDelete(item.path)]
        default: break
        }
        return []
    }

    /// The effects of a key while a question is open.
    mutating func press(_ key: ScreenKey, in dialog: BrowseDialog) -> [BrowseEffect] {
        switch dialog {
        case .help(let top):
            let count = BrowseHelp.lines(width: size.width).count
            guard let target = Self.target(of: key, from: top, count: count, page: layout.height) else {
                self.dialog = nil
                return []
            }
            self.dialog = .help(top: max(0, min(target, count - layout.height)))
        case .line(let question): return press(key, in: question)
        case .delete(let path, _):
            self.dialog = nil
            switch key {
            case .character("y"), .character("Y"): return [.change(.delete(path))]
            case .character("a"), .character("A"): return [.neverAsk, .change(.delete(path))]
            default: message = "nothing was deleted"
            }
        case .folder(let choice): return press(key, in: choice)
        case .calendar(let calendar): return press(key, in: calendar)
        }
        return []
    }

    private mutating func press(_ key: ScreenKey, in question: BrowseQuestion) -> [BrowseEffect] {
        var question = question
        switch key {
        case .escape, .control("c"):
            dialog = nil
            if question.purpose == .search { searchFor("") }
            return []
        case .enter:
            dialog = nil
            return answered(question)
        case .backspace where question.purpose == .search && question.input.text.isEmpty:
            dialog = nil
            return []
        case .down where question.purpose == .search, .up where question.purpose == .search:
            _ = Self.target(of: key, from: list.selected, count: items.count, page: 1).map {
                list.select($0, of: items.count)
            }
            list.show(of: items.count, height: layout.listHeight)
            readSelected()
            return []
        case .tab, .backTab:
            question.complete(among: content.tagNames, forwards: key == .tab)
            dialog = .line(question)
            return []
        default:
            guard question.press(key) else { return [] }
            dialog = .line(question)
            if question.purpose == .search { searchFor(question.input.text) }
            return []
        }
    }

    private mutating func press(_ key: ScreenKey, in calendar: BrowseCalendar) -> [BrowseEffect] {
        var calendar = calendar
        guard !calendar.press(key) else {
            dialog = .calendar(calendar)
            return []
        }
        dialog = nil
        guard key == .enter else { return [] }
        guard let note = content.dailyNotes(on: [calendar.selected])[calendar.selected], note.exists else {
            return changing { _ in [.change(.daily(calendar.selected))] }
        }
        read(note.path)
        return []
    }

    private mutating func searchFor(_ text: String) {
        guard search != text else { return }
        (search, isListStale, selectsFirst, match) = (text, true, !text.isEmpty, nil)
        // Keys apply to what the search found.
        if focus != .list { focus(on: .list) }
    }

    private mutating func answered(_ question: BrowseQuestion) -> [BrowseEffect] {
        let text = question.input.text.trimmed
        switch question.purpose {
        case .search: return []
        case .newTitle: return text.isEmpty ? [] : [.new(title: text)]
        case .rename(let path):
            if text.isEmpty { message = "the title cannot be empty; nothing was changed" }
            guard !text.isEmpty, text != content.item(at: path)?.title else { return [] }
            return [.change(.rename(path, to: text))]
        case .tags(let path, let old):
            let new = BrowseQuestion.tags(in: text)
            let (added, removed) = (new.filter { !old.contains($0) }, old.filter { !new.contains($0) })
            guard !added.isEmpty || !removed.isEmpty else { return [] }
            return [.change(.tags(path, added: added, removed: removed))]
        }
    }

    private mutating func press(_ key: ScreenKey, in choice: BrowseChoice) -> [BrowseEffect] {
        var choice = choice
        let shown = choice.shown
        switch key {
        case .escape, .control("c"):
            dialog = nil
            return []
        case .enter:
            dialog = nil
            guard shown.indices.contains(choice.rows.selected) else {
                message = "not a valid folder name; nothing was moved"
                return []
            }
            return [.change(.move(choice.item, to: shown[choice.rows.selected].folder))]
        case .down, .up, .pageUp, .pageDown, .control("n"), .control("p"):
            let page = layout.height - 1
            let target = Self.target(of: key, from: choice.rows.selected, count: shown.count, page: page)
            choice.rows.select(target ?? 0, of: shown.count)
        default:
            guard choice.input.press(key) else { return [] }
            choice.rows.select(0, of: choice.shown.count)
        }
        choice.rows.show(of: choice.shown.count, height: layout.height - 1)
        dialog = .folder(choice)
        return []
    }
}
