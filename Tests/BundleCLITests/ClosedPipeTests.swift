import Foundation
import TestSupport
import Testing

@testable import BundleCLI

/// Whoever reads standard output may stop at any byte: what was asked for besides is done nevertheless.
@Suite struct `A validation that nobody reads to its end` {
    static let notebooks = [
        ("NB203-digests-match-error.notebundle", Int32(1)), ("valid-minimal.notebundle", 0), ("missing", 2),
    ]

    @Test(arguments: notebooks, ReportFormat.allCases)
    func `has its status, its files and its baseline`(notebook: (String, Int32), form: ReportFormat) throws {
        let workplace = try Workplace()
        if notebook.0 != "missing" {
            _ = try ConformanceKit.make(notebook.0, in: workplace.directory, as: "N.notebundle")
        }
        func files() -> [String: Data] {
            let names = ["r.sarif", "r.txt", "b.json"]
            return Dictionary(
                uniqueKeysWithValues: names.map { name in
                    let place = workplace.directory.appending(path: name)
                    defer { try? FileManager.default.removeItem(at: place) }
                    return (name, (try? Data(contentsOf: place)) ?? Data())
                })
        }
        let line = "bundle validate N N --format \(form.rawValue) -o r.sarif -o r.txt"
        let read = (try workplace.run(line), try workplace.run("\(line) --write-baseline b.json"), files())
        #expect(read.0.status == notebook.1)
        for count in [0, 1, 20] {
            workplace.readBytes = count
            let unread = (try workplace.run(line), try workplace.run("\(line) --write-baseline b.json"), files())
            #expect(unread.0.status == read.0.status && unread.1.status == read.1.status)
            #expect(unread.0.errors == read.0.errors)
            #expect(unread.2 == read.2)
        }
    }

    @Test func `is fixed nevertheless`() throws {
        let workplace = try Workplace()
        _ = try ConformanceKit.make(
            "NB406-lines-end-in-line-feeds-warning.notebundle", in: workplace.directory, as: "N.notebundle")
        workplace.readBytes = 0
        #expect(try workplace.run("bundle validate N --fix --strict").status == 0)
    }
}
