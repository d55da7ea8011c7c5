import NotebookFiles
import NotebookFormat
import NotebookStore

extension RuleBook {
    /// The rules for the files that the manifest lists.
    static let files: [Rule] = [
        Rule(
            "NB201", "listed-files-exist", .error, clause: "9.3", level: .container, fix: .missingFiles,
            why: "The notebook is incomplete: a part of it is lost.",
            example: "A note was deleted with a file manager.",
            remedy: "put the file back, or \(.seal) to accept that it is gone"
        ) { rule, inspection in
            guard let manifest = inspection.manifest.value else { return [] }
            let present = Set(inspection.files.map(\.path))
            return manifest.entries.filter { !present.contains($0.path) && !inspection.isUnknown($0.path) }.map {
                entry in
                inspection.evicted.contains(entry.path)
                    ? rule.finding(
                        entry.path.text, "this file is in iCloud, and not on this computer",
                        suggestion: NotebookError.inCloud("", entry.path, 1).remedy)
                    : rule.finding(entry.path.text, "the manifest lists this file, but it does not exist")
            }
        },
        Rule(
            "NB202", "sizes-match", .error, clause: "9.3", level: .container, fix: .seal,
            why: "The file was changed or truncated since the notebook was sealed.",
            example: "A note was edited in a text editor.",
            remedy: "\(.seal) if the change is wanted, or restore the file from a backup"
        ) { rule, inspection in
            guard let manifest = inspection.manifest.value else { return [] }
            return inspection.files.compactMap { fact in
                guard let entry = manifest[fact.path], entry.size != fact.size else { return nil }
                let message = "has \(fact.size) bytes, but the manifest lists \(entry.size)"
                return rule.finding(fact.path.text, message, suggestion: fact.remedyOfChange).about(fact.digest)
            }
        },
        Rule(
            "NB203", "digests-match", .error, clause: "9.3", level: .container, fix: .seal,
            why: """
                The file was changed since the notebook was sealed, by a person, a program or a disk error.
                """,
            example: "A letter in a note was replaced by another.",
            remedy: "\(.seal) if the change is wanted, or restore the file from a backup"
        ) { rule, inspection in
            guard let manifest = inspection.manifest.value else { return [] }
            return inspection.files.compactMap { fact in
                guard let entry = manifest[fact.path], entry.size == fact.size, entry.digest != fact.digest else {
                    return nil
                }
                let message = "the content does not match the manifest"
                return rule.finding(fact.path.text, message, suggestion: fact.remedyOfChange).about(fact.digest)
            }
        },
        Rule(
            "NB204", "no-file-is-unlisted", .error, clause: "9.3", level: .container, fix: .seal,
            why: """
                A file that is not listed is not part of the notebook: it is left behind when the notebook is archived or sent.
                """,
            example: "A note was added with a text editor.",
            remedy: "\(.seal) to accept it, or remove it"
        ) { rule, inspection in
            guard let manifest = inspection.manifest.value else { return [] }
            let unlisted = inspection.files.filter { $0.type != nil && manifest[$0.path] == nil }.map(\.path.text)
            let otherForms = inspection.otherForms.filter { $0.type != nil }.map(\.foundPath)
            return (unlisted + otherForms).map { rule.finding($0, "the manifest does not list this file") }
        },
        Rule(
            "NB205", "no-conflict-copies", .warning, clause: "14.1", level: .names, comparesFiles: true,
            why: """
                There are two versions of one note, and each may contain something that the other lacks.
                """,
            example: "`notes/Soup (conflicted copy 2026-03-01).md`, written by a sync program.",
            remedy: "\(.resolve)"
        ) { rule, inspection in
            inspection.conflictCopies.map { rule.finding($0.path.text, "the name is that of a conflict copy") }
        },
    ]
}

extension Rule {
    /// A finding about a file that every bundle has, and that is not there.
    func finding(missing path: BundlePath, in inspection: Inspection) -> Finding {
        inspection.evicted.contains(path)
            ? finding(
                path.text, "this file is in iCloud, and not on this computer",
                suggestion: NotebookError.inCloud("", path, 1).remedy)
            : finding(path.text, "the bundle has no \(path)")
    }
}
