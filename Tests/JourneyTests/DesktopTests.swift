import Foundation
import TestSupport
import Testing

/// What ‘setup’ installs for desktops, judged by their programs.
@Suite(.waitsForPrograms) struct `A desktop` {
    private static let entry = "applications/org.notebundle.bundle.desktop"
    private static let hasTypes =
        Command.path(of: "update-mime-database") != nil && Command.path(of: "gio") != nil
    private static let noTypes: Comment = "shared-mime-info or gio is not installed; .ci/prepare --tests does it"

    /// The environment of a desktop on which only the user has set up the tool.
    private static func environment(_ share: URL) -> [String: String] {
        [
            "XDG_DATA_HOME": share.path, "XDG_DATA_DIRS": "/usr/local/share:/usr/share",
            "HOME": share.deletingLastPathComponent().path, "XDG_CURRENT_DESKTOP": "GNOME",
        ]
    }

    @Test(
        .enabled(
            if: Command.path(of: "desktop-file-validate") != nil && Command.path(of: "appstreamcli") != nil,
            "desktop-file-utils or appstream is not installed; .ci/prepare --tests does it"))
    func `has an entry and a description that its programs accept`() throws {
        try TemporaryFolder.with { folder in
            // A path with everything that must be escaped.
            let prefix = folder.appending(path: #"a "100%" $x`y\z"#)
            try FileManager.default.createDirectory(
                at: prefix.appending(path: "bin"), withIntermediateDirectories: true)
            let tool = prefix.appending(path: "bin/bundle")
            try FileManager.default.createSymbolicLink(atPath: tool.path, withDestinationPath: Tool.path)
            for place in [folder.appending(path: "usr"), prefix] {
                try Tool.succeed("setup", "--prefix", place.path)
                let entry = place.appending(path: "share/" + Self.entry)
                let checked = try Command.run(["desktop-file-validate", entry.path])
                #expect(checked.status == 0 && checked.output == "", "\(checked.output)")
                let description = place.appending(path: "share/metainfo/org.notebundle.bundle.metainfo.xml").path
                let words = ["appstreamcli", "validate", "--no-net", "--strict", description]
                let described = try Command.run(words)
                #expect(described.status == 0, "\(described.output)")
            }
            let text = try String(contentsOf: folder.appending(path: "usr/share/" + Self.entry), encoding: .utf8)
            #expect(text.contains("\nExec=bundle view --idle 75 %f\n"), "\(text)")
        }
    }

    @Test(
        .enabled(if: hasTypes, noTypes),
        .enabled(
            if: Command.path(of: "update-desktop-database") != nil,
            "desktop-file-utils is not installed; .ci/prepare --tests does it"))
    func `starts the tool for an archive, wherever it is installed, and forgets it when it is removed`() throws {
        try TemporaryFolder.with { folder in
            // GLib starts no program whose path has a per cent sign, however it is written.
            let prefix = folder.appending(path: #"a "b" $x`y\z"#)
            let bin = prefix.appending(path: "bin")
            try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
            // In the place of the tool a program that notes what it is asked.
            let note = folder.appending(path: "asked").path
            try Data("#!/bin/sh\nprintf '%s\\n' \"$@\" >'\(note)~' && mv '\(note)~' '\(note)'\n".utf8)
                .write(to: bin.appending(path: "bundle"))
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o755], ofItemAtPath: bin.appending(path: "bundle").path)
            try Tool.succeed("setup", "--prefix", prefix.path)
            try Tool.succeed("create", "N", in: folder)
            try Tool.succeed("archive", "N", "-o", "My N.zip", in: folder)
            let share = prefix.appending(path: "share")
            let environment = Self.environment(share)
            let opened = try Command.run(["gio", "open", "My N.zip"], in: folder, environment: environment)
            #expect(opened.status == 0, "\(opened.errors)")
            var asked: String?
            for _ in 0..<1200 where asked == nil {
                Thread.sleep(forTimeInterval: 0.05)
                asked = try? String(contentsOfFile: note, encoding: .utf8)
            }
            #expect(asked == "view\n--idle\n75\n\(folder.path)/My N.zip\n")
            try Tool.succeed("setup", "--prefix", prefix.path, "--remove")
            #expect(try FileManager.default.contentsOfDirectory(atPath: share.path) == [])
        }
    }

    @Test(.enabled(if: hasTypes, noTypes))
    func `knows archives of notebooks by their content, and no others`() throws {
        try `The setup`.installed { share in
            let folder = share.deletingLastPathComponent().appending(path: "files")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Archives.make(in: folder)
            let script = Project.root.appending(path: "Tests/JourneyTests/Scripts/ordinary_archives.py")
            let made = try Python.run(.file(script), ["1000", folder.path])
            #expect(made.status == 0, "\(made.errors)")
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            #expect(names.count > 1000)
            let environment = Self.environment(share)
            let info = try Command.run(
                ["gio", "info", "-a", "standard::name,standard::content-type"] + names, in: folder,
                environment: environment)
            let pairs = info.output.matches(of: /standard::name: (.*)\n +standard::content-type: (.*)\n/)
            #expect(pairs.count == names.count, "\(info.errors)")
            for pair in pairs {
                let expected = Archives.type(of: String(pair.output.1))
                #expect(pair.output.2.contains("notebundle") == (expected != nil), "\(pair.output)")
                if let expected { #expect(pair.output.2 == expected, "\(pair.output)") }
            }
            guard Command.path(of: "xdg-mime") != nil else { return }
            for name in names where Archives.type(of: name) != nil {
                let known = try Command.run(
                    ["xdg-mime", "query", "filetype", name], in: folder, environment: environment)
                #expect(known.output == (Archives.type(of: name) ?? "") + "\n", "\(name): \(known)")
            }
        }
    }

    @Test(.enabled(if: Command.path(of: "file") != nil, "file is not installed; .ci/prepare --tests does it"))
    func `is not needed by file(1), which knows the same archives by docs-notebundle.magic`() throws {
        try TemporaryFolder.with { folder in
            try Archives.make(in: folder)
            let script = Project.root.appending(path: "Tests/JourneyTests/Scripts/ordinary_archives.py")
            #expect(try Python.run(.file(script), ["100", folder.path]).status == 0)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            let magic = Project.root.appending(path: "docs/notebundle.magic").path
            let words = ["file", "-m", magic, "-e", "tar", "-F", "\t", "-N", "--mime-type"]
            let known = try Command.run(words + names, in: folder)
            #expect(known.errors == "")
            let lines = known.output.split(separator: "\n")
            #expect(lines.count == names.count)
            for line in lines {
                let parts = line.split(separator: "\t").map { $0.trimmingCharacters(in: .whitespaces) }
                let expected = Archives.type(of: parts[0])
                #expect((parts[1] == expected) == (expected != nil), "\(line)")
                #expect(parts[1].contains("notebundle") == (expected != nil), "\(line)")
            }
        }
    }
}

/// Archives of notebooks under names that say nothing.
private enum Archives {
    /// Titles whose paths a tar has in its three ways: in the name, in an extended header, in prefix and name.
    private static let titles = ["N", "Büro", String(repeating: "Long name ", count: 9) + "x"]

    static func make(in folder: URL) throws {
        for (number, title) in titles.enumerated() {
            try TemporaryFolder.with { place in
                try Tool.succeed("create", title, "--sample", in: place)
                let notebook = try #require(FileManager.default.contentsOfDirectory(atPath: place.path).first)
                for format in ["zip", "tar"] {
                    let path = folder.appending(path: "ours \(number) \(format)").path
                    try Tool.succeed("archive", notebook, "--format", format, "-o", path, in: place)
                    // As browsers name a second download.
                    try FileManager.default.copyItem(
                        atPath: path, toPath: folder.path + "/ours \(number).notebundle (1).\(format)")
                }
            }
        }
    }

    /// The type of the file with this name; `nil` if it is no archive of a notebook.
    static func type(of name: String) -> String? {
        guard name.hasPrefix("ours ") else { return nil }
        return name.hasSuffix("zip") ? "application/vnd.notebundle+zip" : "application/x-notebundle-tar"
    }
}
