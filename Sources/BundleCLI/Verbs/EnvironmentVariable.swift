/// A variable of the environment that the tool reads, for its manual page.
struct EnvironmentVariable {
    let name: String
    /// What it does, as a sentence without a full stop.
    let meaning: String

    /// The variables that a user may set for this tool.
    static let all = [
        EnvironmentVariable(name: "BUNDLE_NOTEBOOK", meaning: "The notebook that verbs use if none is named"),
        EnvironmentVariable(
            name: "VISUAL, EDITOR",
            meaning: "The editor, unless the setting ‘editor’ names one; VISUAL takes precedence"),
        EnvironmentVariable(name: "PAGER", meaning: "The pager for long output (less); empty or ‘cat’ for none"),
        EnvironmentVariable(
            name: "FORCE_HYPERLINK",
            meaning: "0 turns links in the terminal off, any other value turns them on"),
        EnvironmentVariable(
            name: "NO_COLOR, CLICOLOR_FORCE",
            meaning: "NO_COLOR turns colours off, CLICOLOR_FORCE turns them on even if output is not a terminal"),
        EnvironmentVariable(
            name: "XDG_CONFIG_HOME",
            meaning: "The folder that contains ‘notebundle’, the folder of your settings (~/.config)"),
        EnvironmentVariable(
            name: "XDG_CACHE_HOME",
            meaning: "The folder that contains ‘notebundle’, the cache, which you can delete at any time (~/.cache)"),
        EnvironmentVariable(
            name: "XDG_DATA_HOME",
            meaning: "The data folder, where ‘setup’ installs without --prefix (~/.local/share)"),
        EnvironmentVariable(name: "TMPDIR", meaning: "The folder for temporary files (/tmp)"),
        EnvironmentVariable(
            name: "SOURCE_DATE_EPOCH",
            meaning: "The time that verbs write, in seconds since 1970, for reproducible results"),
    ]
}
