import NotebookBundle

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Programs called `bundle-NAME` in $PATH, which are verbs NAME of the tool, as with git.
struct PlugIns {
    private let terminal: Terminal

    init(_ terminal: Terminal) { self.terminal = terminal }

    private static let prefix = "bundle-"

    /// The program for a verb that the tool itself does not have; `nil` if there is none.
    func program(for verb: String) -> String? {
        guard Self.isName(verb), BundleTool.command(verb) == nil else { return nil }
        return folders.map { ExternalPath.below($0, Self.prefix + verb) }.first {
            FileKind.following($0) == .file && FileManager.default.isExecutableFile(atPath: $0)
        }
    }

    /// The names of all verbs that programs in $PATH add.
    var names: [String] {
        let found = folders.flatMap { folder in
            ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasPrefix(Self.prefix) }
        }
        return Set(found.map { String($0.dropFirst(Self.prefix.count)) }).filter { program(for: $0) != nil }.sorted()
    }

    private var folders: [String] {
        (terminal.environment["PATH"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }.map(String.init)
    }

    private static func isName(_ text: String) -> Bool {
        text.first.map { $0.isASCII && $0.isLetter } == true
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    }
}
