import NotebookFormat

/// Saves what is typed into an item, shortly after the last keystroke.
///
/// What came from outside meanwhile is never written over: where it can be brought together with what was typed, it
/// is; where both changed the same place, nothing is saved, ``Outcome/conflict(theirs:)`` is told, and the editor
/// decides by
/// ``settle(with:)``.
public actor Autosave {
    /// The result of an attempt to save.
    public enum Outcome: Sendable {
        /// It was saved; the text is what stands in the item now.
        case saved(Item, text: String)
        /// Somebody else has changed the same place; this is the text as it is in the notebook.
        case conflict(theirs: String)
        /// It could not be saved; it is tried again with the next keystroke.
        case failed(any Error)
    }

    /// The result of each attempt to save, in their order; to be listened to once.
    public nonisolated let outcomes: AsyncStream<Outcome>

    private let storage: any NotebookStorage
    private let delay: Duration
    private let clock: any _Concurrency.Clock<Duration>
    private let sink: AsyncStream<Outcome>.Continuation
    private var item: Item
    /// The file over which is typed.
    private var base: ItemFile
    private var typed: String?
    private var timer: Task<Void, Never>?
    /// The attempt that is under way.
    private var saving: Task<Void, Never>?

    /// Begins to save an item.
    ///
    /// Does not block.
    ///
    /// - Parameters:
    ///   - delay: How long to wait after the last keystroke before saving.
    ///   - clock: By what the delay is measured, so that a test need not wait.
    /// - Throws: `NotebookError.gone` or `.malformedItem`, or what keeps the item from being read.
    public init(
        _ item: Item, in storage: any NotebookStorage, delay: Duration = .seconds(1),
        clock: any _Concurrency.Clock<Duration> = ContinuousClock()
    ) async throws {
        self.item = item
        self.storage = storage
        self.delay = delay
        self.clock = clock
        base = try await storage.file(of: item)
        (outcomes, sink) = AsyncStream.makeStream(of: Outcome.self)
    }

    deinit { sink.finish() }

    /// The text as it was last read or saved, behind the front matter.
    public var savedText: String { base.bodyText }

    /// Whether something is typed that is not saved yet.
    public var hasUnsavedText: Bool { typed != nil }

    /// Notes what the text after the front matter is now, and saves it after the delay.
    public func type(_ text: String) {
        typed = text
        timer?.cancel()
        let (clock, delay) = (clock, delay)
        timer = Task { [weak self] in
            do { try await clock.sleep(for: delay) } catch { return }
            await self?.save()
        }
    }

    /// Saves at once what is not saved yet; waits until that is done.
    public func save() async {
        timer?.cancel()
        timer = nil
        while let under = saving { await under.value }
        guard let text = typed else { return }
        let task = Task { await attempt(text) }
        saving = task
        await task.value
        saving = nil
    }

    /// Decides a conflict: this text replaces what is in the notebook now.
    public func settle(with text: String) async {
        do {
            base = try await storage.file(of: item)
        } catch {
            sink.yield(.failed(error))
            return
        }
        typed = text
        await save()
    }

    private func attempt(_ text: String) async {
        do {
            let (item, file) = try await write(text)
            // What was typed meanwhile is still to be saved.
            if typed == text { typed = nil }
            (self.item, base) = (item, file)
            sink.yield(.saved(item, text: file.bodyText))
        } catch is Conflict {
            let theirs = try? await storage.file(of: item).bodyText
            sink.yield(.conflict(theirs: theirs ?? ""))
        } catch {
            sink.yield(.failed(error))
        }
    }

    /// Somebody else has changed the same place.
    private struct Conflict: Error {}

    private func write(_ text: String) async throws -> (Item, ItemFile) {
        let (item, base) = (item, base)
        return try await storage.edit { draft in
            let whole = try base.setting(body: Array(text.utf8)).bytes
            let saved = try draft.save(whole, over: base.bytes, of: item)
            guard saved.conflicts == 0 else { throw Conflict() }
            return (saved.item, try draft.item(saved.item.path))
        }.result
    }
}
