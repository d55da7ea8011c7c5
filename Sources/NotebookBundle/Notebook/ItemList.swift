public import NotebookQuery
public import NotebookStore
public import Observation

/// The items of a notebook that a view shows: those that match a query, in an order, with the beginnings of their texts.
///
/// ```swift
/// @State private var list = ItemList(of: notebook, matching: .isPinned, excerptLimit: 100)
/// …
/// List(list.items) { item in Row(item.title, list.excerpts[item.id] ?? "") }
/// ```
///
/// It follows the notebook by itself, until it is released: the changes of the program at once, those of others within the
/// interval. It never fails: while the notebook cannot be read, it stays as it is.
@MainActor @Observable
public final class ItemList {
    /// The items; empty until they are read.
    public private(set) var items: [Item] = []
    /// The beginnings of their texts, without markup, each on one line; empty without a limit.
    public private(set) var excerpts: [Item.ID: String] = [:]
    /// Which items it shows; `nil` for all.
    public var query: Query? { didSet { follow() } }
    /// Their order; `nil` for that of the notebook.
    public var order: ItemOrder? { didSet { follow() } }

    @ObservationIgnored private let notebook: Notebook
    @ObservationIgnored private let excerptLimit: Int
    @ObservationIgnored private let interval: Duration
    @ObservationIgnored private var following: RunningTask?

    /// Begins to follow a notebook.
    ///
    /// - Parameters:
    ///   - excerptLimit: The maximum number of characters of the excerpts; 0 for none.
    ///   - interval: How often to look for changes by others.
    public init(
        of notebook: Notebook, matching query: Query? = nil, sortedBy order: ItemOrder? = nil, excerptLimit: Int = 0,
        every interval: Duration = .seconds(1)
    ) {
        (self.notebook, self.excerptLimit, self.interval) = (notebook, excerptLimit, interval)
        (self.query, self.order) = (query, order)
        follow()
    }

    private func follow() {
        let selection = ItemSelection(query, order, excerptLimit: excerptLimit)
        let contents = notebook.source.listed(selection, every: interval)
        following = RunningTask(
            Task { [weak self] in
                for await content in contents {
                    guard let self, !Task.isCancelled else { return }
                    (self.items, self.excerpts) = (content.items, content.excerpts)
                }
            })
    }
}

/// A task that ends with its owner.
private final class RunningTask: Sendable {
    private let task: Task<Void, Never>

    init(_ task: Task<Void, Never>) { self.task = task }

    deinit { task.cancel() }
}
