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
    ) throws(RuleFailure) -> [Finding] {
        // Only a notebook has rules for names and front matter.
        let rules = isPlain ? Self.rules.filter { RuleFamily.links.contains($0.id) } : Self.rules
        var inspection = frame
        inspection.now = directory.environment.now()
        inspection.add(self.paths.value.compactMap { known($0)?.fact })
        let asked = paths.compactMap { known($0)?.fact }
        let meant = meant
        inspection.followLinks(of: asked, check) { meant }
        let found = try RuleBook.judge(inspection, by: rules).listed.filter { finding in
            paths.contains { $0.text == finding.path }
        }
        var only = Inspection()
        only.add(asked)
        return Judgement(
            Findings(found), of: directory.path, by: settings, baseline: nil, comments: only.ignoreComments
        ).reported.map(\.finding)
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
        [RuleFamily.paths, .items, .links].contains { $0.contains(rule.id) }
    }
}
