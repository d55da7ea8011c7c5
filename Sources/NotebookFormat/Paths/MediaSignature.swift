/// What the first bytes of a file say about its media type (Format, clause 19.1).
package enum MediaSignature {
    /// How many bytes are examined.
    package static let headLength = 272

    /// Bytes at an offset, `nil` for any byte.
    private struct Pattern {
        let offset: Int
        let bytes: [UInt8?]

        init(_ text: StaticString, at offset: Int = 0) {
            self.offset = offset
            bytes = text.description.unicodeScalars.map { $0 == "\u{2022}" ? nil : UInt8(truncatingIfNeeded: $0.value) }
        }

        func matches(_ head: [UInt8]) -> Bool {
            guard head.count >= offset + bytes.count else { return false }
            return zip(bytes, head[offset...]).allSatisfy { $0 == nil || $0 == $1 }
        }
    }

    /// Formats by their signatures, the more specific ones first; `•` stands for any byte.
    private static let table: [(format: String, patterns: [Pattern])] = [
        ("PNG", [Pattern("\u{89}PNG\r\n\u{1A}\n")]), ("JPEG", [Pattern("\u{FF}\u{D8}\u{FF}")]),
        ("GIF", [Pattern("GIF87a"), Pattern("GIF89a")]), ("WebP", [Pattern("RIFF••••WEBP")]),
        ("WAV", [Pattern("RIFF••••WAVE")]), ("AIFF", [Pattern("FORM••••AIFF"), Pattern("FORM••••AIFC")]),
        ("PDF", [Pattern("%PDF-")]), ("ZIP", [Pattern("PK\u{3}\u{4}"), Pattern("PK\u{5}\u{6}")]),
        ("gzip", [Pattern("\u{1F}\u{8B}")]), ("bzip2", [Pattern("BZh")]), ("xz", [Pattern("\u{FD}7zXZ\0")]),
        ("Zstandard", [Pattern("(\u{B5}/\u{FD}")]), ("7z", [Pattern("7z\u{BC}\u{AF}\u{27}\u{1C}")]),
        ("tar", [Pattern("ustar", at: 257)]), ("TIFF", [Pattern("II*\0"), Pattern("MM\0*")]),
        ("BMP", [Pattern("BM")]), ("ICO", [Pattern("\0\0\u{1}\0")]),
        ("AVIF", [Pattern("ftypavif", at: 4), Pattern("ftypavis", at: 4)]),
        (
            "HEIF",
            [
                Pattern("ftyphei", at: 4), Pattern("ftyphev", at: 4), Pattern("ftypmif1", at: 4),
                Pattern("ftypmsf1", at: 4),
            ]
        ),
        ("MP4", [Pattern("ftyp", at: 4)]),
        (
            "QuickTime",
            [Pattern("moov", at: 4), Pattern("mdat", at: 4), Pattern("wide", at: 4), Pattern("free", at: 4)]
        ),
        ("JPEG XL", [Pattern("\u{FF}\n"), Pattern("\0\0\0\u{C}JXL \r\n\u{87}\n")]),
        ("FLAC", [Pattern("fLaC")]), ("Ogg", [Pattern("OggS")]), ("MIDI", [Pattern("MThd")]),
        ("Matroska", [Pattern("\u{1A}E\u{DF}\u{A3}")]), ("WOFF", [Pattern("wOFF")]), ("WOFF2", [Pattern("wOF2")]),
        ("OpenType", [Pattern("OTTO")]), ("TrueType", [Pattern("\0\u{1}\0\0\0"), Pattern("true\0")]),
        ("MPEG video", [Pattern("\0\0\u{1}\u{BA}"), Pattern("\0\0\u{1}\u{B3}")]),
        ("RTF", [Pattern("{\\rtf")]),
    ]

    /// The formats that a file of a media type can have; types that are not listed can have any.
    private static let formats: [String: Set<String>] = [
        "application/epub+zip": ["ZIP"], "application/gzip": ["gzip"], "application/pdf": ["PDF"],
        "application/rtf": ["RTF"], "application/x-7z-compressed": ["7z"], "application/x-bzip2": ["bzip2"],
        "application/x-xz": ["xz"], "application/zip": ["ZIP"], "application/zstd": ["Zstandard"],
        "audio/aiff": ["AIFF"], "audio/flac": ["FLAC", "Ogg"], "audio/midi": ["MIDI"],
        "audio/mp4": ["MP4"], "audio/ogg": ["Ogg"], "audio/wav": ["WAV"], "audio/webm": ["Matroska"],
        "font/otf": ["OpenType", "TrueType"], "font/ttf": ["TrueType", "OpenType"], "font/woff": ["WOFF"],
        "font/woff2": ["WOFF2"], "image/apng": ["PNG"], "image/avif": ["AVIF", "HEIF", "MP4"], "image/bmp": ["BMP"],
        "image/gif": ["GIF"], "image/heic": ["HEIF", "MP4"], "image/heif": ["HEIF", "MP4"], "image/jpeg": ["JPEG"],
        "image/jxl": ["JPEG XL"], "image/png": ["PNG"], "image/tiff": ["TIFF"], "image/vnd.microsoft.icon": ["ICO"],
        "image/webp": ["WebP"], "video/matroska": ["Matroska"], "video/mp4": ["MP4", "QuickTime"],
        "video/mpeg": ["MPEG video"], "video/ogg": ["Ogg"], "video/quicktime": ["MP4", "QuickTime"],
        "video/webm": ["Matroska"],
    ]

    /// Text formats, which contain no NUL.
    private static let texts: Set<String> = [
        "application/json", "application/toml", "application/xhtml+xml", "application/xml", "application/yaml",
        "image/svg+xml",
    ]

    /// Says in words how the content contradicts the extension of a name; `nil` if it does not.
    ///
    /// - Parameter head: The first `headLength` bytes of the file, or all if it is shorter.
    package static func problem(of name: some StringProtocol, head: [UInt8]) -> String? {
        let type = MediaType.of(name)
        let found = table.first { $0.patterns.contains { $0.matches(head) } }?.format
        if let expected = formats[type] ?? zipped(type) {
            if table.contains(where: { expected.contains($0.format) && $0.patterns.contains { $0.matches(head) } }) {
                return nil
            }
            return "the name says \(type), but the content is \(found ?? (head.isEmpty ? "empty" : "something else"))"
        }
        guard type.hasPrefix("text/") || texts.contains(type), !isUTF16(head), head.contains(0) else { return nil }
        return "the name says \(type), but the content is \(found ?? "not text")"
    }

    private static func zipped(_ type: String) -> Set<String>? {
        let prefixes = ["application/vnd.oasis.opendocument.", "application/vnd.openxmlformats-officedocument."]
        return prefixes.contains { type.hasPrefix($0) } ? ["ZIP"] : nil
    }

    private static func isUTF16(_ head: [UInt8]) -> Bool {
        head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF])
    }
}

/// The media types of blobs, by the extension of their names (Format, Annex B).
package enum MediaType {
    /// The type for extensions outside the table.
    package static let unknown = "application/octet-stream"

    /// The media type of a file with this name.
    package static func of(_ name: some StringProtocol) -> String { table[BlobName.fileExtension(of: name)] ?? unknown }

    /// Whether a linked file with this name is shown as an image.
    package static func isImage(_ name: some StringProtocol) -> Bool { of(name).hasPrefix("image/") }

    /// Whether compressing a file with this name would gain nothing.
    package static func isCompressed(_ name: some StringProtocol) -> Bool {
        let type = of(name)
        return compressed.contains(type)
            || compressedKinds.contains { type.hasPrefix($0) } && !plainMedia.contains(type)
    }

    private static let compressedKinds = ["image/", "audio/", "video/"]
    private static let plainMedia: Set<String> = [
        "image/svg+xml", "image/bmp", "image/tiff", "audio/wav", "audio/aiff", "audio/midi",
    ]
    private static let compressed: Set<String> = [
        "application/zip", "application/gzip", "application/zstd", "application/x-xz", "application/x-bzip2",
        "application/x-7z-compressed", "application/epub+zip", "font/woff", "font/woff2",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        "application/vnd.oasis.opendocument.text", "application/vnd.oasis.opendocument.spreadsheet",
        "application/vnd.oasis.opendocument.presentation",
    ]

    /// The table of Annex B.
    package static let table: [String: String] = [
        "7z": "application/x-7z-compressed", "aac": "audio/aac", "aif": "audio/aiff", "aiff": "audio/aiff",
        "apng": "image/apng", "avif": "image/avif", "bmp": "image/bmp", "bz2": "application/x-bzip2",
        "css": "text/css", "csv": "text/csv",
        "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "epub": "application/epub+zip", "flac": "audio/flac", "gif": "image/gif", "gz": "application/gzip",
        "heic": "image/heic", "heif": "image/heif", "htm": "text/html", "html": "text/html",
        "ico": "image/vnd.microsoft.icon",
        "ics": "text/calendar", "jpeg": "image/jpeg", "jpg": "image/jpeg", "js": "text/javascript",
        "json": "application/json", "jxl": "image/jxl", "m4a": "audio/mp4", "m4v": "video/mp4", "md": "text/markdown",
        "mid": "audio/midi", "midi": "audio/midi", "mkv": "video/matroska", "mov": "video/quicktime",
        "mp3": "audio/mpeg",
        "mp4": "video/mp4", "mpeg": "video/mpeg", "odp": "application/vnd.oasis.opendocument.presentation",
        "ods": "application/vnd.oasis.opendocument.spreadsheet", "odt": "application/vnd.oasis.opendocument.text",
        "oga": "audio/ogg", "ogg": "audio/ogg", "ogv": "video/ogg", "opus": "audio/ogg", "otf": "font/otf",
        "pdf": "application/pdf", "png": "image/png",
        "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation", "rtf": "application/rtf",
        "svg": "image/svg+xml", "tar": "application/x-tar", "tif": "image/tiff", "tiff": "image/tiff",
        "toml": "application/toml",
        "tsv": "text/tab-separated-values", "ttf": "font/ttf", "txt": "text/plain", "vcf": "text/vcard",
        "wav": "audio/wav",
        "weba": "audio/webm", "webm": "video/webm", "webp": "image/webp", "woff": "font/woff", "woff2": "font/woff2",
        "xhtml": "application/xhtml+xml", "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "xml": "application/xml", "xz": "application/x-xz", "yaml": "application/yaml", "yml": "application/yaml",
        "zip": "application/zip", "zst": "application/zstd",
    ]
}
