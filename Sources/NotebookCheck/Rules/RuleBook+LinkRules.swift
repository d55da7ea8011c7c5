import NotebookFormat
import NotebookLinks
import NotebookStore
import NotebookText

extension RuleBook {
    /// The rules for links.
    static let links: [Rule] = [
        links(
            .missingBlob, "NB601", "blob-links-resolve", .error, clause: "21.5",
            why: "An attachment that the text refers to is missing.",
            example: "`![A heron](../blobs/heron.2cf24dba5fb0a30e.jpg)` without that file.",
            remedy: "attach the file again, or fix the link"),
        links(
            .missingFile, "NB602", "file-links-resolve", .warning, clause: "21.2",
            why: "The link leads nowhere.",
            example: "`[Soup](../Recipes/Soup.md)` after the note was renamed.",
            remedy: "fix the link"),
        links(
            .missingTarget, "NB603", "wiki-links-resolve", .warning, clause: "21.3",
            why: "The link leads nowhere. That may be intended if the note is still to be written.",
            example: "`[[Grey heron]]` without a note of that name or title.",
            remedy: "fix the link, or add the note"),
        // Every link to a heading or block finds it.
        links(
            .missingHeading, "NB604", "headings-resolve", .warning, clause: "21.4",
            why: "The link leads to the beginning of the note instead of the heading.",
            example: "`[[Grey heron#Food]]` after the heading became “Diet”.",
            remedy: "fix the link"),
        links(
            .ambiguous, "NB605", "links-are-unambiguous", .warning, clause: "21.3",
            why: "Programs choose differently, so the link may lead to a different note than intended.",
            example: "`[[Soup]]` with `notes/Asia/Soup.md` and `notes/Europe/Soup.md`, at the same distance.",
            remedy: "write the folder before the name: [[Asia/Soup]]"),
        links(
            .trashed, "NB606", "links-do-not-lead-into-the-trash", .warning, clause: "22.1",
            why: "The target of the link was deleted, and is lost when the trash is emptied.",
            example: "`[[Grey heron]]` after that note was deleted.",
            remedy: "restore it, or remove the link"),
        links(
            .outside, "NB607", "links-stay-inside", .warning, clause: "21.2",
            why: """
                The notebook is not self-contained: the file is missing when the notebook is copied or sent.
                """,
            example: "`[Budget](../../Documents/budget.xlsx)`",
            remedy: "attach the file"),
    ]
}

extension RuleBook {
    /// Makes a rule that finds broken links of one kind.
    private static func links(
        _ kind: BrokenLink.Kind, _ id: RuleID, _ name: String, _ severity: Severity, clause: String, why: String,
        example: String, remedy: Remedy
    ) -> Rule {
        Rule(
            id, name, severity, clause: clause, level: .links, why: why, example: example, remedy: remedy,
            omissions: { inspection in
                inspection.brokenLinks.omissions.filter { $0.kind == kind }.map { ($0.source.text, $0.count) }
            },
            check: { rule, inspection in
                inspection.brokenLinks.listed.filter { $0.problem.kind == kind }.map { link in
                    var finding = rule.finding(
                        link.source.text, link.position, link.problem.description, suggestion: link.suggestion)
                    finding.endColumn = link.endColumn
                    return finding
                }
            })
    }
}

extension BrokenLink {
    /// A remedy for this link that is more specific than that of the rule, if there is one.
    fileprivate var suggestion: Remedy? {
        guard !meant.isEmpty else { return nil }
        let list = meant.map { PrintableText.escaped($0) }.joined(separator: " or ")
        return problem.kind == .ambiguous ? "write \(list)" : "did you mean \(list)?"
    }
}
