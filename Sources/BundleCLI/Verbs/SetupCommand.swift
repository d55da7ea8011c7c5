import NotebookBundle
import TerminalIO

/// The verb ‘setup’.
struct SetupCommand: Command {
    private static let prefix = Option.path(
        "prefix", "DIR", "Install into DIR/share (default: your data folder, ~/.local/share)")
    private static let remove = Flag("remove", "Remove what ‘setup’ installed")
    private static let dryRun = Flag("dry-run", "Change nothing; print the paths")

    static let verb = Verb(
        "setup", "Install the manual pages, completions and desktop files of the tool",
        details: """
            Installs a manual page for the tool and for each verb (‘man bundle-ls’), completion scripts for bash, zsh and fish,
            and, on Linux, the file type of notebook archives, their icon, and what makes a double-click show them in the
            browser (‘bundle view’). Run it again after an update. Never replaces or removes files of other programs.

            bash needs the package bash-completion; zsh needs DIR/share/zsh/site-functions in its fpath, where those of /usr
            and /usr/local already are.
            """,
        parameters: [prefix, remove, dryRun, Common.json],
        examples: [
            ("setup", "installs everything for the current user"),
            ("setup --prefix /usr/local", "installs for all users"),
            ("setup --remove", "removes the installed files"),
        ],
        statuses: [.finding: "a file of another program is in the way"]
    )

    /// What --json prints.
    private struct Answer: JSONRow {
        struct Installation: JSONRow {
            /// The data folder.
            let folder: String
            /// The paths of the files.
            let files: [String]
            let isRemoved: Bool
        }

        let installation: Installation
    }

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        let data = try data()
        let files = SetupFile.all(
            session.verbs, tool: session.tool, desktopProgram: Self.hasDesktopTypes ? program(beside: data) : nil)
        let isRemoved = arguments[Self.remove]
        var present: [SetupFile] = []
        for file in files {
            let place = data.subpath(file.path)
            guard place.exists else { continue }
            present.append(file)
            let text = try ExternalFiles(session).read(place.path, limit: Self.maximumBytes)
            guard String(decoding: text, as: UTF8.self).contains(SetupFile.marker) else {
                throw SetupFailure.foreign(session.displayed(place.path), isRemoved: isRemoved)
            }
        }
        let affected = isRemoved ? present : files
        if !arguments[Self.dryRun] {
            for file in affected { try carryOut(file, at: data.subpath(file.path)) }
            if !affected.isEmpty { try refreshDesktop(data) }
            if isRemoved { removeRemains(of: affected, in: data) }
        }
        if arguments[Common.json] {
            let paths = affected.map { data.subpath($0.path).path }
            try session.printJSON(
                Answer(
                    installation: .init(folder: data.path, files: paths, isRemoved: isRemoved)))
        } else if arguments[Self.dryRun] {
            for file in affected { try session.print(session.displayed(data.subpath(file.path).path)) }
        } else {
            try session.printSentence(summary(affected, in: data))
        }
        return .success
    }
}

extension SetupCommand {
    /// The status of env(1) for a program that does not exist.
    private static let statusNotFound: Int32 = 127

    /// No file of a setup is larger.
    private static let maximumBytes = 1 << 20

    /// Whether desktops of freedesktop.org run here.
    private static var hasDesktopTypes: Bool { !SystemCall.isApple }

    /// The data folder of the installation.
    private func data() throws(UsageError) -> FileLocation {
        let environment = session.terminal.environment
        if let prefix = arguments[Self.prefix] { return FileLocation(path: session.absolute(prefix)).subpath("share") }
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return FileLocation(path: data) }
        guard let home = environment["HOME"], home.hasPrefix("/") else { throw .missing("--prefix") }
        return FileLocation(path: home).subpath(".local", "share")
    }

    /// The path of the tool for desktops, whose search path is another than that of shells; just its name for a package
    /// that is made.
    private func program(beside data: FileLocation) -> String {
        guard arguments[Self.prefix] != nil else { return session.terminal.toolPath }
        let installed = data.parent.subpath("bin", session.tool)
        return installed.exists ? installed.path : session.tool
    }

    private func carryOut(_ file: SetupFile, at place: FileLocation) throws {
        if arguments[Self.remove] {
            try place.remove()
        } else {
            try place.parent.create()
            try ExternalFiles(session).replace(place.path, with: file.text)
        }
    }

    /// Makes the desktop reload the types and icons.
    private func refreshDesktop(_ data: FileLocation) throws {
        guard Self.hasDesktopTypes else { return }
        var commands = [
            ["update-mime-database", data.subpath("mime").path],
            ["update-desktop-database", "-q", data.subpath("applications").path],
        ]
        let icons = data.subpath("icons", "hicolor")
        if icons.subpath("icon-theme.cache").exists { commands.append(["gtk-update-icon-cache", "-qtf", icons.path]) }
        for command in commands {
            // Without these programs there is no desktop that would read the file type, and env(1) may be missing, too.
            guard let result = try? session.terminal.run(command, data.path),
                ![0, Self.statusNotFound].contains(result.status)
            else { continue }
            try session.note(
                "note: \(command[0]) failed, and your desktop may not know the file type: \(result.errors)")
        }
    }

    /// What update-mime-database makes from the files in `packages` (shared-mime-info 0.22, 2.3).
    private static let madeOfTypes = [
        "types", "globs", "globs2", "magic", "subclasses", "aliases", "icons", "generic-icons", "XMLnamespaces",
        "treemagic", "mime.cache", "version",
    ]

    /// Removes what the desktop made from the removed files, and folders that are now empty.
    private func removeRemains(of files: [SetupFile], in data: FileLocation) {
        let types = data.subpath("mime")
        if files.contains(where: { $0.path.first == "mime" }), names(in: types.subpath("packages")) == [] {
            for name in Self.madeOfTypes { try? types.subpath(name).remove() }
            for name in names(in: types) ?? [] where name != "packages" { removeIfEmpty(types.subpath(name)) }
        }
        // What update-desktop-database makes.
        let applications = data.subpath("applications")
        if names(in: applications) == ["mimeinfo.cache"] { try? applications.subpath("mimeinfo.cache").remove() }
        for file in files {
            for count in stride(from: file.path.count - 1, to: 0, by: -1) {
                removeIfEmpty(data.subpath(Array(file.path.prefix(count))))
            }
        }
    }

    private func names(in place: FileLocation) -> [String]? {
        try? DirectoryFiles(place.path).list(.root).map { String(decoding: $0.name, as: UTF8.self) }
    }

    private func removeIfEmpty(_ place: FileLocation) { if names(in: place) == [] { try? place.remove() } }

    private func summary(_ files: [SetupFile], in data: FileLocation) -> String {
        let counts = SetupFile.Kind.allCases.compactMap { kind in
            let count = files.count { $0.kind == kind }
            return count > 0 ? Wording.count(count, kind.rawValue) : nil
        }
        guard !counts.isEmpty else { return "nothing is installed in \(session.displayedFromHome(data.path))" }
        let list = Wording.list(counts, "and")
        return arguments[Self.remove]
            ? "removed \(list) from \(session.displayedFromHome(data.path))"
            : "installed \(list) in \(session.displayedFromHome(data.path))"
    }
}

/// Why the tool cannot be set up.
private enum SetupFailure: ToolFailure {
    case foreign(String, isRemoved: Bool)

    var description: String {
        switch self {
        case .foreign(let path, let isRemoved):
            "cannot \(isRemoved ? "remove" : "replace") \(path): another program installed it; nothing was changed"
        }
    }

    var hint: String? { "install the tool under another name, such as ‘notebundle’, or use another --prefix" }

    var isFinding: Bool { true }
}

/// A file that belongs to an installation of the tool: a manual page, a completion script, a file type, a desktop file or
/// an icon.
struct SetupFile {
    /// The kinds of files, as the answer counts them.
    enum Kind: String, CaseIterable {
        case manualPage = "manual page"
        case completion = "completion script"
        case fileType = "file type"
        case desktopFile = "desktop file"
        case icon
    }

    let kind: Kind
    /// The path below the data folder (`share`).
    let path: [String]
    let text: String

    /// A text in each of the files, so that files of other programs are never replaced.
    static let marker = "installed by setup of the notebundle tool"

    /// The files for a tool of this name.
    ///
    /// - Parameter program: The path of the tool, or its name if it is in the search path, for freedesktop.org's desktops;
    ///   `nil` on others.
    static func all(_ verbs: [Verb], tool: String, desktopProgram program: String?) -> [SetupFile] {
        let pages = [ManualPage(of: verbs, tool: tool)] + verbs.map { ManualPage(of: $0, tool: tool) }
        let manual = pages.map { page in
            SetupFile(kind: .manualPage, path: ["man", "man1", page.name + ".1"], text: page.text)
        }
        let completions = CompletionScript.all.map { script in
            SetupFile(
                kind: .completion, path: script.place(for: tool),
                text: script.text(for: tool) + "# \(marker)\n")
        }
        let desktop = program.map { program in
            [
                SetupFile(kind: .fileType, path: ["mime", "packages", "org.notebundle.xml"], text: FileTypes.xml),
                SetupFile(
                    kind: .desktopFile, path: ["applications", DesktopFiles.identifier + ".desktop"],
                    text: DesktopFiles.entry(for: program)),
                SetupFile(
                    kind: .desktopFile, path: ["metainfo", DesktopFiles.identifier + ".metainfo.xml"],
                    text: DesktopFiles.description(of: tool)),
                icon("mimetypes", FileTypes.icon), icon("apps", DesktopFiles.identifier),
            ]
        }
        return manual + completions + (desktop ?? [])
    }

    private static func icon(_ context: String, _ name: String) -> SetupFile {
        SetupFile(kind: .icon, path: ["icons", "hicolor", "scalable", context, name + ".svg"], text: FileTypes.svg)
    }
}
