import NotebookFormat
import NotebookQuery
import NotebookStore
import NotebookText

extension RuleBook {
    /// The rules for the description of the notebook.
    static let description: [Rule] = [
        Rule(
            "NB111", "description-is-present", .error, clause: "2.1", level: .container, isFundamental: true,
            why: """
                `notebook.json` has the title of the notebook and its creation date; without it there is no notebook.
                """,
            example: "A bundle whose `notebook.json` was deleted.",
            remedy: "restore it from a backup or from version control, or \(.repair)"
        ) { rule, inspection in
            guard case .missing = inspection.description else { return [] }
            return [rule.finding(missing: .notebook, in: inspection)]
        },
        Rule(
            "NB112", "description-is-well-formed", .error, clause: "4.1", level: .container, isFundamental: true,
            why: """
                If `notebook.json` is not JSON, the title, the settings and the smart folders of the notebook cannot be read.
                """,
            example: "A comma is missing, a key occurs twice, or git has left conflict markers.",
            remedy: "fix it in a text editor, or \(.repair), which keeps everything readable"
        ) { rule, inspection in
            guard case .malformed(let problem, let position) = inspection.description, problem.kind.breaksSyntax else {
                return []
            }
            let suggestion = problem.isOfLaterVersion ? newerVersion : nil
            return [rule.finding("notebook.json", position, problem.message, suggestion: suggestion)]
        },
        Rule(
            "NB113", "description-is-canonical", .note, clause: "16.6", level: .items, fix: .canonicalDescription,
            why: """
                The next edit by a tool writes the whole file in canonical form, which version control shows as a change.
                """,
            example: "The file was edited by hand, with other spaces.",
            remedy: "nothing to do; the next edit writes it in canonical form"
        ) { rule, inspection in
            guard case .read(let description, let bytes) = inspection.description, description.text != bytes else {
                return []
            }
            let offset = zip(description.text, bytes).prefix { $0 == $1 }.count
            let position = TextPosition(of: offset, in: bytes)
            return [rule.finding("notebook.json", position, "the description is not in canonical form from here on")]
        },
        Rule(
            "NB114", "description-conforms-to-schema", .error, clause: "16.1", level: .items, isFundamental: true,
            why: """
                If a value is invalid, the title, the settings and the smart folders of the notebook cannot be read.
                """,
            example: "`\"sort\": \"size\"`, or a notebook without a title.",
            remedy: "fix it in a text editor, or \(.repair), which keeps everything readable"
        ) { rule, inspection in
            guard case .malformed(let problem, _) = inspection.description, problem.kind == .malformed else {
                return []
            }
            return inspection.descriptionProblems.map { rule.finding("notebook.json", $0.position, $0.problem.message) }
        },
        Rule(
            "NB115", "smart-folder-queries-are-readable", .warning, clause: "16.5", level: .items,
            why: "A smart folder with an invalid query shows nothing.",
            example: "`\"predicate\": \"modfied > today\"`",
            remedy: "fix the query; docs/Query.md describes the language"
        ) { rule, inspection in
            guard case .read(let description, let bytes) = inspection.description else { return [] }
            let broken = description.smartFolders.enumerated().compactMap { index, folder -> (Int, String)? in
                do throws(QueryError) {
                    _ = try Query(folder.predicate)
                    return nil
                } catch {
                    let name = PrintableText.quoted(folder.name)
                    return (index, "the query of \(name) is invalid, column \(error.column): \(error.message)")
                }
            }
            guard !broken.isEmpty else { return [] }
            let positions = positions(bytes)
            return broken.map { index, message in
                rule.finding("notebook.json", positions.indices.contains(index) ? positions[index] : nil, message)
            }
        },
    ]
}

extension RuleBook {
    /// The positions of the smart folders' queries.
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
