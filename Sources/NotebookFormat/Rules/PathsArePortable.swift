/// Every path can travel to every system.
struct PathsArePortable: Rule {
    let id: RuleID = "NB301"
    let name = "paths-are-portable"
    let severity = Severity.error
    let clause = "5.2"
    let explanation = """
        A name that one system accepts is refused or changed by another; the file would be lost when the notebook is copied there.
        """
    let example = "`notes/What is this?.md`, which Windows cannot store."
    let remedy = "rename the file"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.unportable.map { finding(PrintableText.escaped($0.path), "the path \($0.problem)") }
    }
}
