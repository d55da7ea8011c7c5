/// Every smart folder has a query that can be read.
struct SmartFolderQueriesAreReadable: Rule {
    let id: RuleID = "NB115"
    let name = "smart-folder-queries-are-readable"
    let severity = Severity.warning
    let clause = "6.5"
    let level = FormatLevel.items
    let explanation = """
        A smart folder whose query cannot be read shows nothing.
        """
    let example = "`\"predicate\": \"modfied > today\"`"
    let remedy = "correct the query; docs/Query.md describes the language"

    func findings(in inspection: Inspection) -> [Finding] {
        guard case .read(let description, let bytes) = inspection.description else { return [] }
        let broken = description.smartFolders.enumerated().compactMap { index, folder -> (Int, String)? in
            do throws(QueryError) {
                _ = try Query(folder.predicate)
                return nil
            } catch {
                let name = PrintableText.quoted(folder.name)
                return (index, "the query of \(name) cannot be read, column \(error.column): \(error.message)")
            }
        }
        guard !broken.isEmpty else { return [] }
        let positions = Self.positions(bytes)
        return broken.map { index, message in
            finding("notebook.json", positions.indices.contains(index) ? positions[index] : nil, message)
        }
    }

    /// Where the queries of the smart folders stand.
    private static func positions(_ bytes: [UInt8]) -> [TextPosition?] {
        guard case .object(let members)? = (try? JSONValue.read(bytes))?.content,
            case .array(let rows)? = members.first(where: { $0.key == "smartFolders" })?.value.content
        else { return [] }
        let index = LineIndex(bytes)
        return rows.map { row in
            guard case .object(let members) = row.content else { return nil }
            return members.first { $0.key == "predicate" }.map { index.position(of: $0.value.offset) }
        }
    }
}
