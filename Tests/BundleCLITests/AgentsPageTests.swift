import Foundation
import NotebookBundle
import TestSupport
import Testing

@testable import BundleCLI

@Suite struct `What agents must know` {
    @Test func `has less than 4 kB`() {
        #expect(HelpTopic.agents.text.utf8.count < 4096)
    }

    @Test func `has only commands that work, each after the other`() throws {
        let workplace = try Workplace()
        let setUp = [
            "bundle create Demo",
            "bundle add Demo note --title Heron --body 'Stands at dusk.' --tag birds",
            "bundle edit Demo Heron --append '## Seen'",
        ]
        for line in setUp { #expect(try workplace.run(line).status == 0, "\(line)") }
        let lines = HelpTopic.agents.text.split(separator: "\n").filter { $0.hasPrefix("  bundle ") }
        #expect(lines.count > 20)
        for line in lines {
            let digest = try workplace.run("bundle ls -n Demo --where \"title == 'Heron'\" --format {{sha256}}").output
            let command = line.replacing("DIGEST", with: digest.filter { !$0.isWhitespace }).drop { $0 == " " }
            let result = try workplace.run(String(command))
            #expect(result.status == 0, "\(line): \(result.errors)")
        }
    }
}
