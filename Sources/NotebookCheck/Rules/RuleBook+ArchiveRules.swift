import NotebookFiles
import NotebookFormat
import NotebookStore
import NotebookText

extension RuleBook {
    /// The rules for archives.
    static let archives: [Rule] = [
        refusals(
            .damaged, "NB801", "archive-is-intact",
            why: """
                Something is missing or was changed, or programs unpack different files: such archives can be made to deceive.
                """,
            example: """
                A download that stopped halfway, a zip with a program before its first member, or a tar with two members of
                one name.
                """,
            remedy: asking),
        refusals(
            .encrypted, "NB802", "archive-is-not-encrypted",
            why: "A file that cannot be read cannot be checked.",
            example: "A zip with a password.",
            remedy: "\(.unlock), or unpack the archive and validate the notebook"),
        refusals(
            .unsupported, "NB803", "archive-uses-known-features",
            why: "Many programs cannot unpack such an archive, or unpack something else.",
            example: "A zip in several parts, or a member compressed with LZMA.",
            remedy: asking),
        Rule(
            "NB807", "files-lie-in-one-directory", .error, clause: "23.3", level: .archives,
            why: "Files outside the notebook’s directory are left behind, or belong to another notebook.",
            example: "A zip with two notebooks, or with a `README` beside the notebook.",
            remedy: "for each notebook, \(.archive)",
            check: irregularFiles(.outside) { "is \($0)" }),
        // The manifest comes first, then the description, then the files in the order of their paths.
        oddities(
            .order, "NB811", "members-are-in-order", .warning, "is out of order",
            why: """
                Listing the notebook requires reading the whole archive instead of its first kilobytes.
                """,
            example: "A zip that a file manager made."),
        // Every member has the time 1980-01-01T00:00:00Z.
        oddities(
            .time, "NB812", "members-have-one-time", .note, "does not have the standard time",
            why: "The archive differs each time it is made, though the notebook is the same.",
            example: "A tar that was made with `tar -c`."),
        // Every member has the mode 0644 and no owner.
        oddities(
            .mode, "NB813", "members-have-one-mode", .note, "does not have the standard mode and owner",
            why: "The archive reveals who made it, and differs from one computer to the next.",
            example: "A tar that was made with `tar -c`."),
        oddities(
            .directory, "NB814", "there-are-no-directories", .note, "is a directory",
            why: """
                Directories have no meaning in a notebook; empty ones make the archive of the same notebook differ.
                """,
            example: "A zip that was made with `zip -r`."),
        Rule(
            "NB815", "members-are-plain", .note, clause: "23.9", level: .archives,
            why: """
                Extra fields, data descriptors, comments and names in headers make the archive different on each computer, and \
                some programs cannot read it from a stream or to its end.
                """,
            example: "A zip with times in extra fields, as `zip -r` makes it.",
            remedy: making
        ) { rule, inspection in
            guard let archive = inspection.archive else { return [] }
            let members = archive.oddities[.header].map { odd in
                rule.finding(odd.first, "has headers that the format does not define" + odd.more)
            }
            return archive.container.map { rule.finding("", $0) } + [members].compactMap(\.self)
        },
        Rule(
            "NB816", "directory-has-the-notebooks-ending", .note, clause: "23.2", level: .archives,
            why: """
                Other programs unpack the archive to a directory that no system recognises as a notebook.
                """,
            example: "A zip with the files at its top level.",
            remedy: making
        ) { rule, inspection in
            guard let archive = inspection.archive else { return [] }
            let directory = archive.directory.dropLast()
            let name = directory.isEmpty ? "the top level" : PrintableText.quoted(directory)
            guard directory.ends(in: ".notebundle") else {
                return [rule.finding("manifest.json", "the notebook is in \(name)")]
            }
            guard let problem = PathRules.check(String(directory).utf8.span) else { return [] }
            return [rule.finding("manifest.json", "the notebook is in \(name): \(problem)")]
        },
    ]
}

extension RuleBook {
    private static let asking: Remedy = "get it again, or \(.archive)"
    private static let making: Remedy = "\(.archive)"

    /// Makes a rule that reports why an archive is rejected.
    private static func refusals(
        _ kind: ArchiveRefusal.Kind, _ id: RuleID, _ name: String, why: String, example: String, remedy: Remedy
    ) -> Rule {
        Rule(
            id, name, .error, clause: "23.3", level: .archives, isFundamental: true, needsWholeNotebook: false,
            why: why,
            example: example, remedy: remedy
        ) { rule, inspection in
            guard let refusal = inspection.refusal, refusal.kind == kind else { return [] }
            return [rule.finding(refusal.path, refusal.message)]
        }
    }

    /// Makes a rule that finds members that differ from what a writer would write.
    private static func oddities(
        _ kind: ArchiveFacts.Respect, _ id: RuleID, _ name: String, _ severity: Severity, _ message: String,
        why: String,
        example: String
    ) -> Rule {
        Rule(
            id, name, severity, clause: "23.2", level: .archives, why: why, example: example, remedy: making
        ) { rule, inspection in
            inspection.archive?.oddities[kind].map { odd in [rule.finding(odd.first, message + odd.more)] } ?? []
        }
    }
}
