import Foundation
import TestSupport
import Testing

/// What shells make of the completion scripts, each in a terminal of its own, which tmux provides.
@Suite(
    .waitsForPrograms, .serialized,
    .enabled(if: Command.path(of: "tmux") != nil, "tmux is not installed")
) struct `Completion in a shell` {
    struct Shell: Sendable, CustomTestStringConvertible {
        let name: String
        /// How it is started.
        let start: String
        /// What makes it complete the tool’s words.
        let set: String
        /// What makes it do so where ‘setup’ has installed the script below `~/.local`.
        let setInstalled: String

        var testDescription: String { name }
    }

    static let shells = [
        Shell(
            name: "bash", start: "bash --norc --noprofile", set: "eval \"$(bundle completion bash)\"",
            setInstalled: ". ~/.local/share/bash-completion/completions/bundle"),
        Shell(
            name: "zsh", start: "zsh -f",
            set: "autoload -U compinit; compinit -u -D; eval \"$(bundle completion zsh)\"; PS1='$ '",
            setInstalled:
                "fpath=(~/.local/share/zsh/site-functions $fpath); autoload -U compinit; compinit -u -D; PS1='$ '"),
        Shell(
            name: "fish", start: "fish",
            set:
                "function fish_prompt; echo -n '$ '; end; mkdir -p ~/.config/fish/completions; bundle completion fish > ~/.config/fish/completions/bundle.fish",
            setInstalled: "function fish_prompt; echo -n '$ '; end"),
    ].filter { Command.path(of: $0.name) != nil }

    /// What is typed before the tab, and what stands there then.
    static let typed = [
        ("bundle sugg", "bundle suggest"), ("bundle show Apple", "bundle show Apple\\ pie"),
        ("bundle show pie", "bundle show Apple\\ pie"), ("bundle ls --tag wet", "bundle ls --tag wetland"),
        ("bundle ls --smart Tod", "bundle ls --smart Today"),
        ("bundle move x --to Dess", "bundle move x --to Desserts"),
        ("bundle ls Dess", "bundle ls Desserts"), ("bundle ls -n Rec", "bundle ls -n Recipes.notebundle"),
        ("bundle ls --sort na", "bundle ls --sort name"), ("bundle folder mov", "bundle folder move"),
        ("bundle library use Rec", "bundle library use Recipes.notebundle"),
        ("bundle config set dateS", "bundle config set dateStyle"),
        // In quotation marks, escaped, in the middle of a word, and behind a name with a space.
        ("bundle show \"Apple p", "bundle show \"Apple pie\""), ("bundle show 'Apple p", "bundle show 'Apple pie'"),
        ("bundle show Apple\\ p", "bundle show Apple\\ pie"),
        ("bundle show -n 'Other/Field Notes' Eg", "bundle show -n 'Other/Field Notes' Egret"),
        ("bundle show Other/Field\\ Notes Eg", "bundle show Other/Field\\ Notes Egret"),
        ("bundle -n Recipes show Apple", "bundle -n Recipes show Apple\\ pie"),
        ("bundle tag rm wet", "bundle tag rm wetland"), ("bundle search tag:wet", "bundle search tag:wetland"),
        ("bundle ls --where cre", "bundle ls --where created"),
        ("bundle config set dateStyle rel", "bundle config set dateStyle relative"),
        // Several that do not begin so: what was typed stays.
        ("bundle show cake", "bundle show cake"),
    ]

    @Test(arguments: shells)
    func `offers what fits, and never erases what was typed`(shell: Shell) throws {
        try Self.complete(Self.typed, in: shell, setBy: shell.set)
    }

    @Test(arguments: shells)
    func `works when ‘setup’ has installed it`(shell: Shell) throws {
        try Self.complete(Array(Self.typed.prefix(2)), in: shell, setBy: shell.setInstalled)
    }

    private static func complete(_ typed: [(String, String)], in shell: Shell, setBy set: String) throws {
        try TemporaryFolder.with { folder in
            // fish reads all manual pages of the machine where that directory is not.
            let fill = """
                mkdir -p bin home/.local/share/fish/generated_completions && ln -s "$BUNDLE" bin/bundle && "$BUNDLE" create Recipes \
                && "$BUNDLE" add note --title "Apple pie" --folder Desserts --tag wetland --body x \
                && mkdir Other && "$BUNDLE" create "Other/Field Notes" \
                && "$BUNDLE" add note -n "Other/Field Notes" --title Egret --body x \
                && "$BUNDLE" add note --title "A cake" --body x && "$BUNDLE" add note --title "Big cake" --body x \
                && "$PWD/bin/bundle" setup
                """
            let filled = try Tool.shell(
                fill, in: folder,
                environment: ["HOME": folder.appending(path: "home").path, "XDG_DATA_HOME": ""])
            try #require(filled.status == 0, "\(filled.errors)")
            let terminal = Terminal(folder: folder)
            defer { terminal.end() }
            try terminal.start(shell.start, set)
            for (typed, result) in typed {
                try terminal.type("C-u", "C-l")
                _ = try terminal.screen { !$0.contains("bundle ") }
                try terminal.type("-l", typed)
                _ = try terminal.screen { $0.contains(typed) }
                try terminal.type("Tab")
                let screen = try terminal.screen { $0.contains(result) }
                #expect(screen.contains(result), "\(shell.name): \(typed)\n\(screen)")
                if typed == result {
                    _ = try terminal.screen { $0.contains("A cake") || $0.contains("A\\ cake") }
                    #expect(try terminal.screen { $0.contains(result) }.contains(result), "\(shell.name): \(typed)")
                }
            }
        }
    }

    /// A terminal of 80 columns with a shell in it.
    private struct Terminal {
        let folder: URL
        private let server = "bundle-\(UUID().uuidString)"

        init(folder: URL) { self.folder = folder }

        private func tmux(_ words: String...) throws -> Command.Result {
            try Command.run(["tmux", "-f", "/dev/null", "-L", server] + words, in: folder)
        }

        func start(_ shell: String, _ set: String) throws {
            let path = folder.appending(path: "bin").path
            let environment =
                "env HOME=\(folder.path)/home PATH=\(path):$PATH TERM=xterm XDG_CONFIG_HOME= XDG_CACHE_HOME= XDG_DATA_HOME="
            // The server goes on, and must not keep the socket by which Foundation notices the end of the process.
            let closing = "for n in {3..255}; do eval \"exec $n>&-\"; done; exec tmux \"$@\""
            let session = ["-f", "/dev/null", "-L", server, "new-session", "-d", "-x", "80", "-y", "24"]
            let started = try Command.run(
                ["bash", "-c", closing, "tmux"] + session + ["\(environment) \(shell)"],
                in: folder)
            try #require(started.status == 0, "\(started.errors)")
            try type("-l", set + "; echo is-\"\"set")
            try type("Enter")
            _ = try screen { $0.contains("is-set") }
        }

        func type(_ keys: String...) throws {
            _ = try Command.run(["tmux", "-L", server, "send-keys"] + keys, in: folder)
        }

        /// What is shown, once it is as it should be, or after a minute.
        func screen(_ isReady: (String) -> Bool) throws -> String {
            var shown = ""
            for _ in 0..<2000 {
                shown = try tmux("capture-pane", "-p").output
                if isReady(shown) { return shown }
                Thread.sleep(forTimeInterval: 0.03)
            }
            return shown
        }

        /// Ends the shell, which may have inherited that it is not to be hung up, and the server.
        func end() {
            let shells = (try? tmux("list-panes", "-a", "-F", "#{pane_pid}").output) ?? ""
            for shell in shells.split(separator: "\n").compactMap({ Int32($0) }) { kill(shell, SIGKILL) }
            _ = try? tmux("kill-server")
        }
    }
}
