import Foundation
import TestSupport
import Testing

@Suite(.waitsForPrograms) struct `A program in PATH` {
    @Test func `is a verb of the tool if it is called bundle and the name of a verb that the tool lacks`() throws {
        try TemporaryFolder.with { folder in
            for name in ["hello", "ls"] {
                let file = folder.appending(path: "bundle-\(name)")
                try Data("#!/bin/sh\necho \"\(name): $* ${BUNDLE_TOOL##*/}\"\nexit 7\n".utf8).write(to: file)
                try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
            }
            let path = ["PATH": "\(folder.path):/usr/bin:/bin"]
            let result = try Tool.run("hello", "a b", "--json", in: folder, environment: path)
            let name = URL(filePath: Tool.path).lastPathComponent
            #expect(result.status == 7 && result.output == "hello: a b --json \(name)\n" && result.errors.isEmpty)
            // The tool's own verbs stay what they are.
            let own = try Tool.run("ls", "--help", in: folder, environment: path)
            #expect(own.status == 0 && own.output.contains("List items"))
            let completed = try Tool.run("__complete", "hel", in: folder, environment: path)
            #expect(completed.output == "hello\n")
            let help = try Tool.run("help", "hello", in: folder, environment: path)
            #expect(help.status == 7 && help.output == "hello: --help \(name)\n")
            #expect(try Tool.run("--help", in: folder).output.contains("bundle-NAME in $PATH is the verb NAME"))
            let overview = try Tool.run("--help", in: folder, environment: path).output
            #expect(overview.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains("Yours are: hello."))
            #expect(try Tool.run("hello", in: folder, environment: ["PATH": "/usr/bin:/bin"]).status == 64)
        }
    }
}
