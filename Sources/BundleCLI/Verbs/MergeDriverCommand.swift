import NotebookBundle

/// The verb ‘merge-driver’.
struct MergeDriverCommand: Command {
    private static let base = Positional("BASE", "The version of the common ancestor (%O); empty if there is none")
    private static let mine = Positional("MINE", "The version of this side (%A); the merge replaces it")
    private static let theirs = Positional("THEIRS", "The version of the other side (%B)")
    private static let path = Positional("PATH", "The path of the file in the repository (%P), which tells its kind")

    static let verb = Verb(
        "merge-driver", "Merge two versions of a notebook’s file, for git",
        details: """
            ‘git-setup’ makes it the merge driver of a repository (gitattributes(5)). Merges the front matter of items key by
            key, their texts by lines and words, notebook.json by values, review logs by lines, and manifest.json by entries: if
            both sides of a notebook are sealed, so is the result. Conflicts stay in the file, both versions between conflict
            markers.
            """,
        parameters: [base, mine, theirs, path],
        examples: [("merge-driver -- %O %A %B %P", "merges one file, as git’s configuration calls it")],
        statuses: [.finding: "there are conflicts, marked in the file, or a manifest cannot be read"],
        answersByStatus: true
    )

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        let files = [Self.base, Self.mine, Self.theirs].map { arguments[$0] }
        let versions = try files.map { try ExternalFiles(session).read($0, limit: Self.maximumBytes) }
        let path = arguments[Self.path]
        guard ExternalPath.name(of: path) != "manifest.json" else {
            let known = zip(files, versions).map { ManifestMerge.Version(file: $0, bytes: $1) }
            // After a failure, git would merge it line by line.
            guard
                let merged = try ManifestMerge(session: session, path: path).merged(
                    base: known[0], mine: known[1], theirs: known[2])
            else { return .finding }
            try ExternalFiles(session).replace(files[1], with: merged)
            return .success
        }
        // For a file that both sides have added, git gives an empty ancestor.
        let base = versions[0].isEmpty ? nil : versions[0]
        let merged = MergedContent(
            MergedContent.Kind(path), base: base, mine: versions[1], theirs: versions[2],
            labels: MergeLabels.of(versions[1], versions[2], session),
            joined: base == nil ? joined(versions[1], versions[2], at: path) : nil)
        try ExternalFiles(session).replace(files[1], with: merged.bytes)
        guard merged.conflicts > 0 else { return .success }
        let shown = PrintableText.escaped(path)
        try session.note("\(session.tool): \(Wording.count(merged.conflicts, "conflict")) in \(shown)")
        return .finding
    }

    /// What is known of an item that both sides made, if it is a daily note.
    private func joined(_ mine: [UInt8], _ theirs: [UInt8], at path: String) -> MergedContent.Joined? {
        guard let start = path.firstRange(of: /(^|\/)notes\//) else { return nil }
        let folder = String(path[..<start.lowerBound])
        let file = path[start].hasPrefix("/") ? path[path.index(after: start.lowerBound)...] : path[start.lowerBound...]
        return DailyMerge(folder, session)?.joined(mine, theirs, at: String(file))
    }

    /// The largest file that is merged: that of a log.
    private static let maximumBytes = 256 << 20
}
