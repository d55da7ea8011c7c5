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

            """)

    /// Works when it is evaluated, and as a file that zsh loads by itself.
    private static let zsh = CompletionScript(
        shell: "zsh", place: ["zsh", "site-functions", "_TOOL"],
        text: """
            #compdef TOOL
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
            if [[ "${funcstack[1]}" == _TOOL ]]; then _TOOL "$@"; else compdef _TOOL TOOL; fi

            """)

    private static let fish = CompletionScript(
        shell: "fish", place: ["fish", "vendor_completions.d", "TOOL.fish"],
        text: """
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

            """)
}
