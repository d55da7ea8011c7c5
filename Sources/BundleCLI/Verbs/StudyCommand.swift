import NotebookBundle
import Synchronization

/// The verb ‘study’.
struct StudyCommand: Command {
    private static let folder = Option.path(
        "folder", "FOLDER", "Only cards in this folder, at any depth; if repeated, in any of these", kind: .folder)
    private static let tag = TagOption.option(
        "tag", "Only cards with this tag or one below it; if repeated, with all of them")
    private static let new = Option.number(
        "new", "COUNT", "New cards per day, instead of the setting studyNewCards", in: 0...9999)
    private static let ahead = Option(
        "ahead", "DAYS", "Also ask cards that are due in the next DAYS days (default 1)", valueIfAbsent: "1",
        expected: "a number of days from 1 to 365"
    ) { Int($0).flatMap { (1...365).contains($0) ? $0 : nil } }
    private static let cram = Flag(
        "cram", "Ask all cards until you remember them, whenever they are due, and record nothing")
    private static let suspend = Option(
        "suspend", "ITEM",
        "Only suspend a card: it is not asked until --release; without ITEM, all cards that the options select",
        valueIfAbsent: "", kind: .card)
    private static let bury = Option(
        "bury", "ITEM", "Only bury a card: it is not asked today; without ITEM, as for --suspend", valueIfAbsent: "",
        kind: .card)
    private static let release = Option(
        "release", "ITEM", "Only have a suspended or buried card asked again; without ITEM, as for --suspend",
        valueIfAbsent: "", kind: .card)
    private static let held = Flag("held", "Only list suspended and buried cards")
    private static let due = Flag("due", "Only list the cards to study now")
    private static let statistics = Flag("stats", "Only show your progress")
    private static let history = Option.path("history", "ITEM", "Only list the reviews of a card", kind: .card)
    private static let export = Flag(
        "export", "Only print all reviews as JSON Lines, for the optimizer of FSRS")
    private static let narrowing: [any Parameter] = [folder, tag, Common.filter]

    static let verb = Verb(
        "study", "Study flashcards: cards come back shortly before you would forget them",
        details: """
            Shows the front of a card; a key shows the back, and one of four keys says how well you remembered it: 1 again, 2
            hard, 3 good (or space), 4 easy. Cards that you forgot come back in the same session. u undoes the last answer, e
            edits the card, o opens its pictures, q quits. b buries a card until tomorrow, and s suspends it until ‘study --release’. Each answer is
            saved at once.

            {{c1::text}} on the front of a card is a gap to fill in, and so is ==text== on a card without a back; gaps with the
            same number are asked together. With reversed: true in the front matter, the card is also asked from back to front.

            FSRS-6 schedules the reviews. The notebook stores your progress, but not in the cards; archives leave it out unless
            you use ‘archive --with-study’. ‘config set studyProgress user’ stores it in your data folder instead.
            ‘config --help’ describes the other settings that begin with “study”.
            """,
        parameters: [
            Common.notebook, folder, tag, Common.filter, new, ahead, cram, due, held, statistics, history, suspend,
            bury,
            release, export, Common.json,
        ] + Common.reading,
        examples: [
            ("study Recipes", "asks you the cards that are due, and new ones"),
            ("study Recipes --folder Words --new 5", "only cards of a folder, and at most 5 new ones today"),
            ("study Recipes --due", "lists the cards to study now"),
            ("study Recipes --cram --tag exam", "all cards with a tag, without a trace in the schedule"),
            ("study Recipes --suspend --where \"title contains 'pie'\"", "suspends all cards that match a query"),
            ("study Recipes --stats --json", "your progress, for other programs"),
            ("study Recipes --export > reviews.jsonl", "your reviews, for the optimizer of FSRS"),
        ],
        statuses: [.finding: "there are no cards, or ITEM matches no item, or several"],
        partialNames: .acceptedAtTerminal(with: [suspend, bury, release])
    )

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        let holds: [any Parameter] = [Self.suspend, Self.bury, Self.release]
        let lists: [any Parameter] = [Self.due, Self.held, Self.statistics, Self.history, Self.export] + holds
        try arguments.requireAtMostOne(of: lists + [Self.cram])
        try arguments.requireAtMostOne(of: [Self.cram, Self.ahead])
        try refuseUnusedOptions(besides: [Self.held, Self.history, Self.export] + holds)
        if arguments[Common.json] {
            guard lists.contains(where: arguments.isGiven) else {
                throw UsageError.conflict("--json needs --due, --held, --stats or --history")
            }
            try arguments.requireAtMostOne(of: [Common.json, Self.export])
        }
        let kinds: [(Option<String>, StudyHold.Kind)] = [
            (Self.suspend, .suspend), (Self.bury, .bury), (Self.release, .release),
        ]
        if let (option, kind) = kinds.first(where: { arguments.isGiven($0.0) }) {
            return try hold(arguments.all(option), kind, option)
        }
        let (deck, notebook) = try load()
        try report(
            deck, besides: arguments.isGiven(Self.history) || arguments[Self.export], all: arguments[Self.due])
        let output = StudyLists(session, deck, printsJSON: arguments[Common.json])
        if arguments[Self.due] {
            try output.printDue()
        } else if arguments[Self.held] {
            try output.printHeld()
        } else if arguments[Self.statistics] {
            try output.printStatistics()
        } else if arguments[Self.export] {
            try output.printExport()
        } else if let word = arguments[Self.history] {
            let card = try notebook.item(word)
            guard card.type == .card else { throw NotACard(path: card.path) }
            try output.printHistory(of: card)
        } else {
            return try study(deck, notebook.description)
        }
        return .success
    }

    /// Refuses what narrows the cards if one is named, and what plans the day if a list does not depend on it.
    private func refuseUnusedOptions(besides unplanned: [any Parameter]) throws(UsageError) {
        for list in unplanned where arguments.isGiven(list) {
            let namesCard = arguments.words(of: list).contains { !$0.isEmpty }
            let planning: [any Parameter] = [Self.new, Self.ahead]
            for option in namesCard ? Self.narrowing + planning : planning {
                try arguments.requireAtMostOne(of: [option, list])
            }
        }
    }

    private var opener: NotebookOpener { NotebookOpener(arguments, session) }

    private var settings: StudySettings {
        var settings = session.settings.studySettings
        settings.newPerDay = arguments[Self.new] ?? settings.newPerDay
        return settings
    }
}

/// An item without reviews, since it is not a card.
private struct NotACard: ToolFailure {
    let path: BundlePath

    var isFinding: Bool { true }
    var description: String { "\(PrintableText.escaped(path.text)) is not a card" }
    var hint: String? { "‘bundle ls --cards’ lists the cards" }
}

/// There is nothing to study, now or later.
private struct NoCards: ToolFailure {
    let isPart: Bool

    var isFinding: Bool { true }
    var description: String { isPart ? "no card matches" : "the notebook has no cards to study" }
    var hint: String? {
        isPart ? "‘bundle ls --cards’ lists the cards" : "‘bundle add card’ adds one, with --front and --back"
    }
}

extension StudyCommand {
    /// Reads the selected cards and all reviews, those outside the notebook too.
    private func load() throws -> (deck: StudyDeck, notebook: NotebookListing) {
        try opener.read { snapshot in
            let listing = snapshot.listing
            let folders = try arguments.all(Self.folder).map { try listing.folder($0) }
            let tags = arguments.all(Self.tag)
            let itemTags = try tags.isEmpty ? .ofFrontMatter : listing.itemTags(snapshot.files)
            // An unknown tag is an error, as in lists.
            for tag in tags { _ = try listing.tag(tag.text, itemTags) }
            var items = listing.items.filter { item in
                item.type == .card && (folders.isEmpty || folders.contains { item.folder.isInside($0) })
                    && tags.allSatisfy { itemTags.has($0, item) }
            }
            if let query = try arguments[Common.filter].map(Queries.read) {
                items = try listing.select(items, query, in: Queries.context(session), files: snapshot.files)
            }
            let outside = try session.studyFolder?.logs(of: listing.description.uuid) ?? StudyRecords()
            let context = Queries.context(session)
            return (
                try snapshot.studyDeck(
                    of: items, besides: outside, settings, in: context, ahead: arguments[Self.ahead] ?? 0), listing
            )
        }
    }

    /// Reports lines that cannot be read, and cards that cannot be studied.
    ///
    /// - Parameter listsAll: Whether each card is named, and not only the first of several.
    private func report(_ deck: StudyDeck, besides isAboutReviews: Bool, all listsAll: Bool) throws {
        if let first = deck.unreadable.first {
            let count = Wording.count(deck.unreadable.count, "line")
            let hint = deck.hasConflictMarkers ? "; ‘\(session.tool) seal’ removes the conflict markers of git" : ""
            try session.note(
                "note: \(count) of the reviews cannot be read, the first at \(PrintableText.escaped(first.path)):\(first.line)\(hint)"
            )
        }
        guard !isAboutReviews else { return }
        let seal = "; ‘\(session.tool) seal’ gives one"
        try report(deck.withoutUUID, "has", "have", "no uuid and cannot be studied", hint: seal, all: listsAll)
        try report(deck.withoutAnswer, "has", "have", "no answer and cannot be studied", all: listsAll)
        try report(deck.gone, "is", "are", "listed, but the file is gone", all: listsAll)
    }

    /// Reports cards with a problem: the first and a count, or each.
    private func report(
        _ cards: [Item], _ verb: String, _ plural: String, _ problem: String, hint: String = "", all listsAll: Bool
    ) throws {
        guard let first = cards.first else { return }
        if listsAll || cards.count == 1 {
            for card in cards {
                try session.note("note: \(PrintableText.escaped(card.path.text)) \(verb) \(problem)\(hint)")
            }
        } else {
            let others = "and \(cards.count - 1) more \(plural)"
            try session.note(
                "note: \(PrintableText.escaped(first.path.text)) \(others) \(problem)\(hint); --due lists them")
        }
    }

    private func study(_ deck: StudyDeck, _ notebook: NotebookDescription) throws -> ExitStatus {
        guard !deck.queue.sides.isEmpty else {
            throw NoCards(isPart: Self.narrowing.contains(where: arguments.isGiven))
        }
        let now = session.notebookEnvironment.now()
        guard arguments[Self.cram] || deck.queue.next(at: now) != nil else {
            // A run that was killed may have left reviews that wait.
            try? recorder(notebook.uuid).recorder.finish()
            try session.printRow(StudyWording.nothingDue(deck.queue, at: now), wrappedWith: 2)
            return .success
        }
        let (recorder, opened) = try recorder(notebook.uuid)
        let source = StudyRun.Source(
            load: { try load().deck }, mark: { mark(of: opened, notebook.uuid) },
            faces: { side, card in try faces(of: side, of: card) },
            edit: { card in try edit(card) }, readOnly: opened.readOnly(for: session.tool),
            pictures: { text, card in try pictures(in: text, of: card) },
            bytes: { picture in
                try opener.read { snapshot in
                    try snapshot.blob(picture.path.text, limit: TerminalPictures.limit)
                }
            }, open: { picture in try open(picture, in: opened.directory) },
            keepsLineBreaks: session.keepsLineBreaks(notebook))
        var run = StudyRun(session, source, deck, recorder, crams: arguments[Self.cram])
        guard try run.run() else {
            throw UsageError.conflict("cannot study without a terminal; use --due to list what is due")
        }
        return .success
    }

    /// Suspends, buries or releases cards: those that are named, or all that the options select.
    private func hold(_ words: [String], _ kind: StudyHold.Kind, _ option: Option<String>) throws -> ExitStatus {
        let (deck, notebook) = try load()
        let named = try words.filter { !$0.isEmpty }.map { word in
            let item = try notebook.item(word)
            guard item.type == .card else { throw NotACard(path: item.path) }
            return item
        }
        guard !named.isEmpty || Self.narrowing.contains(where: arguments.isGiven) else {
            throw UsageError.conflict("\(option.form.key) needs an ITEM, or --folder, --tag or --where")
        }
        let now = session.notebookEnvironment.now()
        let cards = named.isEmpty ? deck.cards.values.sorted { $0.path < $1.path } : named
        let changed = cards.filter { card in
            guard let uuid = card.uuid else { return false }
            switch (kind, deck.queue.hold(of: uuid, at: now)) {
            case (.release, nil), (.suspend, .suspended), (.bury, .some): return false
            default: return true
            }
        }
        if !changed.isEmpty {
            let recorder = try recorder(notebook.description.uuid).recorder
            for uuid in changed.compactMap(\.uuid) {
                let id = session.notebookEnvironment.newUUID()
                try recorder.record(.hold(deck.queue.holding(uuid, kind, at: now, id: id)))
            }
            try recorder.finish()
        }
        if arguments[Common.json] {
            try StudyLists(session, try load().deck, printsJSON: true).printHeld()
        } else {
            let words: [StudyHold.Kind: String] = [.suspend: "suspended", .bury: "buried", .release: "released"]
            try session.print("\(words[kind] ?? "") \(Wording.count(changed.count, "card"))")
        }
        return cards.isEmpty ? .finding : .success
    }

    /// What records the reviews, and the notebook.
    private func recorder(
        _ uuid: UniqueIdentifier
    ) throws -> (recorder: StudyRecorder, notebook: NotebookSource) {
        let word = arguments[Common.notebook]
        guard word != Session.inputWord else {
            throw UsageError.conflict("cannot study an archive on standard input; use --due or --stats")
        }
        let notebook = try opener.source(word)
        let holder = settings.place == .notebook ? notebook.directory : nil
        return (try StudyRecorder(of: uuid, in: holder, session), notebook)
    }

    /// A mark that changes with the list of files, and with the reviews outside the notebook.
    private func mark(of source: NotebookSource, _ uuid: UniqueIdentifier) -> [FileIdentity?] {
        let manifest = source.directory.flatMap { notebook in
            ExternalPath.identity(of: ExternalPath.below(notebook.location, BundlePath.manifest.text))
        }
        return [manifest] + (session.studyFolder?.mark(of: uuid) ?? [])
    }

    /// What a side of a card shows now.
    private func faces(of side: StudySide, of card: Item) throws -> CardFaces {
        try opener.read { snapshot in try snapshot.faces(of: side, of: current(card, in: snapshot.listing)) }
    }

    /// A card where other programs may have moved it meanwhile.
    private func current(_ card: Item, in notebook: NotebookListing) throws(NotebookError) -> Item {
        if let same = notebook.item(at: card.path), same.uuid == card.uuid { return same }
        if let moved = notebook.items.first(where: { $0.uuid == card.uuid }) { return moved }
        let trashed = notebook.trashedItems.first { $0.uuid == card.uuid }
        throw trashed.map { NotebookError.inTrash($0.path) } ?? .noSuchItem(card.title, like: [])
    }

    /// The pictures that a text of a card shows, in its order.
    private func pictures(in text: String, of card: Item) throws -> [CardPicture] {
        let links = MarkdownDocument(Array(text.utf8)).links().filter { link in
            guard !link.isInComment else { return false }
            return switch link.kind {
            case .image, .referenceImage: true
            case .wikiLink(let wiki): wiki.isEmbed
            default: false
            }
        }
        guard !links.isEmpty else { return [] }
        return try opener.read { snapshot in
            let resolver = LinkResolver(snapshot.listing.manifest)
            let place = try current(card, in: snapshot.listing).path
            return links.compactMap { link in
                guard case .file(let path) = FoundLink.Name(link).target(resolver, from: place),
                    MediaType.isImage(path.name)
                else { return nil }
                return CardPicture(name: BlobName(path.name)?.readableName ?? String(path.name), path: path)
            }
        }
    }

    /// Opens a picture in the program of the desktop, and returns a message.
    private func open(_ picture: CardPicture, in directory: Notebook?) throws -> String {
        let name = PrintableText.quoted(picture.name)
        guard let directory else { return "\(name) is in an archive; ‘\(session.tool) extract’ takes it out" }
        // A browser, which some desktops open them with, would run its scripts.
        guard !picture.name.lowercased().hasSuffix(".svg") else { return "\(name) is not opened: SVG can run scripts" }
        let isOpened = try DesktopBrowser(session).open(directory.location + "/" + picture.path.text)
        return isOpened ? "opened \(name)" : "no program here opens pictures"
    }

    /// Lets the user edit a card, as ‘edit’ does, but prints nothing between the cards; gives what it has to say.
    private func edit(_ card: Item) throws -> String {
        let path = try opener.read { snapshot in try current(card, in: snapshot.listing).path }
        let words = [arguments[Common.notebook], path.text]
        let verb = EditCommand.verb
        let arguments = try Arguments(words, to: verb.parameters, of: verb.name, DefaultNotebook(session))
        let said = Mutex<[UInt8]>([])
        let quiet = session.saying(output: { _ in }, errors: { bytes in said.withLock { $0 += bytes } })
        _ = try EditCommand(arguments: arguments, session: quiet).run()
        let lines = String(decoding: said.withLock { $0 }, as: UTF8.self).split(separator: "\n")
        return lines.joined(separator: "; ")
    }
}
