/// The manifest repeats what the items say of themselves.
struct ManifestAgreesWithItems: Rule {
    let id: RuleID = "NB105"
    let name = "manifest-agrees-with-items"
    let severity = Severity.error
    let clause = "7.11"
    let level = FormatLevel.items
    let explanation = """
        Lists are made from the manifest alone: where it disagrees with a file, they show what is not so.
        """
    let example = "The manifest lists the title “Heron” for an item whose front matter says “Grey heron”."
    let remedy = "run ‘bundle seal’"

    func findings(in inspection: Inspection) -> [Finding] {
        guard let manifest = inspection.manifest.value, let created = inspection.description.value?.created else {
            return []
        }
        let disagreements = inspection.files.compactMap { fact -> (path: BundlePath, keys: String)? in
            guard let entry = manifest[fact.path], entry.digest == fact.digest,
                let expected = Entry(fact, notebookCreated: created), expected.item != entry.item
            else { return nil }
            return (fact.path, Self.differences(entry.item, expected.item).joined(separator: ", "))
        }
        guard !disagreements.isEmpty else { return [] }
        let positions = inspection.entryPositions()
        return disagreements.map { disagreement in
            finding(
                "manifest.json", positions[disagreement.path.text],
                "disagrees with \(PrintableText.escaped(disagreement.path.text)) about: \(disagreement.keys)")
        }
    }

    private static func differences(_ one: ItemMetadata?, _ two: ItemMetadata?) -> [String] {
        guard let one, let two else { return ["type"] }
        let differs: [(KnownKey, Bool)] = [
            (.uuid, one.uuid != two.uuid), (.title, one.title != two.title), (.created, one.created != two.created),
            (.modified, one.modified != two.modified), (.pinned, one.pinned != two.pinned),
            (.tags, one.tags != two.tags),
        ]
        return differs.filter(\.1).map(\.0.rawValue)
    }
}
