import Foundation
import TestSupport
import Testing

/// What ‘setup’ installs, judged by the programs that it is for.
@Suite(.waitsForPrograms) struct `The setup` {
    /// Installs everything into `usr` of a new folder.
    static func installed(_ body: (URL) throws -> Void) throws {
        try TemporaryFolder.with { folder in
            try Tool.succeed("setup", "--prefix", "usr", in: folder)
            try body(folder.appending(path: "usr/share"))
        }
    }

    private static func pages(_ share: URL) throws -> [URL] {
        let folder = share.appending(path: "man/man1")
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
            folder.appending(path: $0)
        }
    }

    @Test(.enabled(if: Command.path(of: "mandoc") != nil, "mandoc is not installed"))
    func `has manual pages that mandoc accepts, and that say what help says`() throws {
        try Self.installed { share in
            let pages = try Self.pages(share)
            #expect(pages.count > 40)
            for page in pages {
                // Only the date is missing, so that the page is the same whenever it is made.
                let lint = try Command.run(["mandoc", "-T", "lint", "-W", "warning", page.path])
                let complaints = lint.output.split(separator: "\n").filter { !$0.contains("missing date") }
                #expect(complaints.isEmpty, "\(complaints)")
                let verb = page.deletingPathExtension().lastPathComponent.split(separator: "-", maxSplits: 1)
                    .dropFirst()
                let shown = try Self.words(
                    try Command.run(["mandoc", "-T", "utf8", "-O", "width=200", page.path]).output)
                let help = try Tool.succeed("help", verb.first.map { "\($0)" } ?? "--help")
                for word in Set(help.matches(of: /--[a-z-]+[a-z]/).map { String($0.output) }) {
                    #expect(shown.contains(word), "\(page.lastPathComponent): \(word)")
                }
                for line in help.split(separator: "\n") where line.hasPrefix("  bundle ") {
                    #expect(shown.contains(try Self.words(String(line))), "\(page.lastPathComponent): \(line)")
                }
            }
        }
    }

    @Test(.enabled(if: Command.path(of: "groff") != nil, "groff is not installed"))
    func `has manual pages that groff shows without warnings, also in ASCII`() throws {
        try Self.installed { share in
            for page in try Self.pages(share) {
                for device in ["utf8", "ascii"] {
                    let words = ["groff", "-man", "-ww", "-Kutf8", "-P-c", "-T\(device)", page.path]
                    let shown = try Command.run(words, environment: ["LC_ALL": "C"])
                    #expect(shown.status == 0)
                    // ASCII has no pictures, which examples may show.
                    #expect(device == "ascii" || shown.errors == "", "\(page.lastPathComponent)")
                    #expect(try Self.words(shown.output).contains("EXIT STATUS"))
                }
            }
        }
    }

    /// A text with one space between two words, without the overstrikes of a terminal.
    private static func words(_ text: String) throws -> String {
        text.replacing(/.\u{8}/, with: "").replacing("…", with: "...").split { $0.isWhitespace }.joined(separator: " ")
    }

    @Test(
        .enabled(
            if: Command.path(of: "update-mime-database") != nil && Command.path(of: "gio") != nil,
            "shared-mime-info or gio is not installed"),
        arguments: [
            ("zip", "application/vnd.notebundle+zip"), ("tar", "application/x-notebundle-tar"),
            ("tar.gz", "application/x-notebundle-compressed-tar"),
            ("tar.zst", "application/x-notebundle-compressed-tar"),
            ("tar.xz", "application/x-notebundle-compressed-tar"),
        ])
    func `makes a desktop know archives of notebooks`(ending: String, type: String) throws {
        try Self.installed { share in
            let folder = share.deletingLastPathComponent()
            try Tool.succeed("create", "N", "--sample", in: folder)
            try Tool.succeed("archive", "N", "-o", "N.notebundle.\(ending)", in: folder)
            let system = "/usr/local/share:/usr/share"
            let known = try Command.run(
                [
                    "gio", "info", "-a", "standard::content-type,standard::icon",
                    "N.notebundle.\(ending)",
                ],
                in: folder,
                environment: ["XDG_DATA_HOME": share.path, "XDG_DATA_DIRS": system, "HOME": folder.path])
            #expect(known.output.contains("content-type: \(type)\n"), "\(known.output)\(known.errors)")
            #expect(known.output.contains("application-vnd.notebundle"), "\(known.output)")
        }
    }

    @Test func `has the file types that the format specifies`() throws {
        let page = try String(contentsOf: Project.root.appending(path: "docs/Format.md"), encoding: .utf8)
        let specified = try #require(
            page.components(separatedBy: "```xml\n").last?.components(separatedBy: "```").first)
        try Self.installed { share in
            let package = share.appending(path: "mime/packages/org.notebundle.xml")
            let lines = try String(contentsOf: package, encoding: .utf8).split(separator: "\n").filter {
                !$0.contains("<icon") && !$0.contains("<!--")
            }
            #expect(lines == specified.split(separator: "\n"))
        }
    }

    @Test(.enabled(if: Command.path(of: "rsvg-convert") != nil, "rsvg-convert is not installed"))
    func `has an icon that can be drawn`() throws {
        try Self.installed { share in
            let icon = share.appending(path: "icons/hicolor/scalable/mimetypes/application-vnd.notebundle.svg")
            let image = share.appending(path: "icon.png")
            let drawn = try Command.run(["rsvg-convert", "-w", "256", "-o", image.path, icon.path])
            #expect(drawn.status == 0, "\(drawn.errors)")
            let bytes = [UInt8](try Data(contentsOf: image))
            #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
            // The width in the header, and more than one colour.
            #expect(bytes[16..<20].elementsEqual([0, 0, 1, 0]))
            #expect(bytes.count > 1000)
        }
    }

    @Test func `removes what it installed, and nothing else`() throws {
        try TemporaryFolder.with { folder in
            try Tool.succeed("setup", "--prefix", "usr", in: folder)
            let other = folder.appending(path: "usr/share/man/man1/other.1")
            try Data("other".utf8).write(to: other)
            try Tool.succeed("setup", "--prefix", "usr", "--remove", in: folder)
            let share = folder.appending(path: "usr/share")
            // Also what the desktop’s own program made of the file type, and folders that are empty now.
            let found = FileManager.default.enumerator(atPath: share.path)?.compactMap { $0 as? String }.sorted()
            #expect(found == ["man", "man/man1", "man/man1/other.1"])
        }
    }

    @Test func `leaves files of other programs alone`() throws {
        try TemporaryFolder.with { folder in
            let page = folder.appending(path: "usr/share/man/man1/bundle.1")
            try FileManager.default.createDirectory(
                at: page.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data("Ruby’s".utf8).write(to: page)
            for words in [[], ["--remove"]] {
                let result = try Command.run([Tool.path, "setup", "--prefix", "usr"] + words, in: folder)
                #expect(result.status == 1)
                #expect(result.errors.contains("another program installed it; nothing was changed"))
            }
            #expect(try String(contentsOf: page, encoding: .utf8) == "Ruby’s")
            let all = FileManager.default.enumerator(atPath: folder.appending(path: "usr").path)?.allObjects
            #expect(all?.count == 4)
        }
    }

    @Test func `tells every variable of the environment that the tool reads`() throws {
        let names = try Self.namesInSources()
        #expect(names.contains("BUNDLE_NOTEBOOK") && names.count > 5)
        try Self.installed { share in
            let page = try String(contentsOf: share.appending(path: "man/man1/bundle.1"), encoding: .utf8)
            for name in names { #expect(page.contains(name), "\(name)") }
        }
    }

    /// The names that the sources look up, except those that belong to the system, to terminals, to git and to CI services.
    private static func namesInSources() throws -> Set<String> {
        let others: Set = [
            "HOME", "PATH", "TERM", "TERM_PROGRAM", "VTE_VERSION", "STY", "TMUX", "GIT_WORK_TREE", "GIT_INDEX_FILE",
            "GITHEAD_",
        ]
        let sources = Project.root.appending(path: "Sources")
        let paths = FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String } ?? []
        var names: Set<String> = []
        for path in paths where path.hasSuffix(".swift") && !path.contains("/Validation/") {
            let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
            // Most files look up none.
            for beginning in ["environment[\"", "folder(\"", "variable = \""] {
                for rest in text.components(separatedBy: beginning).dropFirst() {
                    let name = rest.prefix { $0 != "\"" }
                    if !name.isEmpty, name.allSatisfy({ $0.isUppercase || $0 == "_" }) { names.insert(String(name)) }
                }
            }
        }
        return names.subtracting(others)
    }
}
