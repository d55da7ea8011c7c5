/// What ‘git-setup’ writes for git: attributes, configuration and hooks.
enum GitWords {
    /// The name of the file of attributes in a notebook.
    static let attributesFile = ".gitattributes"

    /// The lines in the `.gitattributes` of a notebook (gitattributes(5)).
    static let attributes = [
        "* -text",
        "*.md merge=notebundle diff=notebundle",
        "/notebook.json merge=notebundle",
        "/manifest.json merge=notebundle diff=notebundle-manifest",
        "/extras/org.notebundle.study/** merge=notebundle",
    ]

    /// The sections of the configuration.
    static let sections = ["merge.notebundle", "diff.notebundle", "diff.notebundle-manifest"]

    /// The keys of a clone’s configuration, and their values.
    ///
    /// - Parameter tool: The path of the tool.
    static func configuration(tool: String) -> [(key: String, value: String)] {
        [
            ("merge.notebundle.name", "notebooks (bundle merge-driver)"),
            ("merge.notebundle.driver", driver(tool)),
            ("diff.notebundle.xfuncname", "^(title:.*|#{1,6}[ \t].*)$"),
            ("diff.notebundle.wordRegex", "[^[:space:][:punct:]]+|[[:punct:]]"),
            ("diff.notebundle-manifest.textconv", shortManifest),
            ("diff.notebundle-manifest.cachetextconv", "false"),
        ]
    }

    /// The driver; if the tool is missing or cannot merge, git merges line by line, as without a driver.
    private static func driver(_ tool: String) -> String {
        """
        \(finding(tool)); s=127; if \(isFound); then "$t" merge-driver -- %O %A %B %P; s=$?; fi; [ $s -gt 1 ] || exit $s; \
        echo %P": not merged by bundle, but line by line" >&2; \
        git merge-file -q -L mine -L base -L theirs %A %O %B || exit 1
        """
    }

    private static let isFound = "[ \"$t\" = bundle ] || [ -x \"$t\" ]"

    /// Finds the tool by its path, or else by its name, unless another program has that name.
    private static func finding(_ tool: String) -> String {
        let name = "bundle --version 2>/dev/null | grep -q ', format '"
        return "t=\(ShellWord.quoted(tool)); [ -x \"$t\" ] || { ! \(name) || t=bundle; }"
    }

    /// Shows each entry of a manifest as `PATH  SIZE  DIGEST`, and other lines as they are.
    ///
    /// Works without the tool, on any text.
    private static let shortManifest =
        #"sed -e 's/^ *{"path": "\([^"]*\)", "type": "[a-z]*", "size": \([0-9]*\), "sha256": "\([0-9a-f]\{12\}\).*$/\1  \2  \3/'"#

    /// The lines of a hook.
    ///
    /// A hook before the commit can cancel it; the others only report.
    static func hook(_ hook: GitHook, tool: String) -> [String] {
        let condition =
            switch hook {
            case .preCommit, .postCommit: ":"
            // Not for a squash, which commits nothing, and not for an amended commit.
            case .postMerge: "[ \"$1\" = 0 ]"
            case .postRewrite: "[ \"$1\" = rebase ]"
            }
        return [
            finding(tool),
            "if ! \(condition); then :",
            "elif \(isFound); then",
            "    \"$t\" git-setup --hook \(hook.rawValue) </dev/null || \(hook == .preCommit ? "exit $?" : ":")",
            "else",
            "    echo \"\(hook.rawValue): $t is not there; notebooks in this commit may not be sealed\" >&2",
            "fi",
        ]
    }
}
