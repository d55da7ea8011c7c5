extension RuleBook {
    /// The rules about the description of the notebook.
    static let description: [Rule] = [
        // The bundle has a description.
        Rule(
            "NB111", "description-is-present", .error, clause: "2.1", level: .container, isFundamental: true,
            why: """
                `notebook.json` says what the notebook is called and when it was made; without it there is no notebook.
                """,
            example: "A bundle whose `notebook.json` was deleted.",
            remedy: "take it from a copy or from version control, or \(.repair)"
        ) { rule, inspection in
            guard case .missing = inspection.description else { return [] }
            return [rule.finding("notebook.json", "the bundle has no notebook.json")]
        },
        // The description is JSON.
        Rule(
            "NB112", "description-is-well-formed", .error, clause: "4.1", level: .container, isFundamental: true,
            why: """
                A `notebook.json` that is no JSON hides the title, the settings and the smart folders of the notebook.
                """,
            example: "A comma is missing, a key occurs twice, or git has left conflict markers.",
            remedy: "correct it in a text editor, or \(.repair), which saves what can be read of it"
        ) { rule, inspection in
            guard case .malformed(let problem, let position) = inspection.description, problem.kind.breaksSyntax else {
                return []
            }
            let suggestion = problem.isOfLaterVersion ? newerVersion : nil
            return [rule.finding("notebook.json", position, problem.message, suggestion: suggestion)]
        },
        // The description is written in its canonical form.
        Rule(
            "NB113", "description-is-canonical", .note, clause: "6.6", level: .items, fix: .canonicalDescription,
            why: """
                The next edit through a tool writes the whole file in canonical form, which shows up as a change in version control.
                """,
            example: "The file was edited by hand, with other spaces.",
            remedy: "nothing must be done; the next edit writes it in canonical form"
        ) { rule, inspection in
            guard case .read(let description, let bytes) = inspection.description, description.text != bytes else {
                return []
            }
            let offset = zip(description.text, bytes).prefix { $0 == $1 }.count
            let position = TextPosition(of: offset, in: bytes)
            return [rule.finding("notebook.json", position, "the description is not in canonical form from here on")]
        },
        // The description has the keys and values that the format defines.
        Rule(
            "NB114", "description-conforms-to-schema", .error, clause: "6.1", level: .items, isFundamental: true,
            why: """
                A setting that no reader understands hides the title, the settings and the smart folders of the notebook.
                """,
            example: "`\"sort\": \"size\"`, or a notebook without a title.",
            remedy: "correct it in a text editor, or \(.repair), which saves what can be read of it"
        ) { rule, inspection in
            guard case .malformed(let problem, _) = inspection.description, problem.kind == .malformed else {
                return []
            }
            return inspection.descriptionProblems.map { rule.finding("notebook.json", $0.position, $0.problem.message) }
        },
        // Every smart folder has a query that can be read.
        Rule(
            "NB115", "smart-folder-queries-are-readable", .warning, clause: "6.5", level: .items,
            why: "A smart folder whose query cannot be read shows nothing.",
            example: "`\"predicate\": \"modfied > today\"`",
            remedy: "correct the query; docs/Query.md describes the language"
        ) { rule, inspection in
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
            let positions = positions(bytes)
            return broken.map { index, message in
                rule.finding("notebook.json", positions.indices.contains(index) ? positions[index] : nil, message)
            }
        },
    ]
}

extension RuleBook {
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
