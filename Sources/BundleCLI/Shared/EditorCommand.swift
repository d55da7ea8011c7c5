import NotebookBundle

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The user's editor: the command of the settings, `VISUAL` or `EDITOR`.
struct EditorCommand {
    /// The command, for the shell.
    let text: String
    /// The name of the program, without a path.
    private let name: String
    private let wait: EditorWait
    /// Whether its program was found, as far as this is known.
    let isThere: Bool

    /// The editors that are tried without a setting, in this order.
    private static let usual = ["editor", "nano", "vi"]

    /// - Throws: `EditorError.noEditor` or, since the usual editors need one, `EditorError.noTerminal`.
    init(_ session: Session) throws(EditorError) {
        let environment = session.terminal.environment
        let commands = [session.settings.editor, environment["VISUAL"], environment["EDITOR"]]
        if let command = commands.compactMap(\.self).first(where: { !$0.isEmpty }) {
            self.init(command, in: environment)
            return
        }
        let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
        let command = Self.usual.first { name in
            folders.contains { FileManager.default.isExecutableFile(atPath: $0 + "/" + name) }
        }
        guard let command else { throw .noEditor }
        guard session.terminal.inputIsTerminal else { throw .noTerminal }
        self.init(command, in: environment)
    }

    /// A command; a program such as `editor`, which stands for another, is looked up in the search path.
    init(_ text: String, in environment: [String: String] = [:]) {
        let words = Self.words(of: text)
        let start = words.firstIndex { !["env", "exec"].contains($0) && !$0.contains("=") } ?? words.endIndex
        let program = words[start...].first ?? ""
        let rest = Array(words[start...].dropFirst())
        let name = Self.name(of: program)
        var wait = EditorWait(of: name, rest)
        let path = Self.path(of: program, in: environment)
        if wait == .unknown, let path { wait = EditorWait(of: Self.name(of: ExternalPath.real(path)), rest) }
        // Words added to several commands would go to the last.
        let isOne = !text.contains { ";|&<>`(\n".contains($0) }
        (self.text, self.name, self.wait) = (text, name, isOne ? wait : .unknown)
        isThere = path.map(FileManager.default.isExecutableFile) ?? !isOne
    }

    /// The last component of a path, without the endings of Windows and scripts.
    private static func name(of program: String) -> String {
        let name = ExternalPath.name(of: program)
        let ending = [".exe", ".cmd", ".bat", ".sh"].first { name.lowercased().hasSuffix($0) } ?? ""
        return ending.isEmpty ? name : name.dropLast(ending.count).lowercased()
    }

    private static func path(of program: String, in environment: [String: String]) -> String? {
        if program.contains("/") { return program }
        let folders = (environment["PATH"] ?? "").split(separator: ":")
        return folders.lazy.map { "\($0)/\(program)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// The words of a command, without quotation marks and backslashes.
    private static func words(of text: String) -> [String] {
        var words: [String] = []
        var (word, quote, isEscaped): (String?, Character?, Bool) = (nil, nil, false)
        for character in text {
            if isEscaped || quote == "'" && character != "'" || quote == "\"" && !"\"\\".contains(character) {
                word = (word ?? "") + String(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == quote {
                quote = nil
            } else if "'\"".contains(character), quote == nil {
                (word, quote) = (word ?? "", character)
            } else if " \t\n".contains(character) {
                word.map { words.append($0) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        return words + (word.map { [$0] } ?? [])
    }

    /// The words after the command, which open a file with the cursor at a place, if the editor is known.
    func words(_ path: String, at place: EditorPosition?) -> [String] { addedWords + file(path, at: place) }

    private func file(_ path: String, at place: EditorPosition?) -> [String] {
        guard let place else { return [path] }
        let (line, column) = (place.line, place.column)
        switch name {
        case "vi", "view", "ex", "mg", "joe", "jed", "ne", "pico", "gedit": return ["+\(line)", path]
        case "vim", "nvim", "gvim", "mvim": return ["+call cursor(\(line),\(place.byte))", path]
        case "nano", "rnano": return ["+\(line),\(column)", path]
        case "emacs", "emacsclient", "micro", "kak": return ["+\(line):\(column)", path]
        case "code", "code-insiders", "codium", "vscodium", "cursor", "windsurf":
            return ["-g", "\(path):\(line):\(column)"]
        case "hx", "helix", "subl", "zed", "zeditor": return ["\(path):\(line):\(column)"]
        default: return [path]
        }
    }

    /// The words that make a known editor wait until its file is closed, if the command lacks them.
    var addedWords: [String] { if case .lacks(let words) = wait { words } else { [] } }

    /// Whether the editor is closed, since its process ended after this time.
    func closing(after time: Duration) -> EditorClosing {
        // Nobody reads a text in a shorter time: the program handed the file to another.
        let isAtOnce = time < .seconds(5)
        return switch wait {
        case .always: .certain
        case .never: .unlikely
        case .told, .lacks: isAtOnce ? .unlikely : .likely
        // Some need long to start another.
        case .unknown: isAtOnce ? .unlikely : time < .seconds(60) ? .doubtful : .likely
        }
    }
}

/// How likely it is that an editor is closed whose process ended.
enum EditorClosing: Comparable {
    case unlikely
    case doubtful
    case likely
    case certain
}

/// A place in a text as editors count it, from 1.
struct EditorPosition: Equatable {
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
