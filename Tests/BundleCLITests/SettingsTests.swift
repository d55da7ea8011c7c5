import Foundation
import Testing

/// What ‘config’ lists.
struct `The listed settings` {
    @Test func `are also those of the notebook that one is in, as JSON, too`() throws {
        let workplace = try Workplace()
        for line in ["bundle create N", "bundle config -n N set sortOrder name", "cd N.notebundle"] {
            #expect(try workplace.run(line).status == 0, "\(line)")
        }
        let text = try workplace.run("bundle config list").output
        #expect(text.contains("\nsettings of N\n") && text.contains("\nsortOrder = name\n"), "\(text)")
        let listed = try workplace.run("bundle config list --json")
        let answer = try JSONSerialization.jsonObject(with: Data(listed.output.utf8)) as? [String: Any]
        #expect((answer?["settings"] as? [String: Any])?["sortOrder"] == nil)
        #expect((answer?["notebookSettings"] as? [String: Any])?["sortOrder"] as? String == "name")
        #expect(answer?["notebookDefaults"] as? [String: String] == [:])
        let named = try workplace.run("bundle config list -n ../N --json").output
        #expect(named.contains("\"sortOrder\": \"name\"") && !named.contains("notebookSettings"), "\(named)")
    }

    @Test func `are not those in the folder of temporary files, where anybody may write, if there is no home`() throws {
        let workplace = try Workplace()
        #expect(try workplace.run("bundle config set sortOrder name").status == 0)
        #expect(try workplace.run("bundle config get sortOrder").output == "name\n")
        #expect(try workplace.run("HOME= bundle config get sortOrder").output == "modified\n")
        let written = try workplace.run("HOME= bundle config set fontSize 12")
        #expect(written.status == 2)
        #expect(
            written.errors == """
                bundle: there is no folder for your settings
                hint: set $HOME or $XDG_CONFIG_HOME to a directory that you can write to

                """)
        #expect(try workplace.run("bundle config get fontSize").output.isEmpty)
    }
}
