import NotebookBundle

/// The types of notebook archives for desktops (Format, clause 19.3), as freedesktop.org's “Shared MIME-info Database”
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
