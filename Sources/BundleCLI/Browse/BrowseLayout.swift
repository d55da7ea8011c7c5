import TerminalIO

/// A part of the screen.
enum BrowsePane: Int, CaseIterable, Comparable {
    case sidebar, list, item

    static func < (left: BrowsePane, right: BrowsePane) -> Bool { left.rawValue < right.rawValue }
}

/// Where the panes are on a screen: three from 80 columns on, two from 50, otherwise only the one in use,
/// as when it is zoomed.
struct BrowseLayout: Equatable {
    /// The columns of each visible pane, without the lines between them.
    let panes: [BrowsePane: Range<Int>]
    /// The rows of the panes, between the head and the foot.
    let rows: Range<Int>
    /// How many rows an item has in the list: with its excerpt, or without.
    let rowsPerItem: Int

    init(_ size: Keyboard.Size, focus: BrowsePane, isZoomed: Bool = false) {
        let (width, height) = (max(1, size.width), max(1, size.height))
        rows = min(1, height - 1)..<max(min(1, height - 1), height - 1)
        rowsPerItem = height >= 20 ? 2 : 1
        switch width {
        case _ where isZoomed && focus == .item: panes = [.item: 0..<width]
        case 80...:
            let sidebar = max(18, min(30, width / 5))
            let list = max(26, min(48, width * 3 / 10))
            panes = [
                .sidebar: 0..<sidebar, .list: sidebar + 1..<sidebar + 1 + list, .item: sidebar + list + 2..<width,
            ]
        case 50...:
            if focus == .item {
                let list = width * 2 / 5
                panes = [.list: 0..<list, .item: list + 1..<width]
            } else {
                let sidebar = width * 2 / 5
                panes = [.sidebar: 0..<sidebar, .list: sidebar + 1..<width]
            }
        default: panes = [focus: 0..<width]
        }
    }

    var height: Int { max(1, rows.count) }

    /// How many items the list shows.
    var listHeight: Int { max(1, height / rowsPerItem) }

    func width(of pane: BrowsePane) -> Int { panes[pane]?.count ?? 0 }
}

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
}
