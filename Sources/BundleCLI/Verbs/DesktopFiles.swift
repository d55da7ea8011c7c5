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

/// The types of notebook archives for desktops (Format, clause D.3), as freedesktop.org's “Shared MIME-info Database”
/// specifies them.
///
/// Desktops know a directory as a directory whatever its name, so the notebook itself has no type there.
enum FileTypes {
    /// The name of the icon.
    static let icon = "application-vnd.notebundle"

    /// The names of the types.
    static let names = types.map { "application/" + $0.name }

    /// The package of types, in XML.
    static let xml = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!-- \(SetupFile.marker) -->
        <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
        \(types.map(\.xml).joined(separator: "\n"))
        </mime-info>

        """

    private static let types = [
        Kind(name: "vnd.notebundle+zip", label: "zip", start: zipStart) { !$0.isTar },
        Kind(name: "x-notebundle-tar", label: "tar", start: tarStart) { $0.isTar && $0.levels == nil },
        Kind(name: "x-notebundle-compressed-tar", label: "compressed tar", start: nil) {
            $0.isTar && $0.levels != nil
        },
    ]

    /// A zip whose first member is the manifest: its path begins at 30.
    private static let zipStart = """
              <match type="string" value="PK\\003\\004" offset="0">
                <match type="string" value=".notebundle/manifest.json" offset="31:286"/>
              </match>
        """

    /// A tar likewise: the path is in the field of the name, in those of prefix and name, or in an extended header.
    private static let tarStart = """
              <match type="string" value="ustar" offset="257">
                <match type="string" value=".notebundle/manifest.json" offset="1:75"/>
                <match type="string" value="manifest.json\\0" offset="0">
                  <match type="string" value=".notebundle\\0" offset="346:488"/>
                </match>
                <match type="byte" value="120" offset="156">
                  <match type="string" value=".notebundle/manifest.json\\n" offset="512:1024"/>
                </match>
              </match>
        """

    /// The type of the notebook archives of some formats.
    private struct Kind {
        let name: String
        let label: String
        /// How their bytes begin, if that tells them from other archives.
        let start: String?
        let isOfType: @Sendable (ArchiveFormat) -> Bool

        var xml: String {
            let formats = ArchiveFormat.allCases.filter(isOfType)
            let parents = formats.map { "    <sub-class-of type=\"\($0.mediaType)\"/>" }
            let names = formats.map { "    <glob pattern=\"*.notebundle.\($0.fileNameEnding)\" weight=\"60\"/>" }
            // A second type for the ending makes desktops look into the file.
            let endings = (start == nil ? [] : formats).map {
                "    <glob pattern=\"*.\($0.fileNameEnding)\" weight=\"10\"/>"
            }
            let magic = start.map { ["    <magic priority=\"80\">", $0, "    </magic>"] } ?? []
            return
                ([
                    "  <mime-type type=\"application/\(name)\">",
                    "    <comment>Notebook (\(label))</comment>",
                ] + parents + names + endings + magic + ["    <icon name=\"\(icon)\"/>", "  </mime-type>"])
                .joined(separator: "\n")
        }
    }

    /// The icon: a notebook with a ribbon.
    static let svg = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!-- \(SetupFile.marker) -->
        <svg xmlns="http://www.w3.org/2000/svg" width="128" height="128" viewBox="0 0 128 128">
          <rect x="22" y="10" width="86" height="108" rx="8" fill="#1f5f5b"/>
          <rect x="32" y="10" width="76" height="108" rx="8" fill="#2f8f83"/>
          <rect x="44" y="26" width="52" height="34" rx="4" fill="#f6f1e3"/>
          <path d="M51 37h38M51 48h26" stroke="#8a8474" stroke-width="4" stroke-linecap="round"/>
          <path d="M82 76v42l-8-7-8 7V76z" fill="#e0a33a"/>
          <g fill="none" stroke="#d8d4c8" stroke-width="5" stroke-linecap="round">
            <path d="M16 28h14M16 46h14M16 64h14M16 82h14M16 100h14"/>
          </g>
        </svg>

        """
}
