/// Names of files in one directory, each as the system takes it, in one piece of memory.
package struct NameList: Sendable {
    /// The names, with a zero byte after each.
    private var bytes: [UInt8] = []
    private var starts: [Int] = []

    /// No names.
    package init() {}

    /// A list of names.
    package init(_ names: some Sequence<[UInt8]>) {
        for name in names { append(name.span) }
    }

    /// Adds a name.
    package mutating func append(_ name: Span<UInt8>) {
        starts.append(bytes.count)
        unsafe name.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
        bytes.append(0)
    }

    /// The number of names.
    package var count: Int { starts.count }

    /// A name, without the zero byte.
    package subscript(index: Int) -> [UInt8] {
        let end = index + 1 < starts.count ? starts[index + 1] : bytes.count
        return Array(bytes[starts[index]..<(end - 1)])
    }

    /// All names.
    package var all: [[UInt8]] { starts.indices.map { self[$0] } }

    /// Calls `body` with a name as a C string.
    func withName<Result>(_ index: Int, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
        unsafe bytes.span.extracting(starts[index]...).withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return unsafe body("") }
            return unsafe body(start.assumingMemoryBound(to: CChar.self))
        }
    }
}
