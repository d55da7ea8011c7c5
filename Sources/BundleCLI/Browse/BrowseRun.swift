import NotebookBundle
import TerminalIO

/// Browses a notebook at the terminal.
struct BrowseRun {
    /// What the screen leaves to verbs, which use the terminal meanwhile; each returns a message.
    struct Verbs {
        let edit: (BundlePath) throws -> String
        let new: (_ title: String, _ folder: FolderPath?) throws -> String
        let study: (BrowseLocation) throws -> String
    }

    /// Why the terminal was handed over.
    private enum Pause {
        case quit
        case verb(() throws -> String)
    }

    private let session: Session
    private let notebook: BrowseNotebook
    private let edits: BrowseEdits
    private let verbs: Verbs
    private let memory: BrowseMemory
    private let wording: BrowseDocument.Wording
    private var state: BrowseState
    private var asksToDelete: Bool
    /// What the terminal shows; `nil` if unknown.
    private var shown: ScreenFrame?
    private var keys = ScreenKeys()
    private var marks: (list: [FileIdentity?]?, item: FileIdentity?, folders: [FileIdentity?]?)
    /// The last message about a notebook that cannot be read.
    private var problem: String?

    /// Alternate screen, bracketed paste, normal cursor keys (xterm).
    private static let start = Array("\u{1B}[?1049h\u{1B}[?2004h\u{1B}[?1l\u{1B}[?25l".utf8)
    private static let end = Array("\u{1B}[0m\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l".utf8)

    init(_ session: Session, _ notebook: BrowseNotebook, _ edits: BrowseEdits, _ verbs: Verbs) throws {
        (self.session, self.notebook, self.edits, self.verbs) = (session, notebook, edits, verbs)
        marks.list = notebook.mark
        let content = try notebook.content(waits: true)
        memory = BrowseMemory(of: content.notebook.description.uuid, session)
        wording = BrowseDocument.Wording(
            date: { session.date($0) }, keepsLineBreaks: session.keepsLineBreaks(content.notebook.description))
        asksToDelete = session.settings.confirmDelete != false
        state = BrowseState(
            content, size: Keyboard.Size(width: 80, height: 24), readOnly: notebook.readOnly, open: memory.open,
            sort: session.settings.sortOrder)
    }

    /// Shows the notebook until the user quits.
    ///
    /// - Returns: False without a terminal.
    mutating func run() throws -> Bool {
        guard session.terminal.environment["TERM"] != "dumb" else { return false }
        while true {
            var pause = Pause.quit
            let isPossible = try session.terminal.withKeys { keyboard in pause = try browse(keyboard) }
            guard isPossible else { return false }
            memory.remember(state.open)
            guard case .verb(let verb) = pause else { return true }
            let before = Set(state.content.notebook.items.map(\.path))
            let said: String
            do {
                said = try verb()
            } catch EditorError.interrupted {
                throw EditorError.interrupted
            } catch let error as any Failure {
                said = "\(error)"
            } catch let error as UsageError {
                said = "\(error)"
            }
            reload()
            if let new = state.content.notebook.items.first(where: { !before.contains($0.path) }) {
                state.go(to: new.path)
            }
            state.message = said
        }
    }

    private mutating func browse(_ keyboard: Keyboard) throws -> Pause {
        shown = nil
        keyboard.endWith(Self.end)
        try keyboard.write(Self.start)
        state.resize(to: keyboard.size())
        settle()
        while true {
            try draw(keyboard)
            // A list that needs a search is made once no key is waiting.
            let wait = state.isListStale ? 0 : keys.canEnd ? 100 : 1000
            switch try keyboard.event(state.size, wait) {
            case .keys(let bytes):
                if bytes.isEmpty { return .quit }
                if let pause = try press(keys.add(bytes), keyboard) { return pause }
            case .resized: state.resize(to: keyboard.size())
            case .continued: try begin(keyboard)
            case .stop: try suspend(keyboard)
            case .nothing:
                let wasStale = state.isListStale
                if keys.canEnd, let pause = try press(keys.end(), keyboard) { return pause }
                if wasStale { makeList() } else { look() }
            }
            settle()
        }
    }

    private mutating func begin(_ keyboard: Keyboard) throws {
        try keyboard.write(Self.start)
        shown = nil
        state.resize(to: keyboard.size())
    }

    private mutating func suspend(_ keyboard: Keyboard) throws {
        keyboard.suspend()
        try begin(keyboard)
    }

    private mutating func draw(_ keyboard: Keyboard) throws {
        var state = state
        state.message.replace("‘bundle ", with: "‘\(session.tool) ")
        let frame = BrowsePainter.frame(state, wording)
        let bytes = ScreenDifference.bytes(from: shown, to: frame, hasColors: session.style.isEnabled)
        shown = frame
        if !bytes.isEmpty { try keyboard.write(bytes) }
    }

    private mutating func press(_ keys: [ScreenKey], _ keyboard: Keyboard) throws -> Pause? {
        for key in keys {
            // Keys after one that needs a new list refer to that list.
            if state.isListStale, state.dialog == nil { makeList() }
            for effect in state.press(key) {
                switch effect {
                case .quit: return .quit
                case .suspend: try suspend(keyboard)
                case .redraw: shown = nil
                case .askToDelete(let path): try askToDelete(path, keyboard)
                case .askForDay:
                    let firstWeekday = session.settings.firstWeekday ?? .monday
                    state.dialog = .calendar(BrowseCalendar(today: edits.now().date, firstWeekday: firstWeekday))
                case .neverAsk: neverAsk()
                case .change(let change): try make(change, keyboard)
                case .open(let address): open(address)
                case .edit(let path): return .verb { [verbs] in try verbs.edit(path) }
                case .new(let title):
                    let folder: FolderPath? = if case .folder(let folder) = state.place { folder } else { nil }
                    return .verb { [verbs] in try verbs.new(title, folder) }
                case .study: return .verb { [verbs, place = state.place] in try verbs.study(place) }
                }
            }
            // Keys in the list need no text of the items that they pass over.
            if state.focus == .item { settle() }
        }
        return nil
    }
}

/// What the state needs from the notebook.
extension BrowseRun {
    private static let busy = "others are using the notebook"

    /// Reads what the screen will show.
    private mutating func settle() {
        if state.isListStale, state.search.isEmpty { makeList() }
        if let item = state.neededDocument {
            marks.item = notebook.mark(of: item.path)
            if let document = notebook.document(item, state, wording) {
                if state.message == Self.busy { state.message = "" }
                state.show(document)
            } else if state.message.isEmpty {
                state.message = Self.busy
            }
        }
        let items = state.neededExcerpts
        if !items.isEmpty { state.excerpts.merge(notebook.excerpts(of: items)) { $1 } }
    }

    private mutating func makeList() {
        do {
            if state.place == .tasks {
                state.show(tasks: try notebook.tasks(state))
            } else {
                state.show(try notebook.items(state))
            }
        } catch is LockError {
            // Changes by others are shown when they are done.
            if state.place == .tasks { state.show(tasks: state.tasks) } else { state.show(state.items) }
            state.message = Self.busy
        } catch {
            // A half-typed search is not always valid.
            state.show([])
            state.message = "\(error)"
        }
    }

    /// Checks whether others have changed something.
    private mutating func look() {
        let mark = notebook.mark
        if mark != marks.list { return reload() }
        lookForFiles()
        guard let path = state.document?.item.path else { return }
        let item = notebook.mark(of: path)
        guard item != marks.item else { return }
        marks.item = item
        state.excerpts[path] = nil
        state.forgetDocument()
    }

    /// Reads the notebook again; if it cannot be read, leaves the screen as it is, and tries again later.
    private mutating func reload() {
        let mark = notebook.mark
        do {
            state.show(try notebook.content(waits: false))
            marks.list = mark
            if let problem, state.message == problem { state.message = "" }
            problem = nil
            makeList()
        } catch is LockError {
            return
        } catch {
            marks.list = mark
            problem = "\(error)"
            state.message = problem ?? ""
        }
    }

    /// Checks whether others have added files that the manifest does not list yet.
    private mutating func lookForFiles() {
        let folders = notebook.markOfFolders(of: state.content.notebook)
        // While another message is shown, they wait.
        guard folders != marks.folders, state.message.isEmpty else { return }
        marks.folders = folders
        guard let count = notebook.unlistedItems, count > 0 else { return }
        let files = count == 1 ? "1 new file is" : "\(count) new files are"
        state.message = "\(files) not in the manifest; ‘bundle seal’ adds \(count == 1 ? "it" : "them")"
    }

    private mutating func make(_ change: BrowseChange, _ keyboard: Keyboard) throws {
        // A message about waiting for others, with its line feed, is written to the last two rows.
        try keyboard.write(Array("\u{1B}[0m\u{1B}[\(max(1, state.size.height - 1));1H\u{1B}[J".utf8))
        shown = nil
        do {
            let (message, path) = try edits.make(change)
            reload()
            switch change {
            case .task: break
            case .daily: if let path { state.read(path) }
            default: if let path { state.go(to: path) }
            }
            if case .delete = change { state.leaveDeleted() }
            state.message = message
        } catch {
            reload()
            state.message = (error as? any Failure).map { "\($0)" } ?? "\(error)"
        }
    }

    private mutating func askToDelete(_ path: BundlePath, _ keyboard: Keyboard) throws {
        guard asksToDelete else { return try make(.delete(path), keyboard) }
        let title = PrintableText.quoted(state.content.item(at: path)?.shownTitle ?? path.text)
        let broken = (try? notebook.brokenLinks(without: path)) ?? 0
        let breaks = broken > 0 ? " (breaks \(Wording.count(broken, "link")))" : ""
        state.dialog = .delete(path, question: "Move \(title) to the trash?" + breaks)
    }

    private mutating func open(_ address: String) {
        do {
            let isOpened = try DesktopBrowser(session).open(address)
            state.message = (isOpened ? "opened " : "no program here opens links: ") + address
        } catch {
            state.message = "\(error)"
        }
    }

    private mutating func neverAsk() {
        asksToDelete = false
        do {
            try session.settingsFile.change(now: session.notebookEnvironment.now()) { $0.confirmDelete = false }
        } catch {
            state.message = "\(error)"
        }
    }
}
