/// The labels of the two versions of a text that cannot be merged.
package enum VersionLabels {
    /// “this copy”, and the name of the other copy.
    case names
    /// The times of their changes, which mean the same in every copy.
    case dates
}
