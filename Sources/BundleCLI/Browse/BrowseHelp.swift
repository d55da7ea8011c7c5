/// The keys of the screen, as `?` and ‘browse --help’ show them.
enum BrowseHelp {
    static let keys: [(keys: String, effect: String)] = [
        ("j k ↓ ↑", "next and previous row or line"),
        ("l → Enter", "open: a folder, the list, the item, a link"),
        ("h ← Backspace", "back: to the previous item, the list, the sidebar"),
        ("Alt-← Alt-→", "back and forward among the items read so far"),
        ("g G Home End", "first and last"),
        ("Space PageDown Ctrl-D Ctrl-F", "a page, or half of one, down"),
        ("PageUp Ctrl-U Ctrl-B", "a page, or half of one, up"),
        ("Tab Shift-Tab", "next and previous link; next pane where there is none"),
        ("1 … 9", "the link with this number in the item"),
        ("o", "open a link that leads out of the notebook, in the desktop's browser"),
        ("/", "search as you type; Escape ends the search"),
        ("n N", "next and previous match of the search"),
        ("s", "sort by modified, created, name"),
        ("a", "new note, in the editor"),
        ("e", "edit in the editor"),
        ("r", "rename"),
        ("m", "move to another folder"),
        ("p", "pin, unpin"),
        ("t", "change the tags"),
        ("d", "delete: move to the trash; y confirms, a confirms and never asks again"),
        ("R", "restore, in the trash"),
        ("u U", "undo the last change of the notebook"),
        ("Ctrl-R", "redo"),
        ("c", "study the cards of this place"),
        ("Ctrl-L", "redraw"),
        ("Ctrl-Z", "suspend"),
        ("q Ctrl-C", "quit"),
    ]

    /// The keys in lines of a width.
    static func lines(width: Int) -> [ScreenLine] {
        let column = min(keys.map(\.keys.columns).max() ?? 0, max(8, width / 3))
        return keys.flatMap { row -> [ScreenLine] in
            let names = FittedText.wrapped(row.keys, to: column, indent: 0)
            let effects = FittedText.wrapped(row.effect, to: max(10, width - column - 2), indent: 0)
            return (0..<max(names.count, effects.count)).map { number in
                var line = ScreenLine((number < names.count ? names[number] : "").padded(to: column), ScreenLook(.bold))
                line.append("  " + (number < effects.count ? effects[number] : ""))
                return line
            }
        }
    }
}
