import Cores
package import NotebookCheck
import NotebookFiles
public import NotebookFormat
package import NotebookLinks
import NotebookStore
import NotebookText

extension LiveNotebook {
    /// What validation reports about some items: names, front matter, conflicts and links.
    ///
    /// Unsaved texts count as they are; whether files match the manifest does not.
    ///
    /// - Throws: an error if a rule fails; that never counts as “nothing found”.
    public func findings(in paths: Set<BundlePath>) throws -> [Finding] {
        try findings(in: paths, by: ValidationSettings())
    }

    /// What validation reports about some items, with settings.
    ///
    /// - Throws: `RuleFailure` if a rule fails.
    package func findings(
        in paths: Set<BundlePath>, by settings: ValidationSettings
    ) throws -> [Finding] {
        // Only a notebook has rules for names and front matter, and has to contain what it links to.
        let rules = isPlain ? Self.rules.filter { RuleFamily.links.contains($0.id) && $0.id != "NB607" } : Self.rules
        var (own, all) = (frame, frame)
        (own.now, all.now) = (directory.environment.now(), directory.environment.now())
        let asked = paths.compactMap { known($0)?.fact }
        own.add(asked)
        let meant = meant
        own.followLinks(of: asked, check) { meant }
        if isPlain { own.brokenLinks.listed.removeAll(where: isThere) }
        own.brokenLinks.listed = own.brokenLinks.listed.map(shown)
        // Most rules look at each file by itself.
        let comparing = rules.filter(\.comparesFiles)
        if !comparing.isEmpty { all.add(self.paths.value.compactMap { known($0)?.fact }) }
        let compared = try RuleBook.judge(all, by: comparing).listed
        let found = try RuleBook.judge(own, by: rules.filter { !$0.comparesFiles }).listed + compared
        let names = Set(paths.map(\.text))
        let findings = Findings(Findings.ordered(found.filter { names.contains($0.path) }))
        var only = Inspection()
        only.add(asked)
        return Judgement(
            findings, of: directory.path, by: settings, baseline: nil, comments: only.ignoreComments
        ).reported.map(\.finding)
    }

    /// Whether the file that a link in a plain folder names is there, in a notebook of its own.
    private func isThere(_ link: BrokenLink) -> Bool {
        guard case .missingFile(let path) = link.problem else { return false }
        return (try? directory.readFiles { try $0.status(DiskPath(path)) != nil }) ?? false
    }

    /// The broken links of an item, with what they may mean.
    package func brokenLinks(in path: BundlePath) -> [BrokenLink] {
        guard let fact = known(path)?.fact else { return [] }
        var inspection = Inspection()
        let meant = meant
        inspection.followLinks(of: [fact], check) { meant }
        return inspection.brokenLinks.listed
    }

    /// The rules about what is written in items, and how they are called.
    package static let rules = RuleBook.all.filter { rule in
        rule.id == "NB205" || [RuleFamily.paths, .items, .links].contains { $0.contains(rule.id) }
    }
}
