public import Foundation

/// The validator of PyPI's `jsonschema`, a judge by others.
public enum JSONSchema {
    /// Says why a test that needs it is skipped.
    public static let absent = "Python’s jsonschema is not installed (apt: python3-jsonschema)"

    /// Whether it is on this machine.
    public static var isInstalled: Bool { interpreter != nil }

    /// The first Python that has it.
    private static let interpreter: String? = ["python3", "/usr/bin/python3"].first { python in
        (try? Command.run(["/usr/bin/env", python, "-c", "import jsonschema"]).status) == 0
    }

    /// What is wrong with JSON texts by a schema of draft 2020-12, one line for each problem.
    public static func problems(of texts: [String], schema: URL) throws -> [String] {
        guard let interpreter else { return [absent] }
        return try TemporaryFolder.with { folder in
            let file = folder.appending(path: "texts.json")
            try JSONEncoder().encode(texts).write(to: file)
            let result = try Command.run(["/usr/bin/env", interpreter, "-c", script, schema.path, file.path])
            let lines = result.output.split(separator: "\n").map(String.init)
            return result.status == 0 ? lines : lines + [result.errors]
        }
    }

    private static let script = """
        import json, sys, jsonschema
        schema = json.load(open(sys.argv[1], encoding="utf-8"))
        jsonschema.Draft202012Validator.check_schema(schema)
        validator = jsonschema.Draft202012Validator(schema)
        for number, text in enumerate(json.load(open(sys.argv[2], encoding="utf-8"))):
            for error in validator.iter_errors(json.loads(text)):
                print(number, error.json_path, error.message[:200])
        """
}
