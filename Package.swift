// swift-tools-version: 6.2
import PackageDescription

let house: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "NotebookBundle",
    platforms: [.macOS(.v26)],
    products: [
        .library(
            name: "NotebookBundle", targets: ["NotebookFormat", "Archives", "NotebookBundle", "NotebookExchange"]),
        .executable(name: "bundle", targets: ["bundle"]),
    ],
    targets: [
        .systemLibrary(
            name: "CLibArchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"]), .brew(["libarchive"])]),
        .target(name: "CSystem"),
        .target(name: "NotebookFormat", swiftSettings: house),
        .target(name: "Archives", dependencies: ["CLibArchive"], swiftSettings: house),
        .target(name: "NotebookBundle", dependencies: ["NotebookFormat", "Archives", "CSystem"], swiftSettings: house),
        .target(
            name: "NotebookExchange", dependencies: ["NotebookBundle", "NotebookFormat", "Archives"],
            swiftSettings: house),
        .target(
            name: "BundleCLI", dependencies: ["NotebookExchange", "NotebookBundle", "NotebookFormat", "Archives"],
            swiftSettings: house),
        .executableTarget(name: "bundle", dependencies: ["BundleCLI"], swiftSettings: house),
        .executableTarget(
            name: "Benchmarks", dependencies: ["NotebookFormat"], path: "Tests/Benchmarks", exclude: ["run", "run.py"],
            sources: ["main.swift"],
            swiftSettings: house),
        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: house),
        .testTarget(
            name: "NotebookFormatTests", dependencies: ["NotebookFormat", "TestSupport"], swiftSettings: house),
        .testTarget(name: "ArchivesTests", dependencies: ["Archives", "TestSupport"], swiftSettings: house),
        .testTarget(
            name: "NotebookBundleTests", dependencies: ["NotebookBundle", "NotebookFormat", "Archives", "TestSupport"],
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
