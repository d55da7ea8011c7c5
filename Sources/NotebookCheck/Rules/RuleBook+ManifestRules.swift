import NotebookFormat
import NotebookStore
import NotebookText

extension RuleBook {
    /// The rules for the manifest.
    static let manifest: [Rule] = [
        Rule(
            "NB101", "manifest-is-present", .error, clause: "2.1", level: .container, fix: .seal, isFundamental: true,
            why: """
                Without `manifest.json` it is unknown which files belong to the notebook, and whether one of them is missing or damaged.
                """,
            example: "A bundle whose `manifest.json` was deleted.",
            remedy: sealing
        ) { rule, inspection in
            guard case .missing = inspection.manifest else { return [] }
            return [rule.finding(missing: .manifest, in: inspection)]
        },
        Rule(
            "NB102", "manifest-is-well-formed", .error, clause: "4.1", level: .container, fix: .seal,
            isFundamental: true,
            why: "A manifest that is not JSON lists nothing; readers refuse the notebook.",
            example: "A comma is missing, a key occurs twice, or git has left conflict markers.",
            remedy: sealing
        ) { rule, inspection in
            guard case .malformed(let problem, let position) = inspection.manifest, problem.kind.breaksSyntax else {
                return []
            }
            let suggestion = problem.isOfLaterVersion ? newerVersion : nil
            return [rule.finding("manifest.json", position, problem.message, suggestion: suggestion)]
        },
        Rule(
            "NB103", "version-is-known", .error, clause: "11.1", level: .container, fix: .newerVersion,
            isFundamental: true,
            why: """
                A later version may give the same keys different meanings, so nothing else can be checked.
                """,
            example: "`\"version\": 2`",
            remedy: newerVersion
        ) { rule, inspection in
            var findings: [Finding] = []
            if case .malformed(let problem, let position) = inspection.manifest, problem.kind == .newerVersion {
                findings.append(rule.finding("manifest.json", position, problem.message))
            }
            if case .malformed(let problem, let position) = inspection.description, problem.kind == .newerVersion {
                findings.append(rule.finding("notebook.json", position, problem.message))
            }
            return findings
        },
        Rule(
            "NB104", "manifest-is-canonical", .error, clause: "9.1", level: .container, fix: .seal,
            why: """
                The fingerprint of a notebook is the digest of its manifest: the same list must always have the same spelling.
                """,
            example: "The entries are indented differently, or not in the order of their paths.",
            remedy: "\(.seal)"
        ) { rule, inspection in
            guard case .read(let manifest, let bytes) = inspection.manifest, manifest.text != bytes else { return [] }
            let offset = zip(manifest.text, bytes).prefix { $0 == $1 }.count
            let position = TextPosition(of: offset, in: bytes)
            return [rule.finding("manifest.json", position, "the manifest is not in canonical form from here on")]
        },
        Rule(
            "NB105", "manifest-agrees-with-items", .error, clause: "17.11", level: .items, fix: .seal,
            why: """
                Lists are made from the manifest alone: if it disagrees with a file, they show wrong values.
                """,
            example: "The manifest lists the title “Heron” for an item whose front matter says “Grey heron”.",
            remedy: "\(.seal)"
        ) { rule, inspection in
            guard let manifest = inspection.manifest.value, let created = inspection.description.value?.created else {
                return []
            }
            let disagreements = inspection.files.compactMap { fact -> (path: BundlePath, keys: String)? in
                guard let entry = manifest[fact.path], entry.digest == fact.digest,
                    let expected = Entry(fact, notebookCreated: created),
                    expected.item != entry.item
                        // Another normal form is another title.
                        || !(expected.item?.title ?? "").isIdentical(to: entry.item?.title ?? "")
                else { return nil }
                return (fact.path, differences(entry.item, expected.item).joined(separator: ", "))
            }
            guard !disagreements.isEmpty else { return [] }
            let positions = inspection.entryPositions()
            return disagreements.map { disagreement in
                rule.finding(
                    "manifest.json", positions[disagreement.path.text],
                    "disagrees with \(PrintableText.escaped(disagreement.path.text)) about: \(disagreement.keys)")
            }
        },
        Rule(
            "NB106", "manifest-conforms-to-schema", .error, clause: "9.2", level: .container, fix: .seal,
            isFundamental: true,
            why: """
                A manifest with invalid keys or values lists nothing; readers refuse the notebook.
                """,
            example: "An entry has no size, a digest of 63 digits, or the path `notes/what?.md`.",
            remedy: sealing,
            check: malformedManifest(.malformed)),
        Rule(
            "NB107", "manifest-lists-paths-once", .error, clause: "9.2", level: .container, fix: .seal,
            isFundamental: true,
            why: "If a file has two entries, it is unknown which one is right.",
            example: "A merge with git kept the entries of both branches.",
            remedy: sealing,
            check: malformedManifest(.repeatedPath)),
        Rule(
            "NB108", "texts-are-within-the-limits", .error, clause: "9.7", level: .container, isFundamental: true,
            why: """
                Programs read `manifest.json` and `notebook.json` into memory as a whole, and refuse more than 256 MiB or 16 MiB,
                so that the content cannot be checked.
                """,
            example: "A program stores pictures in `notebook.json`, under its own key.",
            remedy: "remove large values from notebook.json, and \(.seal) to rebuild the manifest"
        ) { rule, inspection in
            var findings: [Finding] = []
            if case .malformed(let problem, _) = inspection.manifest, problem.kind == .tooLong {
                findings.append(rule.finding("manifest.json", problem.message))
            }
            if case .malformed(let problem, _) = inspection.description, problem.kind == .tooLong {
                findings.append(rule.finding("notebook.json", problem.message))
            }
            return findings
        },
    ]
}

extension RuleBook {
    /// The remedy for a later version.
    static let newerVersion: Remedy = "use a newer version of this program"
    private static let sealing: Remedy = "\(.seal) to rebuild it from the files"

    /// Finds an invalid manifest.
    private static func malformedManifest(_ kind: TextProblem.Kind) -> Rule.Check {
        { rule, inspection in
            guard case .malformed(let problem, let position) = inspection.manifest, problem.kind == kind else {
                return []
            }
            return [rule.finding("manifest.json", position, problem.message)]
        }
    }

    /// The keys that two descriptions of an item disagree about.
    private static func differences(_ one: ItemMetadata?, _ two: ItemMetadata?) -> [String] {
        guard let one, let two else { return ["type"] }
        return KnownKey.allCases.filter { !$0.row.isSame(one, two) }.map(\.rawValue)
    }
}
