import Foundation
import TestSupport
import Testing

/// The built server, with the editors that its settings are for.
@Suite(.waitsForPrograms) struct `The server for editors` {
    /// A notebook with a note to link to, and a folder in which the tool is called `bundle`.
    private static func stage(_ folder: URL) throws -> [String: String] {
        try Tool.succeed("create", folder.appending(path: "N").path)
        try Tool.succeed("add", folder.appending(path: "N").path, "note", "--title", "Bread")
        let notebook = folder.appending(path: "N.notebundle")
        try Data("Old\n".utf8).write(to: notebook.appending(path: "notes/A.md"))
        try Tool.succeed("seal", notebook.path)
        let programs = folder.appending(path: "bin")
        try FileManager.default.createDirectory(at: programs, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: programs.appending(path: "bundle").path, withDestinationPath: Tool.path)
        return [
            "PATH": programs.path + ":" + (Environment["PATH"] ?? "/usr/bin:/bin"), "HOME": folder.path,
            "XDG_CONFIG_HOME": folder.path, "XDG_DATA_HOME": folder.path, "XDG_STATE_HOME": folder.path,
            "LC_ALL": "C.UTF-8",
        ]
    }

    /// The settings that docs/Editors.md has for an editor.
    private static func settings(_ language: String) throws -> String {
        let page = try String(contentsOf: Project.root.appending(path: "docs/Editors.md"), encoding: .utf8)
        let block = try #require(page.components(separatedBy: "```\(language)\n").dropFirst().first)
        return block.components(separatedBy: "```").first ?? ""
    }

    private static func judge(_ name: String) -> String {
        Project.root.appending(path: "Tests/JourneyTests/Judges/\(name)").path
    }

    /// What the notebook is after the editor has completed, followed, renamed and saved.
    private static func check(_ folder: URL, renamesFile: Bool) throws {
        let notebook = folder.appending(path: "N.notebundle")
        #expect(
            try String(contentsOf: notebook.appending(path: "notes/A.md"), encoding: .utf8).contains("😀 See [[Loaf]]"))
        try Tool.succeed("seal", notebook.path)
        #expect(try Tool.succeed("validate", notebook.path).contains("valid"))
        #expect(try Tool.succeed("ls", notebook.path).contains("Loaf"))
        let file = notebook.appending(path: renamesFile ? "notes/Loaf.md" : "notes/Bread.md")
        #expect(FileManager.default.fileExists(atPath: file.path))
    }

    @Test(.enabled(if: Command.path(of: "nvim") != nil, "Neovim is not installed"))
    func `works in Neovim with the settings of the documents`() throws {
        // On a busy machine it failed twice, for a reason that nobody could find since: what the first failure says is
        // printed, and a second one counts.
        if let first = try Self.failureInNeovim() {
            print("In Neovim, at first: \(first)")
            #expect(try Self.failureInNeovim() == nil)
        }
    }

    /// What fails when Neovim edits a notebook; `nil` for nothing.
    private static func failureInNeovim() throws -> String? {
        try TemporaryFolder.with { folder in
            let environment = try stage(folder)
            let settings = folder.appending(path: "init.lua")
            try Data(try Self.settings("lua").utf8).write(to: settings)
            let result = try Command.run(
                ["nvim", "--headless", "-u", settings.path, "-c", "luafile \(judge("neovim.lua"))"],
                in: folder.appending(path: "N.notebundle"), environment: environment)
            guard result.status == 0 else { return "status \(result.status): \(result.errors)" }
            try check(folder, renamesFile: true)
            return nil
        }
    }

    @Test(
        .enabled(if: Command.path(of: "nvim") != nil, "Neovim is not installed"), arguments: [".obsidian/", ".git", ""])
    func `reads the whole folder in Neovim where a marker is, or else that of the file`(marker: String) throws {
        try TemporaryFolder.with { folder in
            let environment = try Self.stage(folder)
            let settings = folder.appending(path: "init.lua")
            try Data(try Self.settings("lua").utf8).write(to: settings)
            let notes = folder.appending(path: "notes")
            let deep = notes.appending(path: "deep")
            try FileManager.default.createDirectory(at: deep, withIntermediateDirectories: true)
            try Data("[[B]]\n".utf8).write(to: deep.appending(path: "A.md"))
            try Data("Text\n".utf8).write(to: (marker.isEmpty ? deep : notes).appending(path: "B.md"))
            if marker.hasSuffix("/") {
                try FileManager.default.createDirectory(
                    at: notes.appending(path: marker), withIntermediateDirectories: true)
            } else if !marker.isEmpty {
                try Data("gitdir: elsewhere\n".utf8).write(to: notes.appending(path: marker))
            }
            let result = try Command.run(
                ["nvim", "--headless", "-u", settings.path, "-c", "luafile \(Self.judge("neovim-folder.lua"))"],
                in: notes, environment: environment)
            #expect(result.status == 0, "\(result.errors)")
        }
    }

    private static let hasEglot =
        Command.path(of: "emacs") != nil && FileManager.default.fileExists(atPath: "/usr/share/emacs/site-lisp/elpa")

    @Test(.enabled(if: hasEglot, "Emacs with eglot is not installed"))
    func `works in Emacs with the settings of the documents`() throws {
        try TemporaryFolder.with { folder in
            let environment = try Self.stage(folder)
            let settings = folder.appending(path: "init.el")
            try Data(try Self.settings("elisp").utf8).write(to: settings)
            let result = try Command.run(
                [
                    "emacs", "--batch", "--eval", "(package-activate-all)", "-l", settings.path, "-l",
                    Self.judge("eglot.el"),
                ],
                in: folder.appending(path: "N.notebundle"), environment: environment)
            #expect(result.status == 0, "\(result.errors)")
            try Self.check(folder, renamesFile: false)
        }
    }

    @Test(
        .enabled(if: Python.has("pytest_lsp"), "\(Python.absent("pytest_lsp"))"),
        arguments: ["visual_studio_code", "neovim@v0.7", "neovim", "emacs"])
    func `keeps to what the editor can do`(profile: String) throws {
        try TemporaryFolder.with { folder in
            _ = try Self.stage(folder)
            let notebook = folder.appending(path: "N.notebundle")
            let cakes = notebook.appending(path: "notes/Cakes")
            try FileManager.default.createDirectory(at: cakes, withIntermediateDirectories: true)
            try Data("# Batter\n\nmix\n".utf8).write(to: cakes.appending(path: "Sponge.md"))
            try Tool.succeed("seal", notebook.path)
            let judged = try Python.run(
                .file(URL(filePath: Self.judge("lsp.py"))), [Tool.path, notebook.path, profile],
                modules: ["pytest_lsp"])
            #expect(judged.status == 0, "\(judged.output.suffix(2_000))\(judged.errors.suffix(2_000))")
        }
    }

    /// Messages as an editor sends them.
    private static func stream(_ messages: [String]) -> Data {
        Data(messages.flatMap { Array("Content-Length: \($0.utf8.count)\r\n\r\n\($0)".utf8) })
    }

    private static func request(_ id: Int, _ method: String, _ params: String = "{}") -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#
    }

    private static let exit = #"{"jsonrpc":"2.0","method":"exit"}"#

    @Test func `ends with status 0 after shutdown and exit, and with 1 when the client dies`() throws {
        let begin = Self.request(1, "initialize", #"{"capabilities":{}}"#)
        let whole = try Tool.run("lsp", input: Self.stream([begin, Self.request(2, "shutdown"), Self.exit]))
        #expect(whole.status == 0)
        #expect(whole.output.contains(#""positionEncoding":"utf-16""#))
        #expect(try Tool.run("lsp", input: Self.stream([begin])).status == 1)
        #expect(try Tool.run("lsp", input: Self.stream([begin, Self.exit])).status == 1)
    }

    @Test func `passes over a message of 100 MB in little memory`() throws {
        let begin = Self.request(1, "initialize", #"{"capabilities":{}}"#)
        let huge = Data("Content-Length: 100000000\r\n\r\n".utf8) + Data(repeating: 0x20, count: 100_000_000)
        let result = try Tool.run(
            "lsp", input: huge + Self.stream([begin, Self.request(2, "shutdown"), Self.exit]))
        #expect(result.status == 0)
        #expect(result.output.contains("-32600") && result.output.contains(#""id":2,"result":null"#))
    }
}
