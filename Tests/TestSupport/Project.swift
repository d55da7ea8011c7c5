public import Foundation

/// The process's environment.
public enum Environment {
    /// The value of a variable.
    public static subscript(name: String) -> String? { ProcessInfo.processInfo.environment[name] }
}

/// Places of the project.
public enum Project {
    /// The directory that holds `Package.swift`.
    public static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The directory that holds what was built together with these tests: the tool is `bundle` in it.
    public static let products: URL = {
        let test = CommandLine.arguments.lazy.compactMap { $0.firstMatch(of: /^(.*)\/[^\/]*\.xctest/) }.first
        return test.map { URL(filePath: String($0.output.1)) } ?? root.appending(path: ".build/debug")
    }()

    /// The built tool; `NOTEBUNDLE_TOOL` names another one.
    public static let tool = Environment["NOTEBUNDLE_TOOL"] ?? products.appending(path: "bundle").path

    /// The samples written for this project.
    public static let samples = root.appending(path: "Samples")
}

/// Notes, cards and test suites by others, which lie outside the project (`NOTEBUNDLE_CORPORA`, or
/// `../shared/corpora`).
public enum Corpora {
    /// Says why a test that needs the corpora is skipped.
    public static let absent: String = "the corpora are not here; NOTEBUNDLE_CORPORA can name their folder"

    /// The folder of a corpus; `nil` if it is not on this machine.
    public static func folder(_ name: String) -> URL? {
        let corpora =
            Environment["NOTEBUNDLE_CORPORA"].map { URL(filePath: $0) }
            ?? Project.root.deletingLastPathComponent().appending(path: "shared/corpora")
        let folder = corpora.appending(path: name)
        return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
    }

    /// Whether a corpus is on this machine.
    public static func has(_ name: String) -> Bool { folder(name) != nil }
}
