import NotebookBundle

/// The digest that the file of an item must have for a change, so that a script never overwrites what it has not read.
struct Expectation {
    static let option = Option<Digest>(
        "expect", "DIGEST", "Change nothing unless the file of the item has this SHA-256 digest (‘sha256’ of --json)",
        expected: "64 hexadecimal digits"
    ) { Digest(hexadecimal: $0.lowercased()) }

    /// What --json prints if the file has another digest.
    private struct Answer: JSONRow {
        let changed: Changed

        struct Changed: JSONRow {
            let path: String
            let sha256: String
        }
    }

    /// Whether a change depends on a digest.
    var isGiven: Bool { expected != nil }

    private let expected: Digest?
    private let arguments: Arguments
    private let session: Session

    init(_ arguments: Arguments, _ session: Session) {
        expected = arguments[Self.option]
        (self.arguments, self.session) = (arguments, session)
    }

    /// The error for a change of several items, or of none.
    static func needsOne(not count: Int) -> UsageError {
        .conflict("\(option.form.key) needs a single item, not \(count)")
    }

    /// Makes sure that an item has the expected digest, before a draft changes it.
    ///
    /// - Throws: `ChangedSince` if it has another one; with --json, the answer has it as well.
    func check(_ item: Item, in draft: borrowing Draft) throws {
        if isGiven { try check([item], try draft.tree()) }
    }

    /// Makes sure that the only one of some items has the expected digest.
    func check(_ items: [Item], _ files: any FileTree) throws {
        guard let expected else { return }
        guard let item = items.first, items.count == 1 else {
            throw Self.needsOne(not: items.count)
        }
        guard let bytes = try files.content(of: item.path, limit: ItemFile.maximumBytes) else {
            throw NotebookError.gone(item.path)
        }
        let digest = Digest.of(bytes)
        guard digest != expected else { return }
        if arguments[Common.json] {
            try session.printJSON(Answer(changed: .init(path: item.path.text, sha256: digest.description)))
        }
        throw ChangedSince(path: item.path, digest: digest)
    }
}

/// An item has changed since a script read it.
private struct ChangedSince: ToolFailure {
    let path: BundlePath
    let digest: Digest

    var isFinding: Bool { true }
    var description: String { "\(PrintableText.escaped(path.text)) has changed: its digest is now \(digest)" }
    var hint: String? { "nothing was written; read it again with ‘bundle show --json’" }
}
