public import Foundation

/// The validator of PyPI's `jsonschema`, a judge by others.
public enum JSONSchema {
    /// Says why a test that needs it is skipped.
    public static let absent = Python.absent("jsonschema")

    /// Whether it is on this machine.
    public static var isInstalled: Bool { Python.has("jsonschema") }

    /// What is wrong with JSON texts by a schema of the draft that it names, one line for each problem.
    ///
    /// - Parameter definition: The name of one of its `$defs`, to be used in place of the whole.
    public static func problems(of texts: [String], schema: URL, definition: String? = nil) throws -> [String] {
        try TemporaryFolder.with { folder in
            let file = folder.appending(path: "texts.json")
            try JSONEncoder().encode(texts).write(to: file)
            let result = try Python.run(
                .text(script), [schema.path, file.path] + [definition].compactMap(\.self), modules: ["jsonschema"])
            let lines = result.output.split(separator: "\n").map(String.init)
            return result.status == 0 ? lines : lines + [result.errors]
        }
    }

    private static let script = """
        import json, sys, jsonschema
        schema = json.load(open(sys.argv[1], encoding="utf-8"))
        kind = jsonschema.validators.validator_for(schema, default=None)
        kind.check_schema(schema)
        if len(sys.argv) > 3:
            schema["$defs"][sys.argv[3]]
            schema = {"$ref": "#/$defs/" + sys.argv[3], "$defs": schema["$defs"]}
        validator = kind(schema)
        for number, text in enumerate(json.load(open(sys.argv[2], encoding="utf-8"))):
            for error in validator.iter_errors(json.loads(text)):
                print(number, error.json_path, error.message[:200])
        """
}
