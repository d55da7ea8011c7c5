import ForeignData
import NotebookFormat
import NotebookPacking
import NotebookText

/// Pictures that a text itself contains, in `data:` addresses (RFC 2397).
enum DataPictures {
    /// Attaches them; returns their paths by their addresses, `nil` for damaged ones.
    static func attached(
        _ root: HTMLElement, _ notes: ForeignImport, _ bundle: inout NewBundle
    ) throws -> [String: BundlePath?] {
        var addresses: [String] = []
        root.forEach { element in
            if element.name == "img", let address = element["src"], address.hasPrefix("data:") {
                addresses.append(address)
            }
        }
        var paths: [String: BundlePath?] = [:]
        for address in addresses where paths[address] == nil {
            guard let (bytes, ending) = content(address) else { continue }
            notes.balance.find(.attachments)
            let path = try notes.attach(&bundle) { write in
                guard let bytes else { throw ForeignFault(reason: "it has characters that are not base64") }
                try write(bytes)
            } name: {
                "image.\(ending)"
            }
            paths.updateValue(path, forKey: address)
        }
        return paths
    }

    /// The content of an address, which is `nil` if it is damaged, and its ending; `nil` if it is no such address.
    private static func content(_ address: String) -> ([UInt8]?, ending: String)? {
        guard let comma = address.firstIndex(of: ",") else { return nil }
        let head = address[..<comma].dropFirst(5).lowercased()
        let type = head.prefix { $0 != ";" && $0 != "+" }.split(separator: "/").last.map(String.init) ?? "bin"
        let data = address[address.index(after: comma)...]
        guard head.hasSuffix(";base64") else {
            return PercentEncoding.decode(String(data)).map { (Array($0.utf8), type) }
        }
        var decoder = Base64Decoder()
        let bytes = decoder.decode(Array((PercentEncoding.decode(String(data)) ?? String(data)).utf8))
        return (decoder.isDamaged ? nil : bytes, type == "jpeg" ? "jpg" : type)
    }
}
