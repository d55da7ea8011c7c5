#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The texts that a site searches, as a script, because a page that was opened from a disk cannot read other files.
enum SiteSearch {
    static func text(_ items: [PageItem]) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes]
        let texts = try encoder.encode(items.map(\.text))
        return "window.bundleTexts = " + String(decoding: texts, as: UTF8.self) + ";\n"
    }
}
