/// The verb ‘completion’.
struct CompletionCommand: Command {
    private static let shell = Positional(
        "SHELL", "‘bash’, ‘zsh’ or ‘fish’", kind: .words(CompletionScript.all.map(\.shell)))

    static let verb = Verb(
        "completion", "Print a completion script for a shell",
        details: """
            For bash, put eval "$(bundle completion bash)" into ~/.bashrc. For zsh, put eval "$(bundle completion zsh)" into
            ~/.zshrc, after compinit. For fish, run bundle completion fish > ~/.config/fish/completions/bundle.fish; this file
            takes precedence over fish’s own completions for another program of that name. ‘bundle setup’ installs all three.
            """,
        parameters: [shell],
        examples: [("completion bash", "the script for bash")]
    )

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        guard let script = CompletionScript.all.first(where: { $0.shell == arguments[Self.shell] }) else {
            throw UsageError.missing("SHELL")
        }
        try session.write(Array(script.text(for: session.tool).utf8))
        return .success
    }
}
