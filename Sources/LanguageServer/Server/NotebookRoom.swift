import Cores
import NotebookBundle

/// A notebook in which documents are open.
struct NotebookRoom {
    /// The path of the notebook, without links.
    let root: String
    /// The path of the notebook, as the client spells it.
    let spelled: String
    /// Whether it is a plain folder, which is only read.
    let isPlain: Bool
    /// Reads the notebook.
    private let read: @Sendable () throws -> LiveNotebook
    /// The notebook, while it is read for the first time; `nil` once it was, or if that failed.
    private var opening: Aside<LiveNotebook>?
    /// The notebook, once it was read.
    private var known: LiveNotebook?
    /// The links, while they are resolved for the first time.
    private var linking: Aside<Void>?
    /// Whether the notebook does not know the texts of some documents yet.
    private var isBehind: Set<String> = []
    /// Whether files may have changed since the last look.
    private var needsLook = false
    private var lastLook = ContinuousClock.now
    /// How old a look may be when findings are published.
    private static let oldest = Duration.seconds(2)

    /// Starts to read a notebook.
    init(_ root: String, spelled: String, isPlain: Bool, _ read: @escaping @Sendable () throws -> LiveNotebook) {
        (self.root, self.spelled, self.isPlain) = (root, spelled, isPlain)
        self.read = read
        opening = Aside(read)
    }

    /// The notebook, with the current texts of the open documents; waits until it is read.
    ///
    /// - Throws: an error if it cannot be read.
    mutating func live(_ documents: [String: OpenDocument]) throws -> LiveNotebook {
        var live = try known ?? opened()
        guard known == nil || needsLook || !isBehind.isEmpty else { return live }
        // The only copy is changed in place.
        known = nil
        defer {
            known = live
            if linking == nil { linking = Aside { [live] in live.resolveLinks() } }
        }
        let own = documents.filter { $0.value.place?.root == root }
        for address in isBehind {
            guard let document = own[address], let path = document.place?.path else { continue }
            live.lay(document.bytes, over: path)
        }
        if !isBehind.isEmpty {
            let open = Set(own.values.compactMap { $0.place?.path })
            for path in live.laidPaths.subtracting(open) { live.lift(path) }
        }
        isBehind = []
        if needsLook {
            try live.refresh()
            needsLook = false
            lastLook = .now
        }
        return live
    }

    /// Waits until the notebook is read; after an error, the next call reads it again: who held its lock may be gone.
    private mutating func opened() throws -> LiveNotebook {
        let attempt = opening ?? Aside(read)
        opening = nil
        return try attempt.result()
    }

    /// Records that the text of a document has changed, or that it was closed.
    mutating func markChanged(_ address: String) { isBehind.insert(address) }

    /// Looks at the directory again before the next answer.
    mutating func look() { needsLook = true }

    /// Looks at the directory again before the next answer, if the last look is long ago.
    mutating func lookIfOld() {
        if lastLook.duration(to: .now) > Self.oldest { needsLook = true }
    }
}
