import NotebookFormat

/// The kinds of media that browsers show.
enum AttachmentMedium {
    case picture, sound, film, other

    private static let pictures: Set<String> = [
        "apng", "avif", "bmp", "gif", "ico", "jpeg", "jpg", "png", "svg", "webp",
    ]

    /// The kind of an attachment, by the ending of its name.
    init(of path: BundlePath) {
        let type = MediaType.of(path.name)
        if Self.pictures.contains(BlobName.fileExtension(of: path.name)) {
            self = .picture
        } else if type.hasPrefix("audio/") {
            self = .sound
        } else {
            self = type.hasPrefix("video/") ? .film : .other
        }
    }
}

/// The names of attachments outside a notebook.
enum AttachmentName {
    /// The file name for saving an attachment.
    static func readable(_ path: BundlePath) -> String { BlobName(path.name)?.readableName ?? String(path.name) }
}
