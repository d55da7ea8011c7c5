import Archives

/// The types of notebook archives for desktops, as freedesktop.org's “Shared MIME-info Database” specifies them.
///
/// Desktops know a directory as a directory whatever its name, so the notebook itself has no type there.
enum FileTypes {
    /// The name of the icon.
    static let icon = "application-x-notebundle"

    /// The package of types, in XML.
    static var xml: String {
        let types = ArchiveFormat.allCases.map { format in
            """
              <mime-type type="\(name(of: format))">
                <comment>notebook archive (\(format.fileNameEnding))</comment>
                <sub-class-of type="\(container(of: format))"/>
                <glob pattern="*.notebundle.\(format.fileNameEnding)" weight="80"/>
                <icon name="\(icon)"/>
              </mime-type>

            """
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <!-- \(SetupFile.marker) -->
            <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
            \(types.joined())</mime-info>

            """
    }

    /// The type of a notebook's archive.
    private static func name(of format: ArchiveFormat) -> String {
        "application/x-notebundle+" + format.fileNameEnding.replacing(".", with: "-")
    }

    /// The type of any archive of this format.
    private static func container(of format: ArchiveFormat) -> String {
        switch format {
        case .zip: "application/zip"
        case .tarGzip: "application/x-compressed-tar"
        case .tarZstandard: "application/x-zstd-compressed-tar"
        case .tarXZ: "application/x-xz-compressed-tar"
        default: "application/x-tar"
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
