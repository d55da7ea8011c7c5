/// The verb ‘completion’.
struct CompletionCommand: Command {
    private static let shell = Positional(
        "SHELL", "‘bash’, ‘zsh’ or ‘fish’", kind: .words(["bash", "zsh", "fish"]))

    static let verb = Verb(
        "completion", "Print a completion script for a shell",
        details: """
            For bash, put eval "$(bundle completion bash)" into ~/.bashrc; for zsh the same with zsh into ~/.zshrc, behind
            compinit. For fish: bundle completion fish > ~/.config/fish/completions/bundle.fish, which goes before fish's own
            completions for another program of that name.
            """,
        parameters: [shell],
        examples: [("completion bash", "the script for bash")]
    )

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        guard let script = Self.scripts[arguments[Self.shell]] else {
            throw UsageError.missing("SHELL")
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
          [[ -n "$found" ]] || { _files; return }
          names=("${(@)found%%$'\t'*}")
          shown=("${(@)found/$'\t'/  }")
          compadd -M 'm:{[:lower:][:upper:]}={[:upper:][:lower:]}' -d shown -a names && return
          # Those that begin otherwise are listed, and what was typed stays; only a single one takes its place.
          (( $#names == 1 )) || compstate[insert]=
          compadd -U -d shown -a names
        }
        compdef _TOOL TOOL

        """,
        "fish": """
        function __TOOL_candidates
            set -l found (TOOL __complete (commandline -opc)[2..] (commandline -ct) 2>/dev/null)
            if set -q found[1]
                printf '%s\\n' $found
            else
                __fish_complete_path (commandline -ct)
            end
        end
        complete -c TOOL -e
        complete -c TOOL -f -a '(__TOOL_candidates)'

        """,
    ]
}
