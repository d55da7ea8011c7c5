import Foundation

/// Makes a note or card of bytes that are none, and keeps all that can be read.
public struct ItemRescue: Sendable {
    /// The item.
    public let item: ItemFile
    /// What was done, in words.
    public let steps: [String]

    /// Saves an item; `nil` if it is too long.
    public init?(of bytes: [UInt8]) {
        var bytes = bytes
        var steps: [String] = []
        while steps.count < 4 {
            do throws(TextProblem) {
                item = try ItemFile(bytes)
                self.steps = steps
                return
            } catch {
                switch error.kind {
                case .encoding:
                    bytes = Self.decoded(bytes)
                    steps.append("read as Windows-1252")
                case .nul:
                    bytes.removeAll { $0 == 0 }
                    steps.append("without U+0000")
                case .tooLong: return nil
                default:
                    // What cannot be front matter is text.
                    bytes = Array("---\n---\n\n".utf8) + bytes
                    steps.append("front matter kept as text")
                }
            }
        }
        return nil
    }

    /// The bytes as UTF-8, taken for Windows-1252, or for Latin-1 where that leaves a byte without meaning.
    private static func decoded(_ bytes: [UInt8]) -> [UInt8] {
        let data = Data(bytes)
        let text = String(data: data, encoding: .windowsCP1252) ?? String(data: data, encoding: .isoLatin1)
        return Array((text ?? String(decoding: bytes, as: UTF8.self)).utf8)
    }
}
