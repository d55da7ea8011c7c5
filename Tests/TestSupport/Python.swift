public import Foundation
import Synchronization

/// Python, in which judges by others are written.
public enum Python {
    /// Says why a test that needs modules is skipped.
    public static func absent(_ modules: String...) -> String {
        "Python lacks one of \(modules.joined(separator: ", ")); .ci/prepare --tests installs them"
    }

    /// Whether some Python has these modules.
    public static func has(_ modules: String...) -> Bool { interpreter(having: modules) != nil }

    /// Runs a script, given as text or as a file, with the first Python that has these modules.
    public static func run(
        _ script: Script, _ arguments: [String] = [], modules: [String] = [], in directory: URL? = nil,
        environment: [String: String] = [:]
    ) throws -> Command.Result {
        guard let interpreter = interpreter(having: modules) else { throw Missing(modules: modules) }
        // Nothing is to be left beside the scripts.
        let environment = environment.merging(["PYTHONDONTWRITEBYTECODE": "1", "PYTHONUTF8": "1"]) { given, _ in given }
        return try Command.run(
            [interpreter] + script.words + arguments, in: directory, environment: environment)
    }

    /// A script.
    public enum Script {
        /// The text of a script.
        case text(String)
        /// A file with a script.
        case file(URL)

        fileprivate var words: [String] {
            switch self {
            case .text(let text): ["-c", text]
            case .file(let file): [file.path]
            }
        }
    }

    /// No Python has some modules.
    public struct Missing: Error {
        /// The modules.
        public let modules: [String]
    }

    private static let known = Mutex<[[String]: String?]>([:])

    /// Where the first Python is that has these modules.
    public static func interpreter(having modules: [String] = []) -> String? {
        known.withLock { known in
            if let interpreter = known[modules] { return interpreter }
            let imports = modules.isEmpty ? "" : "import " + modules.joined(separator: ", ")
            // Its own path: what stands in the search path may be a script that looks for it, each time.
            let script = imports + "\nimport sys; print(sys.executable)"
            let found = ["python3", "/usr/bin/python3"].lazy.compactMap { python -> String? in
                guard let result = try? Command.run([python, "-c", script]), result.status == 0 else {
                    return nil
                }
                return result.output.trimmingCharacters(in: .whitespacesAndNewlines)
            }.first
            known[modules] = .some(found)
            return found
        }
    }
}
