/// No name is one that Windows keeps for a device.
struct NamesAreNoDevices: Rule {
    let id: RuleID = "NB310"
    let name = "names-are-no-devices"
    let severity = Severity.error
    let clause = "5.2"
    let level = FormatLevel.container
    let explanation = """
        Windows opens the device in place of the file, whatever the extension.
        """
    let example = "`notes/aux.md`"
    let remedy = "rename it; ‘bundle validate --fix=unsafe’ does so and keeps the links to it"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.unportable.compactMap { found in
            guard case .component(_, .deviceName) = found.problem else { return nil }
            return finding(found.path, "the path \(found.problem)")
        }
    }
}
