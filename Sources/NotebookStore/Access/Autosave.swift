import NotebookFormat

/// Saves what the user types into an item, shortly after the last keystroke.
///
/// Never overwrites changes that others make meanwhile: it merges them with the typed text. If both changed the same
/// place, it saves nothing and reports ``Outcome/conflict(theirs:)``; the editor then calls ``settle(with:)`` with the
/// text to keep.
public actor Autosave {
    /// The result of an attempt to save.
    public enum Outcome: Sendable {
        /// The text was saved; this is the text of the item now.
        case saved(Item, text: String)
        /// Somebody else changed the same place; this is the text in the notebook.
        case conflict(theirs: String)
        /// The text could not be saved; the next keystroke tries again.
        case failed(any Error)
    }

    /// The results of all attempts to save, in order; can be iterated once.
    public nonisolated let outcomes: AsyncStream<Outcome>

    private let storage: any NotebookStorage
    private let delay: Duration
    private let clock: any _Concurrency.Clock<Duration>
    private let sink: AsyncStream<Outcome>.Continuation
    private var item: Item
    /// The file that the typed text is based on.
    private var base: ItemFile
    private var typed: String?
    private var timer: Task<Void, Never>?
    /// The current attempt.
    private var saving: Task<Void, Never>?

    /// Starts saving an item automatically.
    ///
    /// Does not block.
    ///
    /// - Parameters:
    ///   - delay: How long to wait after the last keystroke before saving.
    ///   - clock: The clock that measures the delay, so that tests need not wait.
    /// - Throws: `NotebookError.gone` or `.malformedItem`, or an error if the item cannot be read.
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

    /// The text after the front matter, as it was last read or saved.
    public var savedText: String { base.bodyText }

    /// Whether there is typed text that is not saved yet.
    public var hasUnsavedText: Bool { typed != nil }

    /// Records the new text after the front matter, and saves it after the delay.
    public func type(_ text: String) {
        typed = text
        timer?.cancel()
        let (clock, delay) = (clock, delay)
        timer = Task { [weak self] in
            do { try await clock.sleep(for: delay) } catch { return }
            await self?.save()
        }
    }

    /// Saves unsaved text at once, and waits until it is saved.
    public func save() async {
        timer?.cancel()
        timer = nil
        while let under = saving { await under.value }
        guard let text = typed else { return }
        let task = Task { await attempt(text) }
        saving = task
        await task.value
    }

    /// Resolves a conflict: this text replaces the one in the notebook.
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

    /// Saves a text, and clears `saving` itself, because tasks that wait for this one may resume before its starter.
    private func attempt(_ text: String) async {
        defer { saving = nil }
        do {
            let (item, file) = try await write(text)
            // Text typed meanwhile still has to be saved.
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

    /// Somebody else changed the same place.
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
