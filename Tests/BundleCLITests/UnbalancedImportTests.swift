import Foundation
import NotebookBundle
import NotebookTestSupport
import NotebookText
import Synchronization
import TestSupport
import Testing

@testable import BundleCLI
@testable import NotebookExchange

/// The report of an import whose counts differ, of which nothing comes in.
struct `An import that does not add up` {
    private struct NoNotebook: NotebookKnowledge {
        func namesNotebook(_ word: String, at place: NotebookArgument) -> Bool { true }
        func notebook(forItems words: [String]) throws -> String { throw UsageError.noNotebook([]) }
        func isUnknown(_ word: String) -> Bool { true }
        func itemPath(_ word: String, in notebook: String) -> String { word }
    }

    private static let report: ImportReport = {
        var report = ImportReport()
        report.balance.find(.links, 3)
        report.balance.settle(.links, .resolved)
        report.losses = [
            ImportLoss(code: .noteLost, source: "a.enex", place: "line 2", note: "A", target: "", text: "it is lost")
        ]
        return report
    }()

    @Test func `is reported with all rows, and with the counts that differ`() throws {
        try TemporaryFolder.with { place in
            let printed = Mutex<[UInt8]>([])
            let terminal = Terminal(
                output: { bytes in printed.withLock { $0 += bytes } }, errors: { _ in }, input: { _ in [] },
                workingDirectory: place.path, environment: .system, edit: { _, _, _ in 0 })
            let session = Session(
                tool: "bundle", terminal: terminal, verbs: BundleTool.verbs, rules: [], settings: UserSettings())
            let words = ["N", "a.enex", "--json", "--report", "report.json"]
            let arguments = try Arguments(words, to: ImportCommand.verb.parameters, of: "import", NoNotebook())
            let failure = #expect(throws: UnbalancedImport.self) {
                try ImportOptions(arguments: arguments, session: session).reporting {
                    throw UnbalancedImport(Self.report)
                }
            }
            let file = [UInt8](try Data(contentsOf: place.appending(path: "report.json")))
            for (text, path) in [(file, [String]()), (printed.withLock { $0 }, ["report"])] {
                let report = try path.reduce(try JSONValue.read(text)) { try #require($0[$1]) }
                #expect(report["gaps"]?["links"]?.integer == 2)
                #expect(report["balance"]?["links"]?["found"]?.integer == 3)
                #expect(report["losses"]?.elements.map { $0["text"]?.text } == ["it is lost"])
            }
            #expect(failure?.remedy?.text(for: "bundle").hasPrefix("import the rest with --partial") == true)
            #expect(failure?.isFinding == false)
        }
    }
}
