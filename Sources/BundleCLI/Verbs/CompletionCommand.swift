/// The verb ‘completion’.
struct CompletionCommand: Command {
    private static let shell = Positional(
        "SHELL", "‘bash’, ‘zsh’ or ‘fish’", kind: .words(["bash", "zsh", "fish"]))

    static let verb = Verb(
        "completion", "Print a completion script for a shell",
        details: """
            For bash, put eval "$(bundle completion bash)" into ~/.bashrc; for zsh the same with zsh into ~/.zshrc, behind
            compinit; for fish, bundle completion fish | source into config.fish.
            """,
        parameters: [shell],
        examples: [("completion bash", "the script for bash")]
    )

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        guard let script = Self.scripts[arguments[Self.shell]] else {
            throw UsageError.badValue("SHELL", arguments[Self.shell], hint: "the shells are bash, zsh, fish")
        }
        try session.write(Array(script.replacing("TOOL", with: session.tool).utf8))
        return .success
    }

    private static let scripts = [
        "bash": """
        _TOOL() {
          local line other= case=$(shopt -p nocasematch)
          COMPREPLY=()
          shopt -s nocasematch
          while IFS= read -r line; do
            COMPREPLY+=("$(printf %q "${line%%$'\t'*}")")
            [[ "$line" == "${COMP_WORDS[COMP_CWORD]}"* ]] || other=1
          done < <(TOOL __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
          eval "$case"
          # Where one begins otherwise, what all share must not take the place of the word.
          [ -z "$other" ] || [ ${#COMPREPLY[@]} -lt 2 ] || COMPREPLY+=(" ")
          [ ${#COMPREPLY[@]} -gt 0 ] || compopt -o default 2>/dev/null
        }
        complete -F _TOOL TOOL

        """,
        "zsh": """
        _TOOL() {
          local -a found names shown
          found=("${(@f)$(TOOL __complete "${(@)words[2,$CURRENT]}" 2>/dev/null)}")
          names=("${(@)found%%$'\t'*}")
          shown=("${(@)found/$'\t'/  }")
          if [[ -n "$found" ]]; then compadd -U -d shown -a names; else _files; fi
        }
        compdef _TOOL TOOL

        """,
        "fish": """
        complete -c TOOL -a '(TOOL __complete (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'

        """,
    ]
}
