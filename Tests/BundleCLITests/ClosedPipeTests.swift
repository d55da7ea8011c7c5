import Foundation
import TestSupport
import Testing

@testable import BundleCLI

/// Whoever reads standard output may stop at any byte: what was asked for besides is done nevertheless.
struct `A validation that nobody reads to its end` {
    /// Notebooks with their status, and that of writing a baseline with what is found in them.
    static let notebooks: [(String, Int32, Int32)] = [
        ("NB203-digests-match-error.notebundle", 1, 0), ("valid-minimal.notebundle", 0, 0), ("missing", 2, 2),
    ]

    @Test(arguments: notebooks, ReportFormat.allCases)
    func `has its status, its files and its baseline`(notebook: (String, Int32, Int32), form: ReportFormat) throws {
        let workplace = try Workplace()
        if notebook.0 != "missing" {
            _ = try ConformanceKit.make(notebook.0, in: workplace.directory, as: "N.notebundle")
        }
        /// The files that were written, which are taken away.
        func files() throws -> [String: Data] {
            let names = ["r.sarif", "r.txt", "b.json"]
            var files: [String: Data] = [:]
            for name in names {
                let place = workplace.directory.appending(path: name)
                guard FileManager.default.fileExists(atPath: place.path) else { continue }
                files[name] = try Data(contentsOf: place)
                try FileManager.default.removeItem(at: place)
            }
            return files
        }
        let line = "bundle validate N N --format \(form.rawValue) -o r.sarif -o r.txt"
        let read = (try workplace.run(line), try workplace.run("\(line) --write-baseline b.json"), try files())
        #expect(read.0.status == notebook.1 && read.1.status == notebook.2)
        #expect(read.2.keys.sorted() == ["b.json", "r.sarif", "r.txt"] && !read.2.values.contains { $0.isEmpty })
        for count in [0, 1, 20] {
            workplace.readBytes = count
            let unread = (try workplace.run(line), try workplace.run("\(line) --write-baseline b.json"), try files())
            #expect(unread.0.status == read.0.status && unread.1.status == read.1.status)
            #expect(unread.0.errors == read.0.errors && unread.1.errors == read.1.errors)
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
