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

/// The completion script of a shell.
struct CompletionScript: Sendable {
    /// The name of the shell.
    let shell: String
    /// Where the shell looks for scripts below the data folder (`share`) of an installation; `TOOL` is the tool's name.
    let place: [String]
    /// The script, with `TOOL` for the tool's name.
    private let text: String

    /// The script for a tool of this name.
    func text(for tool: String) -> String { text.replacing("TOOL", with: tool) }

    /// The path of its file for a tool of this name.
    func place(for tool: String) -> [String] { place.map { $0.replacing("TOOL", with: tool) } }

    /// The scripts, one for each shell.
    static let all = [bash, zsh, fish]

    private static let bash = CompletionScript(
        shell: "bash", place: ["bash-completion", "completions", "TOOL"],
        text: """
            _TOOL() {
              local line found
              COMPREPLY=()
              # The line as it was typed: COMP_WORDS is split at characters such as ‘:’.
              found=$(TOOL __complete --bash "$COMP_WORDBREAKS" "${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
              if [ $? -eq 1 ]; then compopt -o default 2>/dev/null; return; fi
              while IFS= read -r line; do
                [ -z "$line" ] || COMPREPLY+=("$line")
              done <<< "$found"
            }
            complete -F _TOOL TOOL

            """)

    /// Works when it is evaluated, and as a file that zsh loads by itself.
    private static let zsh = CompletionScript(
        shell: "zsh", place: ["zsh", "site-functions", "_TOOL"],
        text: """
            #compdef TOOL
            _TOOL() {
              local -a found names shown
              local text
              text=$(TOOL __complete "${(@Q)words[2,$CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)
              (( $? != 1 )) || { _files; return }
              [[ -n "$text" ]] || return 1
              found=("${(@f)text}")
              names=("${(@)found%%$'\t'*}")
              shown=("${(@)found/$'\t'/  }")
              compadd -M 'm:{[:lower:][:upper:]}={[:upper:][:lower:]}' -d shown -a names && return
              # Those that begin otherwise are listed, and what was typed stays; only a single one takes its place.
              (( $#names == 1 )) || compstate[insert]=
              compadd -U -d shown -a names
            }
            if [[ "${funcstack[1]}" == _TOOL ]]; then _TOOL "$@"; else compdef _TOOL TOOL; fi

            """)

    private static let fish = CompletionScript(
        shell: "fish", place: ["fish", "vendor_completions.d", "TOOL.fish"],
        text: """
            function __TOOL_candidates
                set -l typed (commandline -ct)
                # The word without its quotation marks, of which the last may be missing.
                set -l word (string unescape -- $typed; or string unescape -- $typed\\'; or string unescape -- $typed\\")
                set -l found (TOOL __complete (commandline -opc)[2..] "$word" 2>/dev/null)
                if test $status -eq 1
                    __fish_complete_path $typed
                else if set -q found[1]
                    printf '%s\\n' $found
                end
            end
            complete -c TOOL -e
            complete -c TOOL -f -a '(__TOOL_candidates)'

            """)
}
