/// The version of the tool.
enum ToolVersion {
    /// As semver.org writes it.
    static let text = "1.0.0"
}
