import Foundation
import TestSupport

/// An example of the CommonMark specification: a text, and the HTML that it gives.
struct SpecificationExample: Sendable, CustomStringConvertible {
    let number: Int
    let markdown: String
    let html: String

    var description: String { "example \(number)" }
    var bytes: [UInt8] { Array(markdown.utf8) }

    /// All examples of the specification; none if it is not on this machine.
    static let all: [SpecificationExample] = {
        guard let file = Corpora.folder("commonmark")?.appending(path: "spec.txt"),
            let text = try? String(contentsOf: file, encoding: .utf8)
        else { return [] }
        let fence = String(repeating: "`", count: 32)
        var examples: [SpecificationExample] = []
        var parts: [[Substring]]?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line == fence + " example" {
                parts = [[]]
            } else if line == fence, let found = parts {
                let texts = found.map { part in
                    part.map { $0 + "\n" }.joined().replacing("→", with: "\t")
                }
                examples.append(SpecificationExample(number: examples.count + 1, markdown: texts[0], html: texts[1]))
                parts = nil
            } else if line == ".", parts?.count == 1 {
                parts?.append([])
            } else if let last = parts?.indices.last {
                parts?[last].append(line)
            }
        }
        return examples
    }()
}
