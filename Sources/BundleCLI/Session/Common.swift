import NotebookBundle

/// Parameters that many verbs have.
enum Common {
    static let notebook = Positional(
        "NOTEBOOK", "The notebook: a .notebundle directory or an archive of one (‘-’: on standard input)")
    static let bundle = Positional("NOTEBOOK", "The notebook: a .notebundle directory")
    static let item = Positional("ITEM", "The item: a path, name, title, or the beginning of a uuid")
    static let items = Positional("ITEM", "The items: paths, names, titles, or beginnings of uuids", isRepeated: true)
    static let json = Flag("json", "Print JSON (docs/CLI.md describes it)")
    static let yes = Flag("yes", "Do not ask")
    static let noLock = Flag("no-lock", "Do not lock the notebook, for media that cannot")
    static let wait = Option("wait", "SECONDS", "Wait so long for others who use the notebook (default 10)") { text in
        Int(text).flatMap { $0 >= 0 && $0 <= 86_400 ? $0 : nil }
    }
    static let locking: [any Parameter] = [wait, noLock]
}
