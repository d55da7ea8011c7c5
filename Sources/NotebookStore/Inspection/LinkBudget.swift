import NotebookFiles
package import NotebookFormat
import NotebookLinks
import NotebookMarkdown
import NotebookText
import Synchronization

/// Limits the memory for links and headings, which are kept until all files are known.
final class LinkBudget: Sendable {
    private let left = Mutex(InspectionLimit.linkBytes)

    func charge(_ fact: FileFact) throws(InspectionLimit) {
        guard let item = fact.item?.readable else { return }
        let size = item.links.size + (item.anchors?.size ?? 0)
        let isEnough = left.withLock { left in
            left -= size
            return left >= 0
        }
        if !isEnough { throw InspectionLimit(path: fact.path.text) }
    }
}

/// A notebook with too many links and headings.
package struct InspectionLimit: Failure {
    /// How many bytes links and headings may take in memory.
    package static let linkBytes = 512 << 20

    let path: String

    package var description: String {
        "\(PrintableText.escaped(path)): the links and headings up to this file need more than \(Self.linkBytes >> 20) MiB of memory"
    }
    package var remedy: Remedy? { "split the notebook" }
}
