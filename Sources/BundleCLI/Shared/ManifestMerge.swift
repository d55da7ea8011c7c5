import NotebookBundle
import TerminalIO

/// Merges three manifests of git into the one that sealing the merged files gives.
///
/// Merges the items that both sides changed in the same way as the merge driver for the files. If some content cannot
/// be found, the entry of one side is kept: then the notebook has to be sealed.
struct ManifestMerge {
    let session: Session
    /// The path of the manifest in the repository.
    let path: String

    /// A version of the manifest: its file, and its content.
    struct Version {
        let file: String
        let bytes: [UInt8]
    }

    /// The merged manifest; reports what git asks the user about, or decides in its own way.
    ///
    /// If only the other side's is damaged, that is this side's: it lists nothing that the files do not say.
    ///
    /// - Returns: `nil`, after saying why, if this side's manifest cannot be read, or if one of them is of a later version of
    ///   the format (Format, clause 11.1).
    func merged(base: Version, mine: Version, theirs: Version) throws -> [UInt8]? {
        let one: Manifest
        do throws(TextProblem) {
            one = try Manifest(mine.bytes)
        } catch {
            try session.explain(UnreadableManifest(path: path, side: "mine", problem: error, bytes: mine.bytes))
            return nil
        }
        let other: Manifest
        do throws(TextProblem) {
            other = try Manifest(theirs.bytes)
        } catch {
            let unreadable = UnreadableManifest(path: path, side: "theirs", problem: error, bytes: theirs.bytes)
            guard unreadable.isOfLaterVersion else {
                try session.note("note: \(unreadable); the notebook has to be sealed")
                return mine.bytes
            }
            try session.explain(unreadable)
            return nil
        }
        let old = (try? Manifest(base.bytes)) ?? Manifest([Entry]())
        let merged = MergedEntries(base: old, mine: one, theirs: other)
        for notice in merged.notices where try !isLeftToHook(notice) { try session.note("note: \(text(of: notice))") }
        var entries: [Entry] = []
        if !merged.pairs.isEmpty {
            do {
                entries = try self.entries(merged.pairs, base: base, mine: mine, theirs: theirs)
            } catch let error as any Failure {
                try session.note("note: cannot read what both sides changed: \(error); the notebook has to be sealed")
            }
        }
        let known = Set(entries.map(\.path))
        let others = merged.pairs.filter { !known.contains($0.path) }.map(\.unmerged)
        return merged.settled.replacing(removed: [], put: entries + others).text
    }

    private func text(of notice: MergedEntries.Notice) -> String {
        func shown(_ path: BundlePath) -> String {
            PrintableText.escaped(String(self.path.dropLast("manifest.json".count)) + path.text)
        }
        switch notice {
        case .movedTwice(let old, let mine, let theirs):
            return
                "\(shown(old)) is now \(shown(mine)) and \(shown(theirs)): ‘git rm’ one of them, or ‘git add’ both, which makes two items"
        case .deletedAndChanged(let path):
            return "\(shown(path)) was deleted and changed: ‘git add’ keeps it, ‘git rm’ deletes it"
        case .trashedAndChanged(let path, let trashed):
            return self.trashed(path, trashed).text
        }
    }

    private func trashed(_ path: BundlePath, _ trashed: BundlePath) -> GitNotices.Trashed {
        let folder = self.path.dropLast("manifest.json".count)
        return .init(path: folder + path.text, trashed: folder + trashed.text)
    }

    /// Whether a hook merges the notebook as a whole afterwards, and then says what is still so.
    private func isLeftToHook(_ notice: MergedEntries.Notice) throws -> Bool {
        guard case .trashedAndChanged(let path, let trashed) = notice else { return false }
        let notices = GitNotices(Git(session: session), top: session.terminal.workingDirectory)
        return notices.leave(self.trashed(path, trashed))
    }

    private func entries(
        _ pairs: [MergedEntries.Pair], base: Version, mine: Version, theirs: Version
    ) throws -> [Entry] {
        guard let one = try commit(mine), let other = try commit(theirs) else { return [] }
        let old = try commit(base)
        guard let bytes = try one.contents(of: [.notebook]).first.flatMap(\.self),
            let created = (try? NotebookDescription(bytes))?.created
        else { return [] }
        let mines = try one.contents(of: pairs.map(\.mine.path))
        let others = try other.contents(of: pairs.map(\.theirs.path))
        let olds = try old?.contents(of: pairs.map { $0.base?.path ?? $0.path }) ?? pairs.map { _ in nil }
        let daily = DailyMerge(String(path.dropLast("manifest.json".count)), session)
        return pairs.indices.compactMap { index in
            let pair = pairs[index]
            guard let mine = Self.content(mines[index], pair.mine),
                let theirs = Self.content(others[index], pair.theirs)
            else { return nil }
            let base = pair.base.flatMap { Self.content(olds[index], $0) }
            guard base != nil || pair.base == nil else { return nil }
            let file = MergedContent(
                MergedContent.Kind(pair.path.text), base: base, mine: mine, theirs: theirs,
                labels: MergeLabels.of(mine, theirs, session),
                joined: pair.base == nil ? daily?.joined(mine, theirs, at: pair.path.text) : nil)
            guard file.conflicts == 0, let type = FileType(of: pair.path) else { return nil }
            let fact = FileFact(
                path: pair.path, size: file.bytes.count, digest: Digest.of(file.bytes),
                item: type.isItem ? ItemFact(file.bytes, type: type) : nil)
            return Entry(fact, notebookCreated: created)
        }
    }

    private static func content(_ bytes: [UInt8]?, _ entry: Entry) -> [UInt8]? {
        bytes.flatMap { Digest.of($0) == entry.digest ? $0 : nil }
    }

    private func commit(_ version: Version) throws(Git.Problem) -> SealedCommit? {
        let git = Git(session: session)
        let directory = session.terminal.workingDirectory
        let name = try git.run(["hash-object", "--no-filters", "--", version.file], in: directory)
        let text = String(decoding: name.output.prefix { $0 != 0x0A }, as: UTF8.self)
        return try SealedCommit(of: text, at: path, git, in: directory)
    }
}

/// A side's manifest cannot be read, so that this side's stays as it is.
private struct UnreadableManifest: ToolFailure {
    /// The path of the manifest in the repository.
    let path: String
    /// The side, as conflict markers call it.
    let side: String
    let problem: TextProblem
    /// The manifest.
    let bytes: [UInt8]

    var isOfLaterVersion: Bool { problem.kind == .newerVersion || problem.isOfLaterVersion }

    var description: String {
        let position = problem.position(in: bytes)
        return
            "cannot merge \(PrintableText.escaped(path)), so mine stays as it is: \(side):\(position.line):\(position.column): \(problem.message)"
    }

    var hint: String? {
        isOfLaterVersion
            ? "use a newer version of this program, or take one side with ‘git checkout --ours’ or ‘git checkout --theirs’"
            : "‘bundle seal’ rebuilds it from the files; then ‘git add’ it"
    }

    /// Whether the manifest itself is damaged.
    var isFinding: Bool { !isOfLaterVersion }
}

/// The labels of the two versions at conflict markers: the sides as git and ‘resolve’ call them, the branch that is merged
/// as far as git names it, and when each version of an item was changed.
enum MergeLabels {
    static func of(_ mine: [UInt8], _ theirs: [UInt8], _ session: Session) -> MergedText.Labels {
        let heads = session.terminal.environment.filter { $0.key.hasPrefix("GITHEAD_") }.map(\.value)
        let branch = heads.count == 1 ? " (\(PrintableText.escaped(heads[0])))" : ""
        return MergedText.Labels(mine: "mine" + changed(mine), theirs: "theirs" + branch + changed(theirs))
    }

    private static func changed(_ bytes: [UInt8]) -> String {
        let date = (try? ItemFile(bytes))?.metadata.date
        return date.map { ", \(VersionLabel(changed: $0).text)" } ?? ""
    }
}
