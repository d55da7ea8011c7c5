/// Whether a terminal supports links in text (OSC 8), judging by its environment.
enum Hyperlinks {
    /// Terminals that name themselves in `TERM_PROGRAM`.
    private static let programs: Set<String> = [
        "iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "Tabby", "rio", "WarpTerminal",
    ]
    /// The beginnings of `TERM` of others.
    private static let terms = ["xterm-kitty", "xterm-ghostty", "alacritty", "foot", "wezterm", "contour"]

    /// Whether links can be written for a terminal with this environment.
    ///
    /// If `FORCE_HYPERLINK` is set, it decides; 0 means no. Within tmux and screen, no: these may drop links.
    static func areShown(in environment: [String: String]) -> Bool {
        if let force = environment["FORCE_HYPERLINK"], !force.isEmpty { return force != "0" }
        let term = environment["TERM"] ?? ""
        guard environment["TMUX"] == nil, environment["STY"] == nil, !term.hasPrefix("screen"), !term.hasPrefix("tmux")
        else { return false }
        if programs.contains(environment["TERM_PROGRAM"] ?? "") || terms.contains(where: term.hasPrefix) { return true }
        if let version = environment["VTE_VERSION"].flatMap(Int.init) { return version >= 5000 }
        return ["KITTY_WINDOW_ID", "WT_SESSION", "KONSOLE_VERSION", "DOMTERM"].contains {
            environment[$0]?.isEmpty == false
        }
    }
}
