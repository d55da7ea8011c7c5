// swift-tools-version: 6.2
import PackageDescription

/// With NOTEBUNDLE_FUZZ=1 everything is instrumented for libFuzzer and AddressSanitizer (docs/Security.md).
let isFuzzing = Context.environment["NOTEBUNDLE_FUZZ"] == "1"
let sanitizers = ["-sanitize=fuzzer,address"]

let house: [SwiftSetting] =
    [
        .swiftLanguageMode(.v6),
        .strictMemorySafety(),
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ] + (isFuzzing ? [.unsafeFlags(sanitizers)] : [])

/// What tests spend their time in is optimised in debug builds as well: the suite takes a third of the time (510 s to 170 s).
let quick: [SwiftSetting] = house + (isFuzzing ? [] : [.unsafeFlags(["-O"], .when(configuration: .debug))])

/// The same for C.
let quickC: [CSetting] = isFuzzing ? [] : [.unsafeFlags(["-O2"], .when(configuration: .debug))]

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
        .target(name: "CHashing", cSettings: quickC),
        .target(name: "Cores", dependencies: ["CSystem"], swiftSettings: quick),
        .target(name: "NotebookFormat", dependencies: ["CHashing"], swiftSettings: quick),
        .target(name: "Archives", dependencies: ["CLibArchive", "CHashing", "Cores"], swiftSettings: quick),
        .target(
            name: "NotebookStore", dependencies: ["NotebookFormat", "Archives", "CSystem", "Cores"],
            path: "Sources/NotebookBundle", swiftSettings: quick),
        .target(
            name: "NotebookExchange", dependencies: ["NotebookStore", "NotebookFormat", "Archives"],
            swiftSettings: house),
        .target(
            name: "NotebookBundle", dependencies: ["NotebookExchange", "NotebookStore", "NotebookFormat", "Archives"],
            path: "Sources/FrontDoor", swiftSettings: house),
        .target(name: "TerminalIO", dependencies: ["NotebookStore", "CSystem"], swiftSettings: house),
        .target(
            name: "BundleCLI",
            dependencies: ["TerminalIO", "NotebookBundle", "NotebookExchange", "NotebookFormat", "Archives"],
            swiftSettings: house),
        .executableTarget(name: "bundle", dependencies: ["BundleCLI"], swiftSettings: house),
        .executableTarget(name: "Weigh", path: "Tests/Benchmarks/Weigh"),
        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: quick),
        .target(
            name: "SimulatedDisks", dependencies: ["NotebookBundle", "NotebookFormat", "TestSupport"],
            path: "Tests/SimulatedDisks", swiftSettings: quick),
        // What apps by others see: nothing but public declarations.
        .target(
            name: "Shoebox", dependencies: ["NotebookBundle"], path: "Tests/ExampleApp/Shoebox", packageAccess: false,
            swiftSettings: house),
        .testTarget(
            name: "ExampleAppTests", dependencies: ["Shoebox", "NotebookBundle"], path: "Tests/ExampleApp/Tests",
            packageAccess: false, swiftSettings: house),
        .testTarget(
            name: "NotebookFormatTests", dependencies: ["BundleCLI", "NotebookFormat", "TestSupport"],
            swiftSettings: house),
        .testTarget(
            name: "ArchivesTests",
            dependencies: ["Archives", "CHashing", "NotebookBundle", "NotebookFormat", "TestSupport", "bundle"],
            swiftSettings: house),
        .testTarget(
            name: "NotebookBundleTests",
            dependencies: [
                "NotebookBundle", "NotebookStore", "NotebookFormat", "Archives", "SimulatedDisks", "TestSupport",
            ],
            swiftSettings: house),
        .testTarget(
            name: "NotebookExchangeTests",
            dependencies: ["NotebookExchange", "NotebookBundle", "NotebookFormat", "TestSupport"], swiftSettings: house),
        .testTarget(
            name: "BundleCLITests",
            dependencies: ["BundleCLI", "NotebookBundle", "NotebookFormat", "Archives", "TestSupport"],
            exclude: ["Transcripts"], swiftSettings: house),
        .testTarget(
            name: "JourneyTests", dependencies: ["TestSupport", "bundle"],
            exclude: ["Findings", "Judges", "Schemas", "Scripts"],
            swiftSettings: house),
    ]
)

if isFuzzing {
    package.targets += [
        .target(name: "FuzzDriver", path: "Tests/Fuzzing/Driver"),
        .executableTarget(
            name: "FuzzArchives", dependencies: ["Archives", "NotebookFormat", "FuzzDriver"], path: "Tests/Fuzzing",
            exclude: ["Driver", "Corpus", "Texts"], sources: ["main.swift", "FuzzArchives.swift"],
            swiftSettings: house, linkerSettings: [.unsafeFlags(sanitizers + ["-use-ld=lld"])]),
        .executableTarget(
            name: "FuzzTexts", dependencies: ["NotebookBundle", "NotebookFormat", "FuzzDriver"],
            path: "Tests/Fuzzing/Texts",
            swiftSettings: house, linkerSettings: [.unsafeFlags(sanitizers + ["-use-ld=lld"])]),
    ]
}
