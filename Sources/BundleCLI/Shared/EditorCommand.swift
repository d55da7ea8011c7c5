import NotebookBundle
import NotebookFormat

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The user's editor: the command of the settings, `VISUAL` or `EDITOR`.
struct EditorCommand {
    /// The command, for the shell.
    let text: String

    /// The editors that are tried without a setting, in this order.
    private static let usual = ["editor", "nano", "vi"]

    /// - Throws: `EditorError.noEditor`.
    init(_ session: Session) throws(EditorError) {
        let environment = session.terminal.environment
        let commands = [session.settings.editor, environment["VISUAL"], environment["EDITOR"]]
        if let command = commands.compactMap(\.self).first(where: { !$0.isEmpty }) {
            text = command
            return
        }
        // Without a terminal, such an editor could not be used.
        let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
        guard session.terminal.inputIsTerminal,
            let command = Self.usual.first(where: { name in
                folders.contains { FileManager.default.isExecutableFile(atPath: $0 + "/" + name) }
            })
        else { throw .noEditor }
        text = command
    }

    init(_ text: String) { self.text = text }

    /// The words after the command, which open a file with the cursor at a place, if the editor is known.
    func words(_ path: String, at place: EditorPlace?) -> [String] {
        guard let place else { return [path] }
        let (line, column) = (place.line, place.column)
        switch name {
        case "vi", "view", "ex", "mg", "joe", "jed", "ne", "pico", "gedit": return ["+\(line)", path]
        case "vim", "nvim", "gvim", "mvim": return ["+call cursor(\(line),\(place.byte))", path]
        case "nano", "rnano": return ["+\(line),\(column)", path]
        case "emacs", "emacsclient", "micro", "kak": return ["+\(line):\(column)", path]
        case "code", "code-insiders", "codium", "vscodium", "cursor": return ["-g", "\(path):\(line):\(column)"]
        case "hx", "helix", "subl", "zed": return ["\(path):\(line):\(column)"]
        default: return [path]
        }
    }

    /// The name of the program: the last component of the first word that sets no variable.
    private var name: String {
        let words = text.split { $0 == " " || $0 == "\t" }
        let program = words.first { $0 != "env" && $0 != "exec" && !$0.contains("=") } ?? ""
        let plain = program.filter { $0 != "\"" && $0 != "'" }
        return String(plain.split(separator: "/").last ?? "")
    }
}

/// A place in a text as editors count it, from 1.
struct EditorPlace: Equatable {
    let line: Int
    /// The column in characters.
    let column: Int
    /// The column in bytes.
    let byte: Int

    /// The place of an offset in bytes.
    init(of offset: Int, in text: [UInt8]) {
        let position = TextPosition(of: offset, in: text)
        (line, column) = (position.line, position.column)
        let before = text.prefix(offset)
        byte = offset - ((before.lastIndex { $0 == 0x0A || $0 == 0x0D }).map { $0 + 1 } ?? 0) + 1
    }
}
