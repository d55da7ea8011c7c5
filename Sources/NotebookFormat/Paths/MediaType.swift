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
