import NotebookStore
import NotebookFormat

extension Notebook {
    /// What a transfer of all items with their attachments leaves out, in words.
    func leftBehind(besides carried: Set<BundlePath>) -> [String] {
        let trash = manifest.entries.count { TrashedPath($0.path) != nil }
        let live = manifest.entries.filter { TrashedPath($0.path) == nil }
        let extras = live.count { $0.type == .extra }
        let blobs = live.count { $0.type == .blob && !carried.contains($0.path) }
        return [
            trash > 0 ? "\(trash) in the trash" : nil, extras > 0 ? "\(extras) below extras/" : nil,
            blobs > 0 ? "\(blobs) in blobs/ that no item uses" : nil,
        ].compactMap(\.self)
    }
}
