import NotebookFormat

/// Whether names of other systems can be keys of properties; those of the format's own keys get a prefix.
enum ForeignKey {
    static func isUsable(_ key: String) -> Bool { PropertyKey.isValid(key) || PropertyKey.known(key) != nil }
}

/// Addresses of pictures, recordings and films.
enum MediaAddress {
    static func isMedium(_ address: String) -> Bool {
        guard address.hasPrefix("http") else { return false }
        let path = address.prefix { $0 != "?" && $0 != "#" }
        let ending = path.split(separator: ".").last?.lowercased() ?? ""
        return ["png", "jpg", "jpeg", "gif", "webp", "svg", "mp4", "mov", "mp3", "m4a", "webm"].contains(ending)
    }
}
