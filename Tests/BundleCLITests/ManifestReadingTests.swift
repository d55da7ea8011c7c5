import Foundation
import NotebookBundle
import NotebookFiles
import NotebookTestSupport
import Testing

struct `A command that edits an item` {
    @Test(arguments: ["notes/Apple pie.md", "Apple pie", "apple PIE", "Pudding"])
    func `reads the manifest once, however it names the item`(name: String) throws {
        let workplace = try Workplace()
        _ = try workplace.run("bundle create R")
        _ = try workplace.run("printf -- '---\\naliases: [Pudding]\\n---\\nx' > pie.md")
        _ = try workplace.run("bundle add R note --title 'Apple pie' --file pie.md")
        // A file that has just been written may change again at the same time.
        Thread.sleep(forTimeInterval: 0.05)
        let counter = FailingFiles.Counter()
        workplace.port = { FailingFiles($0, .error(5, at: -1), counter) }
        let result = try workplace.run("bundle edit R '\(name)' --append y")
        #expect(result.status == 0, "\(result.errors)")
        #expect(counter.readFiles.filter { $0.text == "manifest.json" }.count == 1)
    }
}
