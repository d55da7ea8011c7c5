import NotebookBundle

/// Parameters that many verbs have.
enum Common {
    static let notebook = NotebookParameter(
        "The notebook: a .notebundle directory or an archive of one (‘-’: on standard input)", takesArchives: true)
    static let bundle = NotebookParameter("The notebook: a .notebundle directory", takesArchives: false)
    static let item = Positional(
        "ITEM", "The item: a path, name, title or part of one, or the beginning of a uuid", kind: .item)
    static let someItems = Positional(
        "ITEM", "The items: paths, names, titles, or beginnings of uuids; ‘-’ reads a list from standard input",
        kind: .item, isRequired: false, isRepeated: true, unless: query)
    static let query = Option("where", "QUERY", "All items that match a query (see ‘explain query’)", kind: .query)
    static let dryRun = Flag("dry-run", "Change nothing; show what would change, as a diff for ‘git apply’")
    static let json = Flag("json", "Print JSON (see ‘explain json’)")
    static let yes = Flag("yes", "Do not ask")
    static let noPager = Flag("no-pager", "Do not show long output with the pager")
    static let noCache = Flag("no-cache", "Read every file, and do not use or write the cache")
    static let noLock = Flag("no-lock", "Do not lock the notebook, for media without locks")
    static let wait = Option.number(
        "wait", "SECONDS", "Seconds to wait for other users of the notebook (default 10)", in: 0...86_400)
    static let passwordFile = Option.path(
        "password-file", "FILE", "Read the password of an encrypted zip from the first line of this file")
    static let passwordDescriptor = Option<Int32>(
        "password-fd", "N", "Read the password of an encrypted zip from file descriptor N"
    ) { text in Int32(text).flatMap { $0 >= 0 ? $0 : nil } }
    /// Parameters of verbs that read archives.
    static let secrets: [any Parameter] = [passwordFile, passwordDescriptor]
    static let locking: [any Parameter] = [wait, noLock]
    /// Parameters of verbs that read notebooks, wherever they are.
    static let reading = secrets + locking
}
