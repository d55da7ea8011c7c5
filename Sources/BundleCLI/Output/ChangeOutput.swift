// What is said of what was done, or differs.

extension Output {
    struct ChangeOutput: Encodable {
        let path: String
        let change: String
        var from: String?
        var to: String?
    }

    struct StepOutput: Encodable {
        let action: String
        let path: String
        var to: String?
        let detail: String
    }

    struct ImportOutput: Encodable {
        let items: Int
        let attachments: Int
        let extras: Int
        let changed: [ReasonOutput]
        let leftOut: [ReasonOutput]
    }

    struct ReasonOutput: Encodable {
        let path: String
        let reason: String
    }

    /// How an archive compares with what would be written.
    struct ComparisonOutput: Encodable {
        let members: String
        /// Left out where the members differ.
        var bytes: String?
        /// Where the bytes begin to differ.
        var offset: UInt64?
        var differences: [DifferenceOutput]?
    }

    struct DifferenceOutput: Encodable {
        let path: String
        let difference: String
    }
}
