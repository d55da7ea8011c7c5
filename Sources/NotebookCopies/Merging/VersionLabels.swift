/// The labels of the two versions of a text that cannot be merged; each says when its version was changed.
package enum VersionLabels {
    /// The paths of the copies come first.
    case names
    /// The names of this device, if it has one, and of the place of the other copy come first: they mean the same
    /// everywhere.
    case copies(other: String)
}
