import NotebookBundle

/// What desktops of freedesktop.org need to open a notebook's archive as a page.
enum DesktopFiles {
    /// The identifier of the application, which names its files.
    static let identifier = "org.notebundle.bundle"

    /// The seconds after which a page is closed; browsers let pages that are hidden act once a minute.
    private static let idleSeconds = 75

    /// The desktop entry.
    ///
    /// It is not in menus, since it needs a file to open.
    ///
    /// - Parameter program: The path of the tool, or its name if it is in the search path.
    static func entry(for program: String) -> String {
        """
        # \(SetupFile.marker)
        [Desktop Entry]
        Type=Application
        Version=1.0
        Name=Notebook Viewer
        Comment=Read an archive of a notebook in the web browser
        TryExec=\(program.replacing("\\", with: "\\\\"))
        Exec=\(quoted(program)) view --idle \(idleSeconds) %f
        Icon=\(identifier)
        Terminal=false
        NoDisplay=true
        MimeType=\(FileTypes.names.map { $0 + ";" }.joined())

        """
    }

    /// An argument as the key Exec has it: in quotation marks if it needs them, escaped there and as any value.
    private static func quoted(_ path: String) -> String {
        let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+".utf8)
        guard path.utf8.contains(where: { !plain.contains($0) }) else { return path }
        let escaped = path.map { character in
            switch character {
            case "\"", "`", "$": "\\\\\(character)"
            case "\\": "\\\\\\\\"
            case "%": "%%"
            default: "\(character)"
            }
        }
        return "\"\(escaped.joined())\""
    }

    /// What software centres say about the application (AppStream).
    static func description(of tool: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!-- \(SetupFile.marker) -->
        <component type="desktop-application">
          <id>\(identifier)</id>
          <metadata_license>MIT</metadata_license>
          <project_license>MIT</project_license>
          <name>Notebook Viewer</name>
          <summary>Read notebooks of Markdown files that you were sent</summary>
          <description>
            <p>Shows an archive of a notebook (.notebundle.zip or .tar) as a page in the web browser, with its notes, flashcards,
            pictures and links, and changes nothing. In a terminal, the same program creates, edits, validates, merges and
            archives notebooks.</p>
          </description>
          <launchable type="desktop-id">\(identifier).desktop</launchable>
          <url type="homepage">https://notebundle.org</url>
          <content_rating type="oars-1.1"/>
          <provides>
            <binary>\(tool)</binary>
        \(FileTypes.names.map { "    <mediatype>\($0)</mediatype>" }.joined(separator: "\n"))
          </provides>
        </component>

        """
    }
}
