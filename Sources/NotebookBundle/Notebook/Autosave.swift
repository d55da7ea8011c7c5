import NotebookFormat
import NotebookStore

/// Saves what the user types into an item, shortly after the last keystroke.
///
/// Never overwrites changes that others make meanwhile: it merges them with the typed text. If both changed the same
/// place, it saves nothing and reports ``Outcome/conflict(theirs:)``; the editor then calls ``settle(with:over:)`` with
/// the text to keep.
///
/// The value lives until the typed text is saved, even if the program releases it before. Text in a conflict is not
/// saved, and is lost with the value.
public actor Autosave {
    /// The result of an attempt to save.
    public enum Outcome: Sendable {
        /// The text was saved; this is the text of the item now, with what others changed.
        case saved(Item, text: String)
        /// Somebody else changed the same place; this is the text in the notebook.
        case conflict(theirs: String)
        /// The text could not be saved; this is tried again up to ten times, after longer and longer pauses, and with
        /// the next keystroke.
        case failed(any Error)
    }

    /// The results of all attempts to save, in order; can be iterated once.
    public nonisolated let outcomes: AsyncStream<Outcome>

    private let storage: any NotebookStorage
    private let delay: Duration
    private let clock: any _Concurrency.Clock<Duration>
    private let sink: AsyncStream<Outcome>.Continuation
    private var item: Item
    /// The item's file, as it was last read or saved.
    private var file: ItemFile
    /// What the typed text is based on: after a merge it is not the file, but the text that was typed before.
    private var base: TypedText
    /// The text that the editor was last given.
    private var given: [UInt8]
    private var typed: [UInt8]?
    /// What others had written when a conflict was last reported.
    private var conflict: ItemFile?
    private var timer: Task<Void, Never>?
    /// The current attempt.
    private var saving: Task<Void, Never>?
    /// How often the typed text could not be saved.
    private var failures = 0

    private static var retries: Int { 10 }

    /// Starts saving an item automatically.
    ///
    /// Does not block.
    ///
    /// - Parameters:
    ///   - delay: How long to wait after the last keystroke before saving; the first pause after a failure.
    ///   - clock: The clock that measures the delay, so that tests need not wait.
    /// - Throws: `NotebookError.gone` or `.malformedItem`, or an error if the item cannot be read.
    public init(
        _ item: Item, in notebook: Notebook, delay: Duration = .seconds(1),
        clock: any _Concurrency.Clock<Duration> = ContinuousClock()
    ) async throws {
        self.item = item
        storage = try notebook.storage
        self.delay = delay
        self.clock = clock
        file = try await notebook.read { try $0.file(of: item) }
        given = Array(file.body)
        base = TypedText(file: file, body: given)
        (outcomes, sink) = AsyncStream.makeStream(of: Outcome.self)
    }

    deinit { sink.finish() }

    /// The text after the front matter, as it was last read or saved.
    public var savedText: String { file.bodyText }

    /// Whether there is typed text that is not saved yet.
    public var hasUnsavedText: Bool { typed != nil }

    /// Records the new text after the front matter, and saves it after the delay.
    ///
    /// - Parameters:
    ///   - text: The whole text after the front matter.
    ///   - given: The text that the editor was last given and the user then changed: ``savedText`` at first, later the
    ///     text of an ``Outcome``, the one that settled a conflict, or one that was read again. An editor that is given
    ///     no text but the first need not say it.
    public func type(_ text: String, basedOn given: String? = nil) {
        if let given { rebase(on: Array(given.utf8)) }
        typed = Array(text.utf8)
        failures = 0
        save(after: delay)
    }

    /// Saves unsaved text at once, and waits until it is saved.
    ///
    /// Text that is still unsaved then (``hasUnsavedText``) is in a conflict, or could not be saved.
    public func save() async {
        timer?.cancel()
        timer = nil
        while let under = saving { await under.value }
        guard let text = typed else { return }
        let task = Task { await attempt(text) }
        saving = task
        await task.value
    }

    /// Resolves a conflict: this text replaces the one that others wrote.
    ///
    /// If they have changed the same place again meanwhile, saves nothing and reports a new conflict.
    ///
    /// - Parameters:
    ///   - text: The text to keep.
    ///   - theirs: The text of the conflict that the user saw; by default that of the latest conflict.
    public func settle(with text: String, over theirs: String? = nil) async {
        while let under = saving { await under.value }
        if let seen = theirs.map({ Array($0.utf8) }) ?? conflict.map({ Array($0.body) }) {
            base = TypedText(file: conflict ?? file, body: seen)
        }
        conflict = nil
        given = Array(text.utf8)
        typed = given
        failures = 0
        await save()
    }

    /// Takes note of the text that the editor was given, if it is another than before.
    private func rebase(on text: [UInt8]) {
        guard text != given else { return }
        given = text
        base = TypedText(file: file, body: text)
    }

    /// Saves the typed text after a pause; the timer holds this value, so that the text is not lost with it.
    private func save(after pause: Duration) {
        timer?.cancel()
        let clock = clock
        timer = Task {
            do { try await clock.sleep(for: pause) } catch { return }
            await self.save()
        }
    }

    /// Saves a text, and clears `saving` itself, because tasks that wait for this one may resume before its starter.
    private func attempt(_ text: [UInt8]) async {
        defer { saving = nil }
        let given = given
        do {
            let (item, file) = try await storage.save(text, over: base, of: item)
            // Text typed meanwhile still has to be saved.
            if typed == text { typed = nil }
            (self.item, self.file, conflict, failures) = (item, file, nil, 0)
            // The editor still has the text without what others changed, unless it said otherwise meanwhile.
            if self.given == given { base = TypedText(file: file, body: text) }
            sink.yield(.saved(item, text: file.bodyText))
        } catch let error as TypedText.Conflict {
            conflict = error.theirs
            sink.yield(.conflict(theirs: error.theirs.bodyText))
        } catch {
            sink.yield(.failed(error))
            retry()
        }
    }

    /// Tries again later, unless text was typed meanwhile, which is saved anyway.
    private func retry() {
        guard timer == nil, failures < Self.retries else { return }
        save(after: delay * (1 << failures))
        failures += 1
    }
}

/// A text that was typed, in the file whose front matter belongs to it.
private struct TypedText: Sendable {
    let file: ItemFile
    let body: [UInt8]

    /// Somebody else changed the same place.
    struct Conflict: Error {
        let theirs: ItemFile
    }

    /// The whole file with a body.
    func bytes(_ body: [UInt8]) throws -> [UInt8] { try file.setting(body: body).bytes }
}

extension NotebookStorage {
    /// Saves a text that was typed over another one.
    ///
    /// - Throws: `TypedText.Conflict` if somebody else changed the same place, or `NotebookError.malformedItem` for a text
    ///   that no item can have; nothing is changed then.
    fileprivate func save(
        _ text: [UInt8], over base: TypedText, of item: Item
    ) async throws -> (item: Item, file: ItemFile) {
        try await inBackground {
            try edit { draft in
                try Draft.check(text, for: item.path)
                let saved: SavedText
                do {
                    saved = try draft.save(
                        try base.bytes(text), over: try base.bytes(base.body), of: item, marksConflicts: false)
                } catch let conflict as SavedText.Conflict {
                    throw TypedText.Conflict(theirs: try Draft.item(conflict.theirs, item.path))
                }
                _ = try draft.keepLinks()
                return (try draft.shown(saved.item.path), try draft.item(saved.item.path))
            }.result
        }
    }
}
