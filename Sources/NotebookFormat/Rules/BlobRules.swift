extension RuleBook {
    /// The rules about attachments.
    static let blobs: [Rule] = [
        // The name of every blob carries the beginning of a digest.
        Rule(
            "NB501", "blob-names-carry-digests", .error, clause: "10.1", level: .container, fix: .blobName,
            why: "The digest in the name is what makes attachments safe to share and to store once.",
            example: "`blobs/heron.jpg`, put there with a file manager.",
            remedy: "\(.seal), which gives it its name and corrects the links to it"
        ) { rule, inspection in
            inspection.files.filter { $0.type == .blob && BlobName($0.path.name) == nil }.map {
                rule.finding($0.path.text, "the name carries no digest")
            }
        },
        // Every blob holds what the digest in its name promises.
        Rule(
            "NB502", "blob-contents-match-names", .error, clause: "10.2", level: .container, fix: .blobContents,
            why: "A blob never changes: what does not match its name was damaged, or is another file.",
            example: "`blobs/heron.2cf24dba5fb0a30e.jpg` was cropped with an image editor.",
            remedy: "take the file from a copy; if the change is wanted, attach the changed file anew and link to that"
        ) { rule, inspection in
            inspection.files.filter { fact in
                fact.type == .blob && BlobName(fact.path.name).map { !$0.matches(fact.digest) } == true
            }.map { rule.finding($0.path.text, "the content does not match the digest in the name").about($0.digest) }
        },
        // Every blob is what its extension says.
        Rule(
            "NB503", "media-types-match", .warning, clause: "10.3", level: .items,
            why: """
                Programs that go by the extension cannot show the file, or open it with the wrong application.
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
        // Every blob is mentioned by an item or extra.
        Rule(
            "NB504", "blobs-are-referenced", .note, clause: "9.6", level: .links,
            why: "Nobody finds an attachment that no note mentions, but it makes the notebook larger.",
            example: "A picture whose note was rewritten without it.",
            remedy: "link to it, or move it to the trash"
        ) { rule, inspection in
            inspection.unreferencedBlobs.map { rule.finding($0.text, "no item or extra mentions this attachment") }
        },
        // No two blobs hold the same bytes.
        Rule(
            "NB505", "blobs-are-stored-once", .warning, clause: "10.2", level: .container, fix: .duplicateBlobs,
            why: "The same file takes its room twice, and a change of one of them leaves the other behind.",
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
                return rule.finding(fact.path.text, "holds the same bytes as \(PrintableText.escaped(other.text))")
            }
        },
    ]
}
