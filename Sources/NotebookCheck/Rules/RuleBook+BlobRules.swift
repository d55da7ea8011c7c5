import NotebookFormat
import NotebookStore
import NotebookText

extension RuleBook {
    /// The rules for attachments.
    static let blobs: [Rule] = [
        Rule(
            "NB501", "blob-names-carry-digests", .error, clause: "6.1", level: .container, fix: .blobName,
            why: "The digest in the name makes it safe to share attachments and to store each only once.",
            example: "`blobs/heron.jpg`, added with a file manager.",
            remedy: "\(.seal) to rename it and update the links to it"
        ) { rule, inspection in
            inspection.files.filter { $0.type == .blob && BlobName($0.path.name) == nil }.map {
                rule.finding($0.path.text, "the name contains no digest")
            }
        },
        Rule(
            "NB502", "blob-contents-match-names", .error, clause: "6.2", level: .container, fix: .blobContents,
            why: "A blob never changes: one that does not match its name was damaged or replaced.",
            example: "`blobs/heron.2cf24dba5fb0a30e.jpg` was cropped with an image editor.",
            remedy: FileFact.remedyOfChangedBlob
        ) { rule, inspection in
            inspection.files.filter { fact in
                fact.type == .blob && BlobName(fact.path.name).map { !$0.matches(fact.digest) } == true
            }.map { rule.finding($0.path.text, "the content does not match the digest in the name").about($0.digest) }
        },
        Rule(
            "NB503", "media-types-match", .warning, clause: "19.1", level: .items,
            why: """
                Programs that rely on the extension cannot show the file, or open it with the wrong application.
                """,
            example: "A JPEG that is called `heron.png`, or a web page that was saved as `paper.pdf`.",
            remedy: "attach it under a name with the right extension"
        ) { rule, inspection in
            inspection.files.compactMap { fact in
                guard fact.type == .blob, let problem = MediaSignature.problem(of: fact.path.name, head: fact.head)
                else {
                    return nil
                }
                return rule.finding(fact.path.text, problem)
            }
        },
        Rule(
            "NB504", "blobs-are-referenced", .note, clause: "21.6", level: .links,
            why: "Nobody finds an attachment that no note mentions, and it makes the notebook larger.",
            example: "A picture whose note was rewritten without it.",
            remedy: "link to it, or move it to the trash"
        ) { rule, inspection in
            inspection.unreferencedBlobs.map { rule.finding($0.text, "no item or extra mentions this attachment") }
        },
        Rule(
            "NB505", "blobs-are-stored-once", .warning, clause: "6.2", level: .container, fix: .duplicateBlobs,
            why: "The same file takes up space twice, and changing one leaves the other unchanged.",
            example: "`blobs/heron.2cf24dba5fb0a30e.jpg` beside `blobs/bird.2cf24dba5fb0a30e.jpg`.",
            remedy: "keep one of them, or \(.fix), which redirects the links"
        ) { rule, inspection in
            var first: [Digest: BundlePath] = [:]
            return inspection.files.compactMap { fact in
                guard fact.type == .blob, TrashedPath(fact.path) == nil else { return nil }
                guard let other = first[fact.digest] else {
                    first[fact.digest] = fact.path
                    return nil
                }
                return rule.finding(fact.path.text, "has the same content as \(PrintableText.escaped(other.text))")
            }
        },
    ]
}
