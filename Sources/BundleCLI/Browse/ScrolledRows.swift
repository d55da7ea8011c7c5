/// The selection and the scroll position of rows on a screen.
struct ScrolledRows: Equatable {
    private(set) var selected = 0
    /// The first row that is shown.
    private(set) var top = 0

    /// Selects a row, or the nearest existing one.
    mutating func select(_ row: Int, of count: Int) { selected = max(0, min(row, count - 1)) }

    /// Scrolls just enough to show the selected row.
    mutating func show(of count: Int, height: Int) {
        selected = max(0, min(selected, count - 1))
        let height = max(1, height)
        top = max(0, min(top, selected, count - height))
        if selected >= top + height { top = selected - height + 1 }
    }

    /// Scrolls text without a selection.
    mutating func scroll(to row: Int, of count: Int, height: Int) {
        top = max(0, min(row, count - max(1, height)))
        selected = top
    }
}
