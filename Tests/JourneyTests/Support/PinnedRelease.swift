import Foundation
import TestSupport

/// The project's files for CI, with a release of the built tool pinned as `.ci/pin` does it.
enum PinnedRelease {
    static let isPossible = `A release`.isPossible && GitRepository.canMake
    static let missing = `A release`.missing

    /// A folder with `project`, a repository of git, and `files`, below which the release is published.
    static let folder = Result {
        let folder = try TemporaryFolder.lasting().url
        let project = folder.appending(path: "project")
        let release = URL(filePath: try `A release`.file("SHA256SUMS")).deletingLastPathComponent()
        try FileManager.default.createDirectory(
            at: folder.appending(path: "files"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            at: folder.appending(path: "files/v\(`A release`.version)"), withDestinationURL: release)
        try FileManager.default.createDirectory(at: project, withIntermediateDirectories: true)
        for name in [".ci", ".github", ".pre-commit-hooks.yaml", "LICENSE"] {
            try FileManager.default.copyItem(
                at: Project.root.appending(path: name), to: project.appending(path: name))
        }
        let lines = """
            git init -q . && git add -A && git commit -qm first
            .ci/pin '\(release.path)' 'file://\(folder.path)/files' registry.example.org/notebundle
            """
        let result = try Command.run(["bash", "-ec", lines], in: project, environment: identity)
        guard result.status == 0 else { throw Tool.Failed(words: [lines], result: result) }
        return folder
    }

    static func path(_ name: String) throws -> String { try folder.get().appending(path: name).path }

    static func text(_ name: String) throws -> String {
        try String(contentsOf: folder.get().appending(path: "project/" + name), encoding: .utf8)
    }

    static let identity = [
        "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null", "GIT_AUTHOR_NAME": "A",
        "GIT_AUTHOR_EMAIL": "a@example.org", "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.org",
    ]
}
