/// An offset in a text of less than 256 MiB, in four bytes: a text of 16 MiB can have millions of tokens.
@propertyWrapper
package struct Compact: Sendable, Hashable {
    private var value: Int32

    package init(wrappedValue: Int) { value = Int32(wrappedValue) }

    package var wrappedValue: Int {
        get { Int(value) }
        set { value = Int32(newValue) }
    }
}

/// Such an offset, or none.
@propertyWrapper
package struct CompactOptional: Sendable, Hashable {
    private var value: Int32

    package init(wrappedValue: Int?) { value = wrappedValue.map { Int32($0) } ?? -1 }

    package var wrappedValue: Int? {
        get { value < 0 ? nil : Int(value) }
        set { value = newValue.map { Int32($0) } ?? -1 }
    }
}

/// A range of such offsets.
@propertyWrapper
package struct CompactRange: Sendable, Hashable {
    private var start: Int32
    private var end: Int32

    package init(wrappedValue: Range<Int>) {
        (start, end) = (Int32(wrappedValue.lowerBound), Int32(wrappedValue.upperBound))
    }

    package var wrappedValue: Range<Int> {
        get { Int(start)..<Int(end) }
        set { (start, end) = (Int32(newValue.lowerBound), Int32(newValue.upperBound)) }
    }
}

/// Such a range, or none.
@propertyWrapper
package struct CompactOptionalRange: Sendable, Hashable {
    private var start: Int32
    private var end: Int32

    package init(wrappedValue: Range<Int>?) { (start, end) = Self.ends(wrappedValue) }

    package var wrappedValue: Range<Int>? {
        get { start < 0 ? nil : Int(start)..<Int(end) }
        set { (start, end) = Self.ends(newValue) }
    }

    private static func ends(_ range: Range<Int>?) -> (Int32, Int32) {
        range.map { (Int32($0.lowerBound), Int32($0.upperBound)) } ?? (-1, -1)
    }
}
