import NotebookBundle

/// Whether an editor runs until its file is closed.
///
/// Sources: the editors’ own `--help` and manual pages, and the commands in appendix C of Pro Git (“core.editor”).
enum EditorWait: Equatable {
    /// It runs until the user closes it.
    case always
    /// It runs until the user closes the file, since the command tells it so.
    case told
    /// It does so only with these words, which the command lacks.
    case lacks([String])
    /// It hands the file to another program.
    case never
    /// It is not known.
    case unknown

    /// What is known of a program.
    ///
    /// - Parameters:
    ///   - program: Its name, without a path.
    ///   - words: The words of the command after it.
    init(of program: String, _ words: [String]) {
        let name = program == "vim" && words.contains("-g") ? "gvim" : program
        if Self.inTerminal.contains(name) {
            self = words.contains { $0.hasPrefix("--remote") && !$0.contains("-wait") } ? .never : .always
        } else if Self.servers.contains(name) {
            self = words.contains("-n") || words.contains("--no-wait") ? .never : .always
        } else if let row = Self.withOption.first(where: { $0.names.contains(name) }) {
            if words.contains(where: row.isTold) {
                self = .told
            } else {
                self = words.contains { $0.hasPrefix("--remote") } ? .never : .lacks(row.adds)
            }
        } else {
            self = Self.openers.contains(name) ? .never : .unknown
        }
    }
}

extension EditorWait {
    /// Editors with an option to wait.
    private struct Row {
        let names: Set<String>
        /// The words to add.
        let adds: [String]
        /// The words that have the same meaning.
        let accepts: Set<String>

        func isTold(_ word: String) -> Bool {
            if accepts.contains(word) || accepts.contains("-f") && word.hasPrefix("--remote") && word.contains("-wait")
            {
                return true
            }
            // `open -Wn` is `open -W -n`.
            return adds.first == "-W" && word.hasPrefix("-") && !word.hasPrefix("--") && word.contains("W")
        }
    }

    /// Editors in the terminal, and commands that only show the text or accept it.
    private static let inTerminal: Set<String> = [
        "vi", "vim", "nvim", "view", "ex", "ed", "nvi", "elvis", "vis", "nano", "rnano", "pico", "micro", "hx", "helix",
        "kak", "joe", "jmacs", "jstar", "jpico", "jed", "ne", "mg", "mcedit", "tilde", "dte", "amp", "vim.basic",
        "vim.tiny", "vim.nox", "vim.gtk3", "vimx", "nano-tiny", "msedit", "emacs", "cat", "less", "more", "true",
        "false", ":",
    ]

    /// Editors that wait unless they are told not to.
    private static let servers: Set<String> = ["emacsclient", "emacsclient.emacs"]

    private static let withOption: [Row] =
        [
            Row(
                names: [
                    "code", "code-insiders", "code-oss", "codium", "vscodium", "codium-insiders", "cursor", "windsurf",
                    "positron", "atom", "pulsar", "subl", "sublime_text", "zed", "zeditor", "lapce", "gedit", "xed",
                    "mate",
                    "bbedit", "cot", "nova", "vimr",
                ], adds: ["--wait"], accepts: ["--wait", "-w"]),
            Row(
                names: [
                    "idea", "pycharm", "webstorm", "phpstorm", "goland", "clion", "rider", "rubymine", "rustrover",
                    "datagrip",
                ], adds: ["--wait"], accepts: ["--wait"]),
            Row(names: ["gvim", "mvim"], adds: ["-f"], accepts: ["-f", "--nofork"]),
            Row(names: ["nvim-qt"], adds: ["--nofork"], accepts: ["--nofork"]),
            Row(names: ["neovide"], adds: ["--no-fork"], accepts: ["--no-fork", "--nofork"]),
            Row(names: ["kate"], adds: ["--block"], accepts: ["--block", "-b"]),
            Row(names: ["gnome-text-editor"], adds: ["--standalone"], accepts: ["--standalone", "-s"]),
            Row(names: ["mousepad"], adds: ["--disable-server"], accepts: ["--disable-server"]),
            Row(names: ["geany"], adds: ["--new-instance"], accepts: ["--new-instance", "-i"]),
            Row(names: ["jedit"], adds: ["-wait"], accepts: ["-wait"]),
        ] + opening

    private static let opening =
        SystemCall.isApple ? [Row(names: ["open"], adds: ["-W", "-n"], accepts: ["--wait-apps"])] : []

    /// Programs that start others, chosen by the kind of the file.
    private static let openers: Set<String> = [
        "open", "xdg-open", "gio", "gnome-open", "kde-open", "kde-open5", "exo-open", "mimeopen", "run-mailcap",
        "wslview", "explorer", "cygstart", "start", "termux-open",
    ]
}

/// Notices when another program has saved a file.
struct FileWatch {
    private let path: String
    private var seen: FileIdentity?
    private var reported: FileIdentity?

    /// Watches a file from its current state on.
    init(_ path: String) {
        self.path = path
        seen = ExternalPath.identity(of: path)
        reported = seen
    }

    /// Whether the file has changed since it was last reported, and not since the previous call: then the program is
    /// probably done writing.
    mutating func hasSettled() -> Bool {
        let now = ExternalPath.identity(of: path)
        defer { seen = now }
        guard let now, now == seen, now != reported else { return false }
        reported = now
        return true
    }
}
