import NotebookFormat
import NotebookStore
import NotebookText

extension RuleBook {
    /// The rules for notes and cards.
    static let items: [Rule] = [
        Rule(
            "NB401", "items-are-utf-8", .error, clause: "3.1", level: .items,
            why: "Text in another encoding is displayed incorrectly, and cannot be edited safely.",
            example: "A note that an old editor saved in Latin-1.",
            remedy: "save it as UTF-8",
            check: unreadableItems { $0 == .encoding }),
        Rule(
            "NB402", "unique-identifiers-differ", .error, clause: "17.8", level: .items, fix: .newUUID,
            comparesFiles: true,
            why: "The uuid identifies an item when it is renamed, moved or merged.",
            example: "A note was copied with a file manager.",
            remedy: "\(.seal) to give the copy a new uuid"
        ) { rule, inspection in
            let items = inspection.files.filter { $0.item?.readable?.metadata.uuid != nil }
            let same = Dictionary(grouping: items) { $0.item?.readable?.metadata.uuid }
            return same.values.filter { $0.count > 1 }.flatMap { facts -> [Finding] in
                // The item that existed before is the original.
                let isListed = { (fact: FileFact) in inspection.manifest.value?[fact.path] != nil }
                guard let original = facts.first(where: isListed) ?? facts.first else { return [] }
                return facts.filter { $0.path != original.path }.map { fact in
                    let other = PrintableText.escaped(original.path.text)
                    return rule.finding(
                        fact.path.text, fact.item?.readable?.positions[.uuid], "has the same uuid as \(other)")
                }
            }
        },
        Rule(
            "NB403", "items-have-unique-identifiers", .note, clause: "17.3", level: .items, fix: .missingUUID,
            why: "Without a uuid, an item that is renamed outside the tool looks like a new one.",
            example: "A note without front matter.",
            remedy: "\(.seal) to give it one"
        ) { rule, inspection in
            inspection.files.compactMap { fact in
                guard let item = fact.item?.readable, item.metadata.uuid == nil, item.unacceptable[.uuid] == nil else {
                    return nil
                }
                return rule.finding(fact.path.text, "has no uuid")
            }
        },
        // Every uuid, title and pin has an accepted spelling.
        Rule(
            "NB404", "values-are-acceptable", .warning, clause: "17.4", level: .items,
            why: """
                An invalid value is treated as missing: the item appears without its title, or is not pinned.
                """,
            example: "`pinned: perhaps`, or a title that begins with `[`.",
            remedy: "fix the value; put a title with special characters in quotation marks",
            check: unacceptableValues({ ![.date, .tags].contains($0) }) {
                "the value of “\($0)” is invalid and is treated as missing"
            }),
        Rule(
            "NB405", "items-have-no-byte-order-mark", .warning, clause: "15.2", level: .items, fix: .byteOrderMark,
            why: """
                The mark has no meaning in UTF-8, and many programs treat it as text and miss the front matter after it.
                """,
            example: "A note saved by an editor as “UTF-8 with BOM”.",
            remedy: "save it as UTF-8 without a byte order mark"
        ) { rule, inspection in
            inspection.files.filter { $0.item?.readable?.hasByteOrderMark == true }.map {
                rule.finding($0.path.text, TextPosition(line: 1, column: 1), "the file begins with a byte order mark")
            }
        },
        Rule(
            "NB406", "lines-end-in-line-feeds", .warning, clause: "15.2", level: .items, fix: .lineEnds,
            why: """
                Programs that convert line ends change the bytes and break the digest; in git, every line of the note shows as changed.
                """,
            example: "A note that an editor on Windows saved with CRLF.",
            remedy: "save it with LF line ends"
        ) { rule, inspection in
            inspection.files.compactMap { fact in
                guard let ends = fact.item?.readable?.foreignLineEnds else { return nil }
                return rule.finding(fact.path.text, ends.first, message(ends)).inShort("a line ends in CRLF or CR")
            }
        },
        Rule(
            "NB407", "cards-have-two-sides", .warning, clause: "18.3", level: .items,
            why: "A card that lacks a side has no question or no answer.",
            example: "A card whose `---` has text directly above it, which turns that text into a heading.",
            remedy: "separate front and back with a line ‘---’ between empty lines"
        ) { rule, inspection in
            inspection.files.compactMap { fact in
                guard let side = fact.item?.readable?.missingSide else { return nil }
                return rule.finding(fact.path.text, "the card has no \(side.rawValue)")
            }
        },
        // No note or card contains two versions of a place, as version control systems and merges leave them. No
        // description contains two values of a key.
        Rule(
            "NB408", "no-conflict-markers", .warning, clause: "20.1", level: .items,
            why: "The text contains both versions, and nobody has decided which one is right.",
            example: """
                `<<<<<<< HEAD` in a note after a merge. Within a code block these lines have no meaning. Or \
                `# conflict (theirs): title: Soup` in the front matter; or a row of `conflicts` in `notebook.json`.
                """,
            remedy: "\(.resolve), or choose between the two versions and remove the markers"
        ) { rule, inspection in
            let values = inspection.description.firstConflict.map {
                [rule.finding("notebook.json", $0, "two values of one key: a merge could not decide between them")]
            }
            return (values ?? [])
                + inspection.files.compactMap { fact in
                    let item = fact.item?.readable
                    if let position = item?.conflictComment {
                        return rule.finding(
                            fact.path.text, position, "two values of one key: a merge could not decide between them")
                    }
                    guard let position = item?.conflictMarker else { return nil }
                    return rule.finding(fact.path.text, position, "a conflict marker of a version control system")
                }
        },
        Rule(
            "NB409", "items-hold-no-nul", .error, clause: "15.3", level: .items,
            why: "Many programs treat the character as the end of the text, and drop the rest.",
            example: "A file that a crash filled with zeros.",
            remedy: "restore the file from a backup, or remove the character",
            check: unreadableItems { $0 == .nul }),
        Rule(
            "NB410", "front-matter-parses", .error, clause: "17.2", level: .items,
            why: "Invalid front matter cannot be shown or edited safely.",
            example: "A line of the front matter is not “key: value”, or `title` occurs twice.",
            remedy: "fix it in a text editor",
            check: unreadableItems { $0 == .malformed || $0 == .conflictMarker }),
        Rule(
            "NB411", "items-are-within-the-limit", .error, clause: "17.9", level: .items,
            why: "Programs read a note into memory as a whole, and may refuse one longer than 16 MiB.",
            example: "A log file that was renamed to `.md`.",
            remedy: "split it, or attach it as a file",
            check: unreadableItems { $0 == .tooLong }),
        Rule(
            "NB412", "dates-are-acceptable", .warning, clause: "17.4", level: .items,
            why: """
                An invalid date is treated as missing: the item is sorted as if it were as old as the notebook.
                """,
            example: "`created: {{date}}` in a template, or `created: 3 March`.",
            remedy: "write it as 2026-11-20 or 2026-11-20T10:00:00Z, or ignore the warning for templates",
            check: unacceptableValues({ $0 == .date }) {
                "the value of “\($0)” is invalid and is treated as missing"
            }),
        Rule(
            "NB413", "tags-are-acceptable", .warning, clause: "17.4", level: .items,
            why: """
                Invalid tags are ignored: the item is not found by them. They stay in the file unchanged.
                """,
            example: "`tags: [birds, [wetland]]`, or a tag of more than 255 bytes.",
            remedy: "write them as [birds, wetland]",
            check: unacceptableValues({ $0 == .tags }) { "a value of “\($0)” is invalid and is ignored" }),
        Rule(
            "NB414", "modified-is-not-before-created", .warning, clause: "17.10", level: .items, fix: .modificationDate,
            why: "One of the two dates is wrong, so the item is sorted to the wrong place.",
            example: "`created: 2026-11-20` with `modified: 2026-11-19`.",
            remedy: "fix one of the dates, or \(.fix), which sets the modification date to the creation date"
        ) { rule, inspection in
            inspection.files.compactMap { fact in
                guard let item = fact.item?.readable, let created = item.metadata.created,
                    let modified = item.metadata.modified,
                    modified < created
                else { return nil }
                return rule.finding(
                    fact.path.text, item.positions[.modified],
                    "was changed on \(modified), before it was created on \(created)")
            }
        },
        Rule(
            "NB415", "dates-are-not-in-the-future", .warning, clause: "17.10", level: .items,
            why: """
                A date in the future keeps an item at the top of every list, and Today does not find it. One day is allowed for \
                other time zones.
                """,
            example: "`modified: 2062-01-01`",
            remedy: "fix the date"
        ) { rule, inspection in
            guard let now = inspection.now else { return [] }
            let latest = Timestamp(clamping: now.secondsSince1970 + 86_400)
            return inspection.files.flatMap { fact -> [Finding] in
                guard let item = fact.item?.readable else { return [] }
                let dates = [(KnownKey.created, item.metadata.created), (.modified, item.metadata.modified)]
                return dates.compactMap { key, date in
                    guard let date, date > latest else { return nil }
                    return rule.finding(
                        fact.path.text, item.positions[key], "“\(key.rawValue)” is in the future: \(date)")
                }
            }
        },
        Rule(
            "NB416", "tags-do-not-repeat", .note, clause: "15.4", level: .items, fix: .repeatedTags,
            why: "The second one is ignored; an edit of the tags drops it.",
            example: "`tags: [birds, Birds]`",
            remedy: "remove one of them, or \(.fix)"
        ) { rule, inspection in
            inspection.files.compactMap { fact in
                guard let item = fact.item?.readable, let repeated = item.repeatedTag else { return nil }
                let message = "the tag \(PrintableText.quoted(repeated.tag.text)) repeats an earlier one"
                return rule.finding(fact.path.text, repeated.position, message)
            }
        },
        Rule(
            "NB417", "tags-have-one-spelling", .note, clause: "15.4", level: .items,
            comparesFiles: true,
            why: "They are the same tag, but a program that compares letter by letter sees two.",
            example: "`birds` in one note and `Birds` in another.",
            remedy: "choose one spelling"
        ) { rule, inspection in
            var spellings: [ComparisonKey: (tag: Tag, path: BundlePath)] = [:]
            var findings: [Finding] = []
            for fact in inspection.files where TrashedPath(fact.path) == nil {
                guard let item = fact.item?.readable else { continue }
                for tag in item.metadata.tags {
                    guard let first = spellings[tag.key] else {
                        spellings[tag.key] = (tag, fact.path)
                        continue
                    }
                    guard !first.tag.text.isIdentical(to: tag.text) else { continue }
                    let other = PrintableText.quoted(first.tag.text)
                    findings.append(
                        rule.finding(
                            fact.path.text, item.positions[.tags],
                            "the tag \(PrintableText.quoted(tag.text)) is spelled \(other) in \(PrintableText.escaped(first.path.text))"
                        ))
                }
            }
            return findings
        },
    ]
}

extension RuleBook {
    /// Says how many lines have each kind of end.
    private static func message(_ ends: ForeignLineEnds) -> String {
        let kinds = [(ends.crlf, "CRLF"), (ends.cr, "CR")].filter { $0.0 > 0 }
        let names = kinds.map(\.1).joined()
        if kinds.count == 1, ends.crlf + ends.cr == ends.lines {
            return ends.lines == 1 ? "the line ends in \(names)" : "all \(ends.lines) lines end in \(names)"
        }
        return kinds.enumerated().map { index, kind in
            index > 0
                ? "\(kind.0) in \(kind.1)"
                : "\(kind.0) of \(ends.lines) lines \(kind.0 == 1 ? "ends" : "end") in \(kind.1)"
        }.joined(separator: " and ")
    }

    /// Finds invalid items.
    private static func unreadableItems(_ isMeant: @escaping @Sendable (TextProblem.Kind) -> Bool) -> Rule.Check {
        { rule, inspection in
            inspection.files.compactMap { fact in
                guard case .unreadable(let problem, let position)? = fact.item, isMeant(problem.kind) else {
                    return nil
                }
                return rule.finding(fact.path.text, position, problem.message)
            }
        }
    }

    /// Finds invalid values in front matter.
    private static func unacceptableValues(
        _ isOne: (KnownKey.Kind) -> Bool, _ message: @escaping @Sendable (String) -> String
    ) -> Rule.Check {
        let keys = KnownKey.allCases.filter { isOne($0.row.kind) }
        return { rule, inspection in
            inspection.unacceptableValues(of: keys).map { value in
                rule.finding(value.path.text, value.position, message(value.key.rawValue))
            }
        }
    }
}

extension Inspection.Reading<NotebookDescription> {
    /// The position of the values that merges could not decide between; `nil` if there are none.
    fileprivate var firstConflict: TextPosition? {
        guard case .read(let description, let bytes) = self, !description.conflicts.isEmpty,
            case .object(let members)? = (try? JSONValue.read(bytes))?.content,
            let member = members.first(where: { $0.key == ValueConflict.listKey })
        else { return nil }
        return TextPosition(of: member.value.offset, in: bytes)
    }
}
