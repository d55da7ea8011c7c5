// What is said of the folders in which notebooks live.

extension Output {
    /// A folder in which notebooks live.
    struct LibraryOutput: Encodable {
        let name: String
        let path: String
        let isUsed: Bool
    }

    /// A notebook of the library.
    struct ShelfOutput: Encodable {
        let name: String
        let title: String?
        let items: Int?
        let bytes: Int?
        let modified: String?
        let health: String
        let isDamaged: Bool
    }
}
