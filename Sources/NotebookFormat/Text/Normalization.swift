// Of Foundation, only its essentials are linked on Linux: what it needs to normalise a text and to know languages brings 40 MB
// of data. The standard library can normalise as well, though it does not offer it to everybody.
#if canImport(FoundationEssentials)
    @_spi(_Unicode) import Swift
#else
    import Foundation
#endif

extension StringProtocol {
    /// The text in Normalization Form C (Unicode Standard Annex 15).
    package var composed: String {
        if utf8.allSatisfy({ $0 < 0x80 }) { return String(self) }
        #if canImport(FoundationEssentials)
            var scalars = String.UnicodeScalarView()
            scalars.append(contentsOf: String(self)._nfc)
            return String(scalars)
        #else
            return precomposedStringWithCanonicalMapping
        #endif
    }

    /// The text in Normalization Form D.
    var decomposed: String {
        if utf8.allSatisfy({ $0 < 0x80 }) { return String(self) }
        #if canImport(FoundationEssentials)
            var scalars = String.UnicodeScalarView()
            scalars.append(contentsOf: String(self)._nfd)
            return String(scalars)
        #else
            return decomposedStringWithCanonicalMapping
        #endif
    }
}
