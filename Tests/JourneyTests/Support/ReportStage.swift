import Foundation
import Synchronization
import TestSupport

/// A repository with notebooks in which every rule finds something, some under names that are hard to write down, and
/// some that cannot be looked at.
struct ReportStage {
    /// The forms of reports.
    static let forms = ["text", "json", "jsonl", "sarif", "github", "gitlab", "junit"]

    /// Names that mean something in XML, URIs, shells or workflow commands, each with the notebook that gets it.
    static let names = [
        ("Vögel & <Fische>, 100%: it's \"new\" #1?.notebundle", "NB603-wiki-links-resolve-warning.notebundle"),
        ("Vo\u{308}gel.notebundle", "NB304-names-are-composed-warning.notebundle"),
        ("::error::%0A::warning::x.notebundle", "NB401-items-are-utf-8-error.notebundle"),
        ("a ##[debug]b.notebundle", "valid-minimal.notebundle"),
        ("鳥 & <b>%41,:;'\".notebundle.zip", "NB812-members-have-one-time-note.notebundle.zip"),
        ("[*]?.notebundle.tar", "NB704-no-hard-links-error.notebundle.tar"),
    ]

    /// The name of a note that is put into those that are directories.
    static let fileName = "Ä <b> & 100%25,: \"it's\" #1?.md"

    /// The repository.
    let repository: URL
    /// The directory in it that holds the notebooks, and in which the tool runs.
    let directory: URL

    /// What lies on a stage.
    enum Extent {
        /// A notebook for every rule, and strange names.
        case whole
        /// Strange names.
        case small
        /// The notebook that has a file of many megabytes.
        case large
    }

    /// Furnishes a folder.
    init(in folder: URL, _ extent: Extent) throws {
        repository = folder.appending(path: "repository")
        directory = repository.appending(path: "note books")
        let git = repository.appending(path: ".git")
        let strange = directory.appending(path: "sub #1?")
        let broken = directory.appending(path: "broken")
        for place in [git, strange, broken] {
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        }
        let recipes = try ConformanceKit.recipes().notebooks
        for row in try ConformanceKit.table().notebooks {
            let isWanted =
                switch extent {
                case .whole: recipes[row.notebook]?.isLarge != true
                case .small: false
                case .large: row.notebook.hasPrefix("NB411")
                }
            if isWanted { _ = try ConformanceKit.make(row.notebook, in: directory) }
        }
        if extent == .large { return }
        for (name, notebook) in Self.names {
            let place = try ConformanceKit.make(notebook, in: strange, as: name)
            guard notebook.hasSuffix(".notebundle") else { continue }
            try Data("[[none]]\n".utf8).write(to: URL(filePath: place.path + "/notes/" + Self.fileName))
        }
        _ = try ConformanceKit.make("valid-minimal.notebundle", in: broken)
        try Data("{\"version\": 1, \"failon\": \"note\"}".utf8).write(
            to: broken.appending(path: ".bundle-validate.json"))
        try Self.makeArchiveWithLongPath(directory.appending(path: "Limit.notebundle.tar"))
    }

    /// The one that tests share, none of which writes into it.
    static let shared = Result { try ReportStage(in: TemporaryFolder.lasting().url, .whole) }
    /// A small one that they share.
    static let small = Result { try ReportStage(in: TemporaryFolder.lasting().url, .small) }

    private static let reports = Mutex<[String: Command.Result]>([:])

    /// The report in a form on the shared stage, which is made once.
    static func report(_ form: String) throws -> Command.Result {
        if let known = reports.withLock({ $0[form] }) { return known }
        let report = try shared.get().run("--format", form)
        reports.withLock { $0[form] = report }
        return report
    }

    /// A notebook that is named and is not there.
    static let missing = "missing: <1%>.notebundle"

    /// What cannot be looked at: settings that are wrong, a path beyond the limit, and a notebook that is not there.
    static let countOfUnknown = 3

    /// Validates everything.
    func run(_ words: String..., environment: [String: String] = [:]) throws -> Command.Result {
        try Command.run(
            [Tool.path, "validate", ".", Self.missing] + words, in: directory, environment: environment)
    }

    private static func makeArchiveWithLongPath(_ place: URL) throws {
        let script = """
            import io, sys, tarfile
            with tarfile.open(sys.argv[1], "w", format=tarfile.PAX_FORMAT) as archive:
                archive.addfile(tarfile.TarInfo("X.notebundle/notes/" + "a/" * 3000 + "b.md"), io.BytesIO())
            """
        _ = try Python.run(.text(script), [place.path])
    }
}

/// A judge of reports: a script in `Judges`.
enum ReportJudge {
    /// What it needs of Python.
    static func modules(_ form: String) -> [String] {
        switch form {
        case "gitlab": ["jsonschema"]
        case "junit": ["junitparser"]
        default: []
        }
    }

    /// What is wrong with a report, given the JSON report of the same run.
    static func problems(
        with report: Data, form: String, json: Data, of stage: ReportStage, in folder: URL
    ) throws -> String {
        let (place, reference) = (folder.appending(path: "report"), folder.appending(path: "report.json"))
        try report.write(to: place)
        try json.write(to: reference)
        let tests = Project.root.appending(path: "Tests/JourneyTests")
        let schema = form == "gitlab" ? [tests.appending(path: "Schemas/gitlab-code-quality.schema.json")] : []
        let paths = ([place, reference, stage.repository, stage.directory] + schema).map(\.path)
        let result = try Python.run(
            .file(tests.appending(path: "Judges/\(form).py")), paths, modules: modules(form))
        return result.output + result.errors
    }
}
