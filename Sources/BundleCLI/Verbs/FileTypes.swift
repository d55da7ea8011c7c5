import NotebookBundle

/// The types of notebook archives for desktops (Format, clause 21.3), as freedesktop.org's “Shared MIME-info Database”
/// specifies them.
///
/// Desktops know a directory as a directory whatever its name, so the notebook itself has no type there.
enum FileTypes {
    /// The name of the icon.
    static let icon = "application-vnd.notebundle"

    /// The package of types, in XML.
    static let xml = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!-- \(SetupFile.marker) -->
        <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
        \(type("vnd.notebundle+zip", "zip") { !$0.isTar })
        \(type("x-notebundle-tar", "tar") { $0.isTar && $0.levels == nil })
        \(type("x-notebundle-compressed-tar", "compressed tar") { $0.isTar && $0.levels != nil })
        </mime-info>

        """

    /// The type of the notebook archives of some formats.
    private static func type(_ name: String, _ label: String, _ isOfType: (ArchiveFormat) -> Bool) -> String {
        let formats = ArchiveFormat.allCases.filter(isOfType)
        let parents = formats.map { "    <sub-class-of type=\"\($0.mediaType)\"/>" }
        let names = formats.map { "    <glob pattern=\"*.notebundle.\($0.fileNameEnding)\" weight=\"60\"/>" }
        return
            ([
                "  <mime-type type=\"application/\(name)\">",
                "    <comment>Notebook (\(label))</comment>",
            ] + parents + names + ["    <icon name=\"\(icon)\"/>", "  </mime-type>"]).joined(separator: "\n")
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
