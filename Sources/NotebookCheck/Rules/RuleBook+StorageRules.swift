import NotebookFiles
import NotebookFormat
import NotebookStore

extension RuleBook {
    /// The rules for other files in the directory.
    static let storage: [Rule] = [
        Rule(
            "NB701", "no-symbolic-links", .error, clause: "2.3", level: .container,
            why: """
                A link leads outside the notebook. In a copy of the notebook, it has a different target or none.
                """,
            example: "`notes/shared.md` is a symbolic link to a file elsewhere.",
            remedy: "replace it with a copy of the file",
            check: irregularFiles(.symbolicLink) { "is \($0)" }),
        noChangeIsPending,
        // Nothing is a device, a socket or a FIFO.
        Rule(
            "NB703", "no-special-files", .error, clause: "2.3", level: .container,
            why: "Reading such a file can hang, or reach into the system; it cannot be copied or archived.",
            example: "A FIFO that a program left in `blobs/`.",
            remedy: "remove it",
            check: irregularFiles(.special) { "is \($0)" }),
        Rule(
            "NB704", "no-hard-links", .error, clause: "2.3", level: .archives,
            why: """
                A hard link in an archive takes its content from another file, which need not be in the archive.
                """,
            example: "A tar of a directory with hard links.",
            remedy: "\(.archive)",
            check: irregularFiles(.hardLink) { "is \($0)" }),
        Rule(
            "NB705", "no-system-files", .note, clause: "10.2", level: .container,
            why: """
                Such files are not part of the notebook and are never archived, but they end up in git and in archives that \
                other programs make.
                """,
            example:
                "`Thumbs.db` in a folder of notes, `Soup.md:Zone.Identifier` beside a note, or `__MACOSX` in a zip.",
            remedy: "remove them, and make git ignore them"
        ) { rule, inspection in
            inspection.systemFiles.map {
                rule.finding($0, "a system or program left this behind; it is not part of the notebook")
            }
        },
        Rule(
            "NB706", "history-is-intact", .warning, clause: "27.2", level: .changing,
            why: """
                The history is not part of the notebook, which is fine without it; but a change whose record or files are \
                damaged cannot be undone.
                """,
            example: "A file in `.history/files` that was cut off by a full disk.",
            remedy: "delete the damaged file, or all of .history: the notebook does not need it"
        ) { rule, inspection in
            inspection.historyDamage.map { rule.finding($0.path, $0.reason) }
        },
    ]
}

extension RuleBook {
    static let noChangeIsPending = Rule(
        "NB702", "no-change-is-pending", .error, clause: "2.6", level: .container, fix: .pendingChange,
        why: "The notebook is between two states: a tool was stopped while changing it.",
        example: "The power failed during an edit.",
        remedy: "\(.recover) to complete or undo the change"
    ) { rule, inspection in
        let repair: Remedy = "\(.repair) to set aside the remains of the change"
        return inspection.pendingChange.map { words in
            [rule.finding(".bundle/journal", words, suggestion: inspection.pendingChangeIsLost ? repair : nil)]
        } ?? []
    }

    /// Finds entries that are not files.
    static func irregularFiles(
        _ kind: IrregularFile.Kind, _ message: @escaping @Sendable (IrregularFile.Kind) -> String
    ) -> Rule.Check {
        { rule, inspection in
            inspection.irregular.filter { $0.kind == kind }.map { rule.finding($0.path, message($0.kind)) }
        }
    }
}
