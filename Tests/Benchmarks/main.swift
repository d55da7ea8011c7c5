import Foundation
import NotebookFormat

// Times what is too quick for a process of its own, and prints the median in milliseconds: `Benchmarks manifest FILE`.
let words = CommandLine.arguments
guard words.count == 3, words[1] == "manifest" else {
    print("usage: Benchmarks manifest FILE")
    exit(64)
}
let bytes = [UInt8](try Data(contentsOf: URL(filePath: words[2])))
var entries = 0
let times = try (0..<15).map { _ in
    try ContinuousClock().measure { entries += try Manifest(bytes).entries.count }
}
let median = times.sorted()[times.count / 2]
print(Double(median.components.attoseconds) / 1e15 + Double(median.components.seconds) * 1000, entries / times.count)
