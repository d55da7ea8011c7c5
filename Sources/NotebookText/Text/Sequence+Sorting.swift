/// Sorting as the standard library does it, with one sort of numbers for all callers.
///
/// The compiler makes a sort of the standard library anew for each caller, which takes it a third of a second.
extension Sequence {
    /// The elements in an order; equal ones stay in theirs.
    ///
    /// - Parameter isBefore: Whether an element comes before another one.
    @inlinable @inline(__always)
    package func sorted(by isBefore: (Element, Element) throws -> Bool) rethrows -> [Element] {
        try Array(self).sorted(by: isBefore)
    }
}

extension Sequence where Element: Comparable {
    /// The elements in ascending order.
    @inlinable @inline(__always)
    package func sorted() -> [Element] { Array(self).sorted(by: <) }
}

extension Array {
    /// The elements in an order; equal ones stay in theirs.
    ///
    /// - Parameter isBefore: Whether an element comes before another one.
    @inlinable @inline(__always)
    package func sorted(by isBefore: (Element, Element) throws -> Bool) rethrows -> [Element] {
        elements(at: try SortedIndices.of(count) { try isBefore(self[$0], self[$1]) })
    }

    /// Puts the elements into an order; equal ones stay in theirs.
    ///
    /// - Parameter isBefore: Whether an element comes before another one.
    @inlinable @inline(__always)
    package mutating func sort(by isBefore: (Element, Element) throws -> Bool) rethrows {
        self = try sorted(by: isBefore)
    }

    /// The elements at some indices; one function for all types.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    @usableFromInline
    package func elements(at indices: [Int]) -> [Element] {
        var elements: [Element] = []
        elements.reserveCapacity(indices.count)
        for index in indices { elements.append(self[index]) }
        return elements
    }
}

extension Array where Element: Comparable {
    /// The elements in ascending order.
    @inlinable @inline(__always)
    package func sorted() -> [Element] { sorted(by: <) }

    /// Puts the elements into ascending order.
    @inlinable @inline(__always)
    package mutating func sort() { self = sorted() }
}

extension Dictionary where Key: Comparable {
    /// The elements in the order of their keys, which are sorted alone, since values are often large.
    package var inOrder: [(key: Key, value: Value)] {
        keys.sorted().compactMap { key in self[key].map { (key, $0) } }
    }
}

extension [String] {
    /// The texts in ascending order.
    package func sorted() -> [String] { Array(ContiguousArray(self).inOrder) }
}

extension [UInt64] {
    /// The numbers in ascending order; there are often too many of them to sort their indices.
    package func sorted() -> [UInt64] { Array(ContiguousArray(self).inOrder) }

    /// Puts the numbers into ascending order.
    package mutating func sort() { self = sorted() }
}

extension ContiguousArray where Element: Comparable {
    /// The elements in ascending order, by the sort of the standard library.
    fileprivate var inOrder: Self {
        var elements = self
        elements.sort()
        return elements
    }
}

/// The order of elements by their indices.
@usableFromInline
package enum SortedIndices {
    /// The indices below a number in the order of their elements; equal ones stay in theirs.
    @inline(never) @usableFromInline
    package static func of(_ count: Int, _ isBefore: (Int, Int) throws -> Bool) rethrows -> [Int] {
        var indices = ContiguousArray(0..<count)
        try indices.sort(by: isBefore)
        return Array(indices)
    }
}
