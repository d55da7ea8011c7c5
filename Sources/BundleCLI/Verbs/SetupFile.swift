/// A file that belongs to an installation of the tool: a manual page, a completion script, a file type, a desktop file or
/// an icon.
struct SetupFile {
    /// The kinds of files, as the answer counts them.
    enum Kind: String, Encodable, CaseIterable {
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
