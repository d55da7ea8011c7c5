import NotebookFormat
import NotebookStore
import NotebookText

extension RuleBook {
    /// The rules for names and paths.
    static let paths: [Rule] = [
        Rule(
            "NB301", "names-hold-no-reserved-characters", .error, clause: "5.2", level: .container, fix: .portableName,
            why: """
                Windows cannot store such a name: the file is lost or renamed when the notebook is copied there.
                """,
            example: "`notes/What is this?.md`",
            remedy: renaming,
            check: badPaths { $0.characterClass == .reserved }),
        Rule(
            "NB302", "files-have-their-places", .error, clause: "2.2", level: .container, fix: .place,
            why: """
                The path of a file determines its type. A misplaced file is not part of the notebook, and sealing cannot \
                accept it: it is left behind when the notebook is archived or sent.
                """,
            example: "`photo.jpg` at the top of the bundle, or `notes/photo.jpg`.",
            remedy: "\(.attach), or move it below extras/, or remove it"
        ) { rule, inspection in
            let found = inspection.files.filter { $0.type == nil }.map { fact in
                rule.finding(
                    fact.path.text, "a notebook allows no file here",
                    suggestion: ConflictCopy.matches(fact.path) ? "\(.resolve)" : nil)
            }
            let otherForms = inspection.otherForms.filter { $0.type == nil }.map(\.foundPath)
            return found + otherForms.map { rule.finding($0, "a notebook allows no file here") }
        },
        Rule(
            "NB303", "paths-are-distinct", .error, clause: "13.1", level: .names, fix: .portableName,
            comparesFiles: true,
            why: "Systems that ignore letter case or normalisation keep only one of the two.",
            example: "`notes/Heron.md` beside `notes/heron.md`.",
            remedy: renamingOne,
            check: collisions(.file, \.reason)),
        Rule(
            "NB304", "names-are-composed", .warning, clause: "5.4", level: .names, fix: .composedName,
            why: """
                Some older systems store names in Normalization Form D. They mean the same name, but other programs may not find the file.
                """,
            example: "A file whose “é” is stored as “e” and a combining accent.",
            remedy: "\(.seal) to rename it"
        ) { rule, inspection in
            let stored = inspection.files.filter { $0.type != nil && $0.storedPath != nil }.map(\.path.text)
            let otherForms = inspection.otherForms.filter { $0.type != nil }.map(\.foundPath)
            return (stored + otherForms).map { rule.finding($0, "the name is not stored in Normalization Form C") }
        },
        Rule(
            "NB305", "names-hold-no-control-characters", .error, clause: "5.2", level: .container, fix: .portableName,
            why: "A control character can manipulate a terminal or cut off a name, and other systems may refuse it.",
            example: "A file name that contains a line break or a bell.",
            remedy: renaming,
            check: badPaths { $0.characterClass == .control }),
        // No name contains a character that changes how the name is shown.
        Rule(
            "NB306", "names-hold-no-invisible-characters", .error, clause: "5.2", level: .container, fix: .portableName,
            why: """
                With bidirectional controls a name can look like a different one, and hide the type of the file.
                """,
            example: "`invoice[U+202E]4pm.md`",
            remedy: renaming,
            check: badPaths { $0.characterClass == .invisible }),
        // No name contains private-use characters or noncharacters.
        Rule(
            "NB307", "names-hold-no-private-characters", .error, clause: "5.2", level: .container, fix: .portableName,
            why: """
                Such a character has a meaning on one system only; others show an empty box, or refuse it.
                """,
            example: "A manufacturer’s logo in a file name.",
            remedy: renaming,
            check: badPaths { $0.characterClass == .privateUse }),
        Rule(
            "NB308", "names-have-no-spaces-at-their-edges", .error, clause: "5.2", level: .container,
            fix: .portableName,
            why: "Windows and many programs drop the space, and then do not find the file.",
            example: "`notes/ Soup.md`",
            remedy: renaming,
            check: badPaths { $0.componentProblem == .edgeSpace }),
        Rule(
            "NB309", "names-do-not-end-in-full-stops", .error, clause: "5.2", level: .container, fix: .portableName,
            why: "Windows drops the full stop, and then does not find the file.",
            example: "`notes/etc./Soup.md`",
            remedy: renaming,
            check: badPaths { $0.componentProblem == .trailingFullStop }),
        Rule(
            "NB310", "names-are-no-devices", .error, clause: "5.2", level: .container, fix: .portableName,
            why: "Windows opens the device instead of the file, whatever the extension.",
            example: "`notes/aux.md`",
            remedy: renaming,
            check: badPaths { $0.componentProblem == .deviceName }),
        Rule(
            "NB311", "names-are-utf-8", .error, clause: "5.2", level: .container, fix: .portableName,
            why: """
                A name in another encoding is displayed incorrectly or not at all, and many systems cannot store it.
                """,
            example: "A file that came from an old zip with names in Latin-1.",
            remedy: renaming,
            check: badPaths { $0.componentProblem == .notText }),
        // No name has more than 240 bytes.
        Rule(
            "NB312", "names-are-short", .error, clause: "5.2", level: .container, fix: .portableName,
            why: """
                Most systems store at most 255 bytes, and some programs need a few of them for temporary names.
                """,
            example: "A note whose file name is its first paragraph.",
            remedy: renaming,
            check: badPaths { $0.componentProblem == .tooLong }),
        // No path has more than 1,024 bytes.
        Rule(
            "NB313", "paths-are-short", .error, clause: "5.1", level: .container,
            why: "Some systems refuse longer paths, and archives truncate them.",
            example: "Folders with long names, nested deeply.",
            remedy: "give folders shorter names",
            check: badPaths { $0 == .tooLong }),
        // No path has more than 32 components.
        Rule(
            "NB314", "paths-are-shallow", .error, clause: "5.1", level: .container,
            why: "Some programs stop at a certain depth, and leave out everything below.",
            example: "A folder that was copied into itself repeatedly.",
            remedy: "move its content further up",
            check: badPaths { $0 == .tooDeep }),
        Rule(
            "NB315", "paths-stay-inside", .error, clause: "5.2", level: .container,
            why: """
                A path that is absolute or contains `..` can overwrite files elsewhere when an archive is unpacked carelessly.
                """,
            example: "An archive with the member `X.notebundle/../../.profile`.",
            remedy: "do not unpack it; get the archive again",
            check: badPaths { problem in
                problem == .empty || [.empty, .leadingFullStop, .systemJunk].contains(problem.componentProblem)
            }),
        Rule(
            "NB316", "directories-are-distinct", .error, clause: "13.1", level: .names, fix: .portableName,
            comparesFiles: true,
            why: "Systems that ignore letter case or normalisation merge the two into one directory.",
            example: "`notes/Birds/Heron.md` beside `notes/birds/Crow.md`.",
            remedy: renamingOne,
            check: collisions(.directory) {
                "some systems cannot distinguish its directory from \(PrintableText.quoted($0.other))"
            }),
        Rule(
            "NB317", "files-are-no-directories", .error, clause: "13.1", level: .names, fix: .portableName,
            comparesFiles: true,
            why: "When the notebook is copied to such a system, one of the two cannot be written.",
            example: "`notes/A.md` beside `notes/a.md/B.md`.",
            remedy: renamingOne,
            check: collisions(.fileAndDirectory) {
                "some systems cannot distinguish it from the directory \(PrintableText.quoted($0.other))"
            }),
        Rule(
            "NB318", "paths-fit-windows", .note, clause: "13.3", level: .names,
            why: """
                Programs for Windows that do not ask for longer paths cannot open the file, wherever the notebook is; the
                directories above the notebook count as well.
                """,
            example: "A note seven folders deep, each named by a sentence.",
            remedy: "use shorter names for the folders: \(.move)"
        ) { rule, inspection in
            inspection.files.compactMap { fact in
                guard fact.type != nil else { return nil }
                let count = (TrashedPath(fact.path)?.oldPath ?? fact.path).text.utf16.count
                guard count > 260 else { return nil }
                return rule.finding(fact.path.text, "the path has \(count) UTF-16 code units")
            }
        },
    ]
}

extension RuleBook {
    private static let renaming: Remedy = "rename it, or \(.fix), which updates the links to it"
    private static let renamingOne: Remedy =
        "rename one of them, or \(.fix), which updates the links to it"

    /// Finds invalid paths.
    private static func badPaths(_ isMeant: @escaping @Sendable (PathProblem) -> Bool) -> Rule.Check {
        { rule, inspection in
            inspection.unportable.filter { isMeant($0.problem) }.map { rule.finding($0.path, "\($0.problem)") }
        }
    }

    /// Finds paths that some systems cannot distinguish.
    private static func collisions(
        _ kind: PathCollisions.Kind, _ message: @escaping @Sendable (PathCollisions.Collision) -> String
    ) -> Rule.Check {
        { rule, inspection in
            inspection.collisions.filter { $0.kind == kind }.map { rule.finding($0.path, message($0)) }
        }
    }
}

extension PathProblem {
    /// The problem of a component, if it is one.
    fileprivate var componentProblem: ComponentProblem? {
        guard case .component(_, let problem) = self else { return nil }
        return problem
    }

    /// The class of the rejected character.
    fileprivate var characterClass: CharacterClass? {
        guard case .character(let scalar)? = componentProblem else { return nil }
        return CharacterClass(scalar)
    }
}
