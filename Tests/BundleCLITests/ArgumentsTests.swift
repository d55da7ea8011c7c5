import NotebookTestSupport
import Testing

@testable import BundleCLI

/// Which word is the notebook, by the words alone and by what is known of the notebooks around.
struct `A command line` {
    /// Notebooks by names, and one that is known.
    private struct Around: NotebookKnowledge {
        var names: Set<String> = ["Recipes"]
        var known: String?
        /// Items of the known notebook.
        var items: Set<String> = []

        func namesNotebook(_ word: String, at place: NotebookArgument) throws -> Bool {
            guard let known else { return names.contains(word) || !place.isNeededElsewhere }
            guard names.contains(word) else { return false }
            if items.contains(word) {
                throw UsageError.twoReadings(word, notebook: word, other: "an item", known: known)
            }
            return !place.isNeededElsewhere
        }

        func notebook(forItems words: [String]) throws -> String {
            guard let known else { throw UsageError.noNotebook([]) }
            return known
        }

        func isUnknown(_ word: String) -> Bool { !names.contains(word) }

        func itemPath(_ word: String, in notebook: String) -> String { word }
    }

    /// The notebook, and the words at the other places.
    private static func reading(_ line: String, _ around: Around) -> String {
        let words = line.split(separator: " ").map(String.init)
        guard let verb = BundleTool.verbs.first(where: { $0.name == words[0] }) else { return "no verb" }
        do {
            let arguments = try Arguments(Array(words.dropFirst()), to: verb.parameters, of: verb.name, around)
            let others = verb.parameters.compactMap { $0 as? Positional }.flatMap { arguments.all($0) }
            return ([arguments[Common.notebook]] + others).joined(separator: " | ")
        } catch {
            return "\(error)"
        }
    }

    static let known = [
        ("show Heron", "K | Heron"), ("show Recipes Heron", "Recipes | Heron"),
        ("show Heron -n Recipes", "Recipes | Heron"),
        ("show --notebook=Recipes Heron", "Recipes | Heron"), ("show", "ITEM is missing"), ("ls", "K"),
        ("ls Birds", "K | Birds"), ("ls Recipes", "Recipes"), ("ls Recipes Birds", "Recipes | Birds"),
        ("ls Nothing Birds", "Nothing | Birds"), ("ls -n Recipes A B", "unexpected argument “B”"),
        ("rm Heron", "K | Heron"), ("rm Heron Egret", "K | Heron | Egret"), ("rm Recipes Egret", "Recipes | Egret"),
        ("rm Twin", "“Twin” is a notebook (Twin), and an item of K"),
        ("rm Twin Egret", "“Twin” is a notebook (Twin), and an item of K"),
        ("rm -n K Twin", "K | Twin"), ("rm --where pinned", "K"), ("rm", "ITEM is missing"),
        ("rm Recipes --where pinned", "Recipes"), ("add note", "K | note"), ("add Recipes card", "Recipes | card"),
        ("search grey heron", "K | grey | heron"), ("search Recipes pie", "Recipes | pie"),
        ("search Recipes", "K | Recipes"),
        ("search grey -owl", "K | grey | -owl"), ("search -n Recipes grey", "Recipes | grey"),
        ("search --library Recipes pie", " | Recipes | pie"), ("rename Heron Egret", "K | Heron | Egret"),
        ("rename Recipes A B", "Recipes | A | B"), ("attach Heron a.jpg", "K | Heron | a.jpg"),
        ("attach Heron a.jpg b.jpg", "K | Heron | a.jpg | b.jpg"),
        ("attach Recipes Heron a.jpg", "Recipes | Heron | a.jpg"),
        ("import notes", "K | notes"), ("import Recipes notes", "Recipes | notes"), ("status", "K"),
        ("status Recipes", "Recipes"),
        ("status Nothing", "Nothing"), ("export Heron -o x", "K | Heron"),
        ("show -n A -n B x", "--notebook is given twice"),
        ("show Recipes -- -n", "Recipes | -n"), ("show grey heron", "“grey” is not a notebook"),
        ("show the grey heron", "unexpected argument “grey”"), ("tag ls", "K | ls"), ("tag Heron", "K | Heron"),
        ("suggest he", "K | he"), ("restore Heron", "K | Heron"),
        ("restore", "ITEM is missing"),
    ]

    @Test(arguments: known)
    func `means the known notebook where none is named`(line: String, reading: String) {
        let around = Around(names: ["Recipes", "Twin"], known: "K", items: ["Twin"])
        #expect(Self.reading(line, around) == reading, "\(line)")
    }

    static let unknown = [
        ("show Heron", "no notebook is named, and none is known here"), ("show Recipes", "ITEM is missing"),
        ("ls", "no notebook is named, and none is known here"),
        ("ls Birds", "Birds"), ("rm Recipes", "ITEM is missing"), ("rm Other Heron", "Other | Heron"),
        ("status", "no notebook is named, and none is known here"),
        ("open", ""), ("search grey heron", "grey | heron"), ("ls -n Recipes", "Recipes"),
        ("ls -n", "--notebook needs a value"),
    ]

    @Test(arguments: unknown)
    func `names its notebook where none is known`(line: String, reading: String) {
        #expect(Self.reading(line, Around()) == reading, "\(line)")
    }

    @Test func `has the option for the notebook with every verb that has one`() {
        for verb in BundleTool.verbs {
            let hasNotebook = verb.parameters.contains { $0 is NotebookParameter }
            #expect(
                verb.parameters.contains { $0.form.matches("-n") } == (hasNotebook || verb.name == "config"),
                "\(verb.name)")
        }
        #expect(BundleTool.verbs.count { $0.parameters.contains { $0 is NotebookParameter } } > 35)
    }

    @Test(arguments: ["N N@1", "N.notebundle N.notebundle@1"])
    func `compares the known notebook with itself at an earlier moment`(words: String) throws {
        let workplace = try Workplace()
        for line in ["create N", "add note --title Heron --body x", "add note --title Owl --body x"] {
            _ = try workplace.run("bundle \(line)")
        }
        let result = try workplace.run("bundle diff \(words) --name-only")
        #expect(result.output == "notes/Owl.md\n" && result.status == 1, "\(result)")
    }

    @Test func `is not repeated as a whole for a mistake in a long query`() throws {
        let workplace = try Workplace()
        _ = try workplace.run("bundle create N")
        let result = try workplace.run("bundle ls N --where \(String(repeating: "(", count: 20_000))")
        let shown = String(repeating: "(", count: 1000)
        #expect(
            result.errors.hasPrefix(
                "bundle: the query “\(shown)…”, column 10001: a query has at most 10000 characters\n"))
    }
}
