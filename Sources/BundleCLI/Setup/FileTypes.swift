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
          <mime-type type="application/vnd.notebundle+zip">
            <comment>Notebook (zip)</comment>
            <sub-class-of type="application/zip"/>
            <glob pattern="*.notebundle.zip" weight="60"/>
            <icon name="\(icon)"/>
          </mime-type>
          <mime-type type="application/x-notebundle-tar">
            <comment>Notebook (tar)</comment>
            <sub-class-of type="application/x-tar"/>
            <glob pattern="*.notebundle.tar" weight="60"/>
            <icon name="\(icon)"/>
          </mime-type>
          <mime-type type="application/x-notebundle-compressed-tar">
            <comment>Notebook (compressed tar)</comment>
            <sub-class-of type="application/x-compressed-tar"/>
            <sub-class-of type="application/x-zstd-compressed-tar"/>
            <sub-class-of type="application/x-xz-compressed-tar"/>
            <glob pattern="*.notebundle.tar.gz" weight="60"/>
            <glob pattern="*.notebundle.tar.zst" weight="60"/>
            <glob pattern="*.notebundle.tar.xz" weight="60"/>
            <icon name="\(icon)"/>
          </mime-type>
        </mime-info>

        """

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
