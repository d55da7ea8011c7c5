// swift-tools-version: 6.2
import PackageDescription

#if canImport(Glibc)
    import Glibc
#endif

/// With NOTEBUNDLE_FUZZ=1 everything is instrumented for libFuzzer and AddressSanitizer (docs/Security.md).
let isFuzzing = Context.environment["NOTEBUNDLE_FUZZ"] == "1"
let sanitizers = ["-sanitize=fuzzer,address"]

/// With NOTEBUNDLE_TESTABLE=1 tests can be built in the release configuration, in which they take a third of the time.
let isTestable = Context.environment["NOTEBUNDLE_TESTABLE"] == "1"

/// Information for debuggers is a fifth of what compiling takes, and is stripped when the tool is installed.
///
/// With a section for each function, the linker leaves out what nothing uses. Generic types are made by functions: made from
/// their names, each would have the runtime look through all conformances, which takes a quarter of a short call.
let lean = [
    "-gnone", "-function-sections", "-disable-concrete-type-metadata-mangled-name-accessors",
].flatMap { ["-Xfrontend", $0] }

/// As few processes for a module as there are processors, since each reads what all the files declare.
let fewProcesses = ["-driver-batch-size-limit", "1000"]

let house: [SwiftSetting] =
    [
        .swiftLanguageMode(.v6),
        .strictMemorySafety(),
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .unsafeFlags(fewProcesses, .when(configuration: .debug)),
    ] + (isFuzzing ? [.unsafeFlags(sanitizers)] : [.unsafeFlags(lean, .when(configuration: .release))])
    + (isTestable ? [.unsafeFlags(["-enable-testing"], .when(configuration: .release))] : [])

/// Tests are compiled without optimisation, which takes longer than it saves; and at once with what others import of
/// them, for which everything would be type-checked a second time.
let tests: [SwiftSetting] =
    house
    + (isFuzzing
        ? [] : [.unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"], .when(configuration: .release))])

/// Modules whose optimisation takes longer than the tests would save: for tests without it.
let cold: [SwiftSetting] =
    house + (isTestable && !isFuzzing ? [.unsafeFlags(["-Onone"], .when(configuration: .release))] : [])

/// File by file instead of as a whole, so that both processors compile it; for tests without optimisation, which makes the
/// tool start half a millisecond later.
let commandLine: [SwiftSetting] =
    isTestable || isFuzzing
    ? cold
    : house + [.unsafeFlags(["-no-whole-module-optimization", "-enable-batch-mode"], .when(configuration: .release))]

/// Hashing is optimised in debug builds as well, as it is C.
let quickC: [CSetting] = isFuzzing ? [] : [.unsafeFlags(["-O2"], .when(configuration: .debug))]

/// The static libraries of libarchive and of what it needs for our formats; empty where one of them is missing.
///
/// `.ci/prepare` installs them on Debian and Ubuntu. `NOTEBUNDLE_DYNAMIC=1` links libarchive dynamically there as well.
let staticLibraries: [String] = {
    #if canImport(Glibc)
        guard !isFuzzing, Context.environment["NOTEBUNDLE_DYNAMIC"] != "1" else { return [] }
        let needed = ["archive", "z", "lzma", "zstd", "nettle", "bz2", "c"]
        for folder in ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu"] {
            let found = (needed + ["lz4"]).filter { access("\(folder)/lib\($0).a", R_OK) == 0 }
            if found.starts(with: needed) { return found }
        }
    #endif
    return []
}()

/// Whether the tool is one file that needs no other.
let isStandalone = !staticLibraries.isEmpty

let standalone =
    ["-static-executable"] + staticLibraries.map { "-l\($0)" } + [
        "-Xlinker", "--no-eh-frame-hdr", "-Xlinker",
        "--script=\(Context.packageDirectory)/Sources/CStandalone/NoUnwinding.ld",
    ]

/// The tool brings everything with it, or at least the standard library and Foundation, so that it starts sooner and runs
/// where Swift is not installed.
///
/// No test target may depend on it, since these settings would hold for the tests as well.
let selfContained: [LinkerSetting] =
    isFuzzing
    ? []
    : [
        .unsafeFlags(
            (isStandalone ? standalone : ["-static-stdlib"])
                + ["-l_FoundationCollections", "-l_FoundationCShims", "-use-ld=lld"]
                + ["-Xlinker", "--gc-sections", "-Xlinker", "--icf=all"],
            .when(platforms: [.linux]))
    ]

let package = Package(
    name: "NotebookBundle",
    platforms: [.macOS(.v26)],
    products: [
        .library(name: "NotebookBundle", targets: ["NotebookBundle"]),
        .executable(name: "bundle", targets: ["bundle"]),
    ],
    targets: [
        .systemLibrary(
            name: "CLibArchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"]), .brew(["libarchive"])]),
        .target(name: "CSystem"),
        .target(name: "CTerminal", dependencies: ["CSystem"]),
        .target(name: "CHashing", cSettings: quickC),
        .target(name: "CStandalone", exclude: ["NoUnwinding.ld"]),
        .target(name: "Cores", dependencies: ["CSystem"], swiftSettings: house),
        .target(name: "NotebookText", dependencies: ["CHashing"], swiftSettings: house),
        .target(name: "NotebookMarkdown", dependencies: ["NotebookText"], swiftSettings: house),
        .target(name: "ForeignData", dependencies: ["NotebookMarkdown", "CHashing"], swiftSettings: cold),
        .target(name: "NotebookFormat", dependencies: ["NotebookMarkdown", "Cores"], swiftSettings: house),
        .target(name: "NotebookLinks", dependencies: ["NotebookFormat"], swiftSettings: house),
        .target(name: "NotebookMerging", dependencies: ["NotebookFormat"], swiftSettings: cold),
        .target(name: "NotebookQuery", dependencies: ["NotebookLinks"], swiftSettings: cold),
        .target(name: "Archives", dependencies: ["CLibArchive", "CHashing", "Cores", "CSystem"], swiftSettings: house),
        .target(
            name: "NotebookFiles", dependencies: ["NotebookLinks", "NotebookMerging", "Archives", "CSystem", "Cores"],
            swiftSettings: house),
        .target(name: "NotebookStore", dependencies: ["NotebookFiles", "NotebookQuery"], swiftSettings: house),
        .target(name: "NotebookCheck", dependencies: ["NotebookStore"], swiftSettings: cold),
        .target(name: "NotebookLive", dependencies: ["NotebookCheck"], swiftSettings: cold),
        .target(name: "NotebookPacking", dependencies: ["NotebookStore"], swiftSettings: cold),
        .target(name: "NotebookHistory", dependencies: ["NotebookStore"], swiftSettings: cold),
        .target(name: "NotebookStudy", dependencies: ["NotebookStore"], swiftSettings: cold),
        .target(
            name: "NotebookCopies", dependencies: ["NotebookCheck", "NotebookPacking", "NotebookHistory"],
            swiftSettings: cold),
        .target(
            name: "NotebookExchange", dependencies: ["NotebookCopies", "NotebookStudy", "ForeignData"],
            swiftSettings: cold),
        .target(name: "NotebookBundle", dependencies: ["NotebookExchange", "NotebookLive"], swiftSettings: cold),
        .target(name: "EditorWire", dependencies: ["NotebookText"], swiftSettings: house),
        .target(name: "LanguageServer", dependencies: ["EditorWire", "NotebookBundle"], swiftSettings: cold),
        .target(name: "TerminalIO", dependencies: ["NotebookFiles", "CTerminal"], swiftSettings: house),
        .target(name: "BundleCLI", dependencies: ["TerminalIO", "LanguageServer"], swiftSettings: commandLine),
        .executableTarget(
            name: "bundle", dependencies: ["BundleCLI"] + (isStandalone ? ["CStandalone"] : []), swiftSettings: house,
            linkerSettings: selfContained),
        .executableTarget(name: "Weigh", path: "Tests/Benchmarks/Weigh"),
        // Tests depend on no more than they need, so that they are compiled beside the modules that they do not need.
        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: house),
        .target(
            name: "NotebookTestSupport", dependencies: ["NotebookStudy"], path: "Tests/NotebookTestSupport",
            swiftSettings: house),
        .target(
            name: "SimulatedDisks", dependencies: ["NotebookFiles", "TestSupport"],
            path: "Tests/SimulatedDisks", swiftSettings: house),
        // What apps by others see: nothing but public declarations.
        .target(
            name: "Shoebox", dependencies: ["NotebookBundle"], path: "Tests/ExampleApp/Shoebox", packageAccess: false,
            swiftSettings: house),
        .target(
            name: "Designs", dependencies: ["NotebookBundle"], path: "Tests/ExampleApp/Designs", packageAccess: false,
            swiftSettings: house),
        .testTarget(
            name: "ExampleAppTests", dependencies: ["Shoebox", "Designs", "NotebookBundle"],
            path: "Tests/ExampleApp/Tests",
            packageAccess: false, swiftSettings: tests),
        .testTarget(name: "CoresTests", dependencies: ["Cores"], swiftSettings: tests),
        .testTarget(
            name: "NotebookFormatTests", dependencies: ["NotebookQuery", "NotebookMerging", "TestSupport"],
            swiftSettings: tests),
        .testTarget(
            name: "ArchivesTests",
            dependencies: ["NotebookPacking", "TestSupport", "CHashing"],
            exclude: ["Hostile/OtherTools.md"], swiftSettings: tests),
        .testTarget(
            name: "NotebookStoreTests",
            dependencies: ["NotebookCopies", "SimulatedDisks", "TestSupport", "NotebookTestSupport"],
            exclude: ["Study/Reference"], swiftSettings: tests),
        .testTarget(
            name: "NotebookBundleTests", dependencies: ["NotebookBundle", "TestSupport", "NotebookTestSupport"],
            swiftSettings: tests),
        .testTarget(
            name: "NotebookExchangeTests",
            dependencies: ["NotebookBundle", "TestSupport", "NotebookTestSupport"], swiftSettings: tests),
        .testTarget(
            name: "BundleCLITests",
            dependencies: ["BundleCLI", "NotebookBundle", "TestSupport", "NotebookTestSupport"],
            exclude: ["Help.txt", "Transcripts"], swiftSettings: tests),
        .testTarget(
            name: "LanguageServerTests", dependencies: ["LanguageServer", "TestSupport"], swiftSettings: tests),
        // It needs no more than NotebookFormat, but what everything else waits for is compiled first.
        .testTarget(
            name: "JourneyTests", dependencies: ["NotebookFormat", "NotebookFiles", "TestSupport"],
            exclude: ["Findings", "Judges", "Schemas", "Scripts"],
            swiftSettings: tests),
    ]
)

if isFuzzing {
    package.targets += [
        .target(name: "FuzzDriver", path: "Tests/Fuzzing/Driver"),
        .executableTarget(
            name: "FuzzArchives", dependencies: ["NotebookBundle", "FuzzDriver"], path: "Tests/Fuzzing",
            exclude: ["Driver", "Corpus", "Texts"], sources: ["main.swift", "FuzzArchives.swift"],
            swiftSettings: house, linkerSettings: [.unsafeFlags(sanitizers + ["-use-ld=lld"])]),
        .executableTarget(
            name: "FuzzTexts",
            dependencies: [
                "Archives", "EditorWire", "ForeignData", "NotebookBundle", "NotebookExchange", "FuzzDriver",
            ],
            path: "Tests/Fuzzing/Texts",
            swiftSettings: house, linkerSettings: [.unsafeFlags(sanitizers + ["-use-ld=lld"])]),
    ]
}

// A module is compiled again when the module file of a dependency has changed, and SwiftPM looks at no more than those that a
// target names. Through them it uses types of others, whose layout can change while those named remain as they are: the
// objects of two builds would be linked. So each target names all that it reaches.
let named = Dictionary(
    uniqueKeysWithValues: package.targets.map { target in
        (target.name, target.dependencies.compactMap { if case .byNameItem(let name, _) = $0 { name } else { nil } })
    })
for target in package.targets {
    var names = named[target.name] ?? []
    var next = 0
    while next < names.count {
        let others = named[names[next]] ?? []
        names += others.filter { !names.contains($0) }
        next += 1
    }
    target.dependencies = names.map { .byName(name: $0) }
}
