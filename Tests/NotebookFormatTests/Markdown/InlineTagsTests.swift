import NotebookFormat
import NotebookMarkdown
@testable import NotebookText
import Testing

struct `Tags in a text` {
    @Test(
        arguments: [
            ("#one and #two/three.", ["one", "two/three"]), ("a#b `#code` #", []), ("# Heading #tag", ["tag"]),
            ("- #item\n- **#bold** x", ["item", "bold"]), ("[#link](x) #after", ["after"]),
            ("#2024 #2024-a", ["2024-a"]),
            ("    #code", []), ("```\n#code\n```\n#日本 #Über_1", ["日本", "Über_1"]), ("#a #A #a", ["a"]),
            ("line\n#next", ["next"]), ("&#35;no #yes", ["yes"]), ("(#paren)", []), ("\\#no a\\* #yes", ["yes"]),
            ("#📌 #a🪶b #📌/", ["📌", "a🪶b"]), ("## #", []), ("#", []), ("x\n#", []), ("", []),
            ("#/login #a//b #a/b/ #a/b//c", ["a", "a/b"]), ("#// #/", []),
            ("> #quoted\n> #lazy", ["quoted", "lazy"]),
        ])
    func `are found outside of code and links`(text: String, tags: [String]) throws {
        #expect(try ItemFile(Array(text.utf8)).inlineTags.map(\.text) == tags)
    }

    @Test(arguments: ["", "#", "# a", "##", "## a #", "a#b", "x\n#tag", "#\n#", "# #é", "###x", "a  #b", "1#", "#\t#"])
    func `are looked for where a mark is that begins no heading`(text: String) {
        for start in 0...text.utf8.count {
            let rest = text.utf8.dropFirst(start)
            let isMarked = zip(rest, rest.dropFirst()).contains { $0 == 0x23 && $1 > 0x20 && $1 != 0x23 }
            #expect(InlineTags.mayContainTags(Array(text.utf8), from: start) == isMarked)
        }
    }
}
