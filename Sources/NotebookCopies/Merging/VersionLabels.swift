/// The labels of the two versions of a text that cannot be merged.
package enum VersionLabels {
    /// The names of the copies, and the times of their changes.
    case names
    /// The times of their changes, which mean the same in every copy.
    case dates
}
