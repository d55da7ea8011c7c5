import NotebookBundle
import TerminalIO

/// What the merge driver says of items that a hook may still bring back: the hook says it, if it is still so.
struct GitNotices {
    private let git: Git
    private let top: String

    init(_ git: Git, top: String) { (self.git, self.top) = (git, top) }

    /// An item that one side changed, and the other moved to the trash: its paths from the top of the working tree.
    struct Trashed: Hashable {
        let path: String
        let trashed: String

        /// What is said of it.
        var text: String {
            "\(PrintableText.escaped(path)) was changed and moved to the trash, as \(PrintableText.escaped(trashed)); ‘bundle restore’ restores it"
        }
    }

    /// Leaves a notice to the hooks; false if none will look at what git merges.
    func leave(_ notice: Trashed) -> Bool {
        // Git names what it merges in the environment, but not in a rebase.
        guard let merged = git.session.terminal.environment.keys.first(where: { $0.hasPrefix("GITHEAD_") }),
            ["post-merge", "pre-commit"].allSatisfy(isInstalled), let place = try? git.path(of: .notices, in: top)
        else { return false }
        let line = [String(merged.dropFirst(8)), notice.path, notice.trashed].joined(separator: "\t")
        let known = (try? ExternalFiles(git.session).read(place, limit: Self.limit)) ?? []
        return (try? ExternalFiles(git.session).replace(place, with: known + Array("\(line)\n".utf8))) != nil
    }

    /// Reports the notices of a merge that are still true of its result, and forgets them.
    ///
    /// - Parameters:
    ///   - merged: The commits that were merged.
    ///   - tree: The tree of the result.
    func report(_ merged: [String], in tree: String) {
        guard let place = try? git.path(of: .notices, in: top), FileKind.at(place) == .file,
            let bytes = try? ExternalFiles(git.session).read(place, limit: Self.limit)
        else { return }
        try? FileLocation(path: place).remove()
        var notices: Set<Trashed> = []
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: "\t").map(String.init)
            guard words.count == 3, merged.contains(words[0]) else { continue }
            notices.insert(Trashed(path: words[1], trashed: words[2]))
        }
        for notice in notices.sorted(by: { $0.path < $1.path }) {
            let files = ["ls-tree", "-z", "--name-only", "--full-tree", tree, "--", notice.path, notice.trashed]
            if (try? git.paths(files, in: top)) == [notice.trashed] {
                try? git.session.note("note: \(notice.text)")
            }
        }
    }

    private static let limit = 1 << 24

    /// Whether a hook has the block of ‘git-setup’.
    private func isInstalled(_ hook: String) -> Bool {
        guard let hooks = try? git.path(of: .hooks, in: top),
            case let path = ExternalPath.below(hooks, hook), FileKind.following(path) == .file,
            let bytes = try? ExternalFiles(git.session).read(path, limit: 1 << 20)
        else { return false }
        return MarkedBlock.isIn(String(decoding: bytes, as: UTF8.self))
    }
}

/// A block of lines of the tool in a text file that belongs to others, between two marks.
enum MarkedBlock {
    private static let start = "# >>> bundle git-setup >>>"
    private static let end = "# <<< bundle git-setup <<<"

    /// A text with the block replaced, or else added at its end or after its first line.
    static func put(_ lines: [String], into text: String, afterFirstLine: Bool = false) -> String {
        let block = ([start] + lines + [end]).joined(separator: "\n") + "\n"
        if let range = range(in: text) { return text.replacingCharacters(range, block) }
        guard afterFirstLine, let end = text.utf8.firstIndex(of: 0x0A) else {
            return text + (text.isEmpty || text.utf8.last == 0x0A ? "" : "\n") + block
        }
        return String(text[...end]) + block + String(text[text.index(after: end)...])
    }

    /// A text without the block.
    static func removed(from text: String) -> String {
        range(in: text).map { text.replacingCharacters($0, "") } ?? text
    }

    /// Whether a text has the block.
    static func isIn(_ text: String) -> Bool { range(in: text) != nil }

    private static func range(in text: String) -> Range<String.Index>? {
        guard let first = text.firstRange(of: start), let last = text[first.upperBound...].firstRange(of: end) else {
            return nil
        }
        let rest = text[last.upperBound...].utf8
        let lineEnd = rest.firstIndex(of: 0x0A).map { text.utf8.index(after: $0) } ?? text.endIndex
        return first.lowerBound..<lineEnd
    }
}

extension String {
    fileprivate func replacingCharacters(_ range: Range<Index>, _ other: String) -> String {
        String(self[..<range.lowerBound]) + other + String(self[range.upperBound...])
    }
}
