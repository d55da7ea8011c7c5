import Foundation
import TestSupport
import Testing

/// What `import NotebookBundle` shows to programs, read from the built module.
///
/// `BUNDLE_RECORD=1 swift test --filter 'public symbols'` writes the list anew; look at the difference: what is in it
/// stays.
@Suite(.waitsForPrograms) struct `The public symbols` {
    static let list = Project.root.appending(path: "Tests/JourneyTests/Schemas/public-symbols.txt")

    struct Graph: Decodable {
        struct Symbol: Decodable {
            let pathComponents: [String]

            var name: String { pathComponents.joined(separator: ".") }
        }

        let symbols: [Symbol]
    }

    static func symbols() throws -> [Graph.Symbol] { try graphs().flatMap(\.symbols) }

    static func graphs() throws -> [Graph] {
        let files = try FileManager.default.contentsOfDirectory(
            at: try documentation.get().folder.appending(path: "graphs"), includingPropertiesForKeys: nil)
        return try files.map { try JSONDecoder().decode(Graph.self, from: Data(contentsOf: $0)) }
    }

    /// The folder into which `.ci/documentation` wrote, and what that said; written once.
    static let documentation = Result {
        let folder = try TemporaryFolder.lasting().url
        let script = Project.root.appending(path: ".ci/documentation").path
        let said = try Command.run(["/bin/bash", script, folder.path, Project.products.path])
        try #require(said.status == 0, "\(said.errors)")
        return (folder: folder, said: said)
    }

    @Test func `are those of the list, and no others`() throws {
        let names = Set(try Self.symbols().map(\.name)).sorted()
        let text = names.joined(separator: "\n") + "\n"
        if Environment["BUNDLE_RECORD"] == "1" { try text.write(to: Self.list, atomically: true, encoding: .utf8) }
        let known = Set(try String(contentsOf: Self.list, encoding: .utf8).split(separator: "\n").map(String.init))
        #expect(Set(names).subtracting(known) == [], "new: if programs are to have them, record the list")
        #expect(known.subtracting(names) == [], "gone: programs may use them")
    }

    @Test(.enabled(if: Command.path(of: "docc") != nil, "docc is not installed"))
    func `make a documentation without warnings`() throws {
        let (folder, said) = try Self.documentation.get()
        // A parameter whose name says it all has no sentence of its own.
        let complaints = (said.output + said.errors).split(separator: "\n").filter {
            ($0.contains("warning:") || $0.contains("error:")) && !$0.hasSuffix("is missing documentation")
        }
        #expect(complaints == [])
        #expect(FileManager.default.fileExists(atPath: folder.path + "/pages/data/documentation/notebookbundle.json"))
    }
}
