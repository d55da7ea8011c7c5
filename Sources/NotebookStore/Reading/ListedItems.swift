import Cores
package import NotebookQuery
import NotebookText

/// What a list shows of a notebook.
package struct ListedItems: Sendable {
    /// The items, in their order.
    package let items: [Item]
    /// The beginnings of their texts.
    package let excerpts: [Item.ID: String]
}

/// Which items a list shows.
package struct ItemSelection: Sendable {
    private let query: Query?
    private let order: ItemOrder?
    private let excerptLimit: Int

    /// The items that match a query, or all, with excerpts of a length; 0 for none.
    package init(_ query: Query?, _ order: ItemOrder?, excerptLimit: Int) {
        (self.query, self.order, self.excerptLimit) = (query, order, excerptLimit)
    }

    /// What the list shows now.
    package func items(of snapshot: NotebookSnapshot) throws -> ListedItems {
        let items = try snapshot.items(matching: query, sortedBy: order)
        let excerpts = excerptLimit > 0 ? try snapshot.excerpts(of: items, limit: excerptLimit) : [:]
        return ListedItems(items: items, excerpts: excerpts)
    }

    /// How long the result is good while nothing changes.
    fileprivate var lifetime: Duration? { query?.dependsOnTime == true ? .seconds(60) : nil }
}

extension NotebookReading {
    /// What a list shows: now, and again after each change, by this program at once, by others within the interval.
    ///
    /// While the notebook cannot be read, the list stays as it is. Does not block: it reads on background threads.
    package func listed(_ selection: ItemSelection, every interval: Duration) -> AsyncStream<ListedItems> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { output in
            let task = Task {
                guard let storage = self as? any NotebookStorage else {
                    if let items = try? await BackgroundJob.run({ try self.read { try selection.items(of: $0) } }) {
                        output.yield(items)
                    }
                    return output.finish()
                }
                await storage.report(selection, every: interval, to: output)
            }
            output.onTermination = { _ in task.cancel() }
        }
    }
}

extension NotebookStorage {
    fileprivate func report(
        _ selection: ItemSelection, every interval: Duration, to output: AsyncStream<ListedItems>.Continuation
    ) async {
        let (looks, look) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let listener = ownChanges.add(look)
        let timer = Task {
            while !Task.isCancelled {
                look.yield()
                try? await Task.sleep(for: interval)
            }
        }
        defer {
            timer.cancel()
            ownChanges.remove(listener)
        }
        var last: (watched: Watched, time: ContinuousClock.Instant)?
        for await _ in looks {
            let known = last
            let found = try? await BackgroundJob.run { () -> (watched: Watched, items: ListedItems?)? in
                guard let now = Watched(self, after: known?.watched) else { return nil }
                let isStale = known.flatMap { known in selection.lifetime.map { known.time.advanced(by: $0) < .now } }
                guard isStale == true || known.map({ now.differs(from: $0.watched) }) ?? true else { return (now, nil) }
                return (now, try self.read { try selection.items(of: $0) })
            }
            guard let result = found else { continue }
            last = (result.watched, result.items == nil ? known?.time ?? .now : .now)
            if let items = result.items { output.yield(items) }
        }
        output.finish()
    }
}
