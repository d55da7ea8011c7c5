import NotebookFormat
import NotebookStore

extension NotebookListing {
    /// A description of what is left out when all items are copied with some attachments and extras.
    func leftBehind(besides carried: Set<BundlePath>) -> [String] {
        let trash = manifest.deletedFiles
        let live = manifest.entries.filter { TrashedPath($0.path) == nil }
        // The record of places has no content of its own.
        let extras = live.count {
            $0.type == .extra && $0.path != .attachmentPlaces && !carried.contains($0.path)
        }
        let blobs = live.count { $0.type == .blob && !carried.contains($0.path) }
        return [
            trash > 0 ? "\(trash) in the trash" : nil, extras > 0 ? "\(extras) below extras/" : nil,
            blobs > 0 ? "\(blobs) in blobs/ that no item uses" : nil,
        ].compactMap(\.self)
    }
}
