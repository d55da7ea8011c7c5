import NotebookBundle
import Testing

@testable import BundleCLI

struct `An answer in JSON` {
    private struct Answer: JSONRow {
        var text = "a/\u{1}\u{85}\"é"
        var absent: String?
        var numbers = [1.0, 0.25, -3e-7, .nan]
        var counts = ["b": 2, "a": 1]
        var isTrue = true
        var large = UInt64.max
        var rows = [Row(name: "x", value: nil), Row(name: "y", value: [1])]
        var none: PropertyRow.Value = .nothing

        var computed: String { "not printed" }
    }

    private struct Row: JSONRow {
        let name: String
        let value: [Int]?

        static func key(_ property: String) -> String { property == "name" ? "$name" : property }
    }

    @Test func `has the properties of its rows in the order of their keys`() {
        let text = """
            {
              "counts": {
                "a": 1,
                "b": 2
              },
              "isTrue": true,
              "large": 18446744073709551615,
              "none": null,
              "numbers": [
                1,
                0.25,
                -3e-07,
                null
              ],
              "rows": [
                {"$name": "x"},
                {"$name": "y", "value": [1]}
              ],
              "text": "a/\\u0001\\u0085\\"é",
              "version": 1
            }

            """
        #expect(PrintedJSON.text(ofAnswer: Answer()) == text)
    }

    @Test func `can be one line, or a line for each value`() {
        let rows = [Row(name: "x", value: []), Row(name: "y", value: [1, 2])]
        #expect(
            PrintedJSON.text(of: rows, .line) == #"[{"$name":"x","value":[]},{"$name":"y","value":[1,2]}]"# + "\n")
        let text = """
            [
              {
                "$name" : "x",
                "value" : [

                ]
              },
              {
                "$name" : "y",
                "value" : [
                  1,
                  2
                ]
              }
            ]

            """
        #expect(PrintedJSON.text(of: rows, .indented) == text)
    }

    @Test func `has the properties of rows that list them`() {
        var item = ItemRow(
            path: "p", type: "t", uuid: "u", title: "t", created: "c", modified: "m", pinned: true, tags: ["a"],
            size: 1,
            sha256: "s", inlineTags: ["b"], batch: "b", preview: "p", body: "b", front: "f", back: "b",
            properties: [PropertyRow(name: "n", kind: "k", value: .nothing)])
        let link = LinkRow(
            source: "s", line: 1, column: 2, form: "f", text: "t", goal: "g", target: "t", uuid: "u", problem: "p",
            candidates: ["c"], sentence: "s")
        #expect(item.printedMembers == item.membersByProperties && item.printedMembers.count == 17)
        #expect(link.printedMembers == link.membersByProperties && link.printedMembers.count == 11)
        item.batch = nil
        #expect(item.printedMembers == item.membersByProperties && item.printedMembers.count == 16)
    }
}
