internal import ArgumentParser
internal import CollageKit
internal import SystemPackage

/// `collage library verify`: reads every asset and compares it with its id.
struct LibraryVerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Read every saved collage and check it against its id.",
    discussion: """
      Prints a line for each file: intact, damaged, missing, unreadable, foreign (no collage of ours) or leftover (of a \
      run that was killed). Given ids, looks at these alone; an id without a file is missing. \
      Exits with 65 if anything is damaged, else with 66 if anything is missing or unreadable.
      """)

  @OptionGroup var library: LibraryOptions

  @Argument(help: ArgumentHelp("The beginnings of ids; all collages by default.", valueName: "id"))
  var ids: [AssetIDPrefix] = []

  @Flag(help: "Print a JSON object for each file.")
  var json = false

  func run() throws {
    let findings = try library.reading { library throws(LibraryError) in
      ids.isEmpty ? try library.verify() : try library.verify(ids)
    }
    try StandardOutput.list(
      findings.map { finding in
        json
          ? FindingReport(state: finding.kind.rawValue, path: finding.path.inJSON).json
          : "\(finding.kind.rawValue)\t\(finding.path.displayed)"
      })
    let kinds = Set(findings.map(\.kind))
    let count = { (kind: Finding.Kind) in findings.count { $0.kind == kind } }
    if kinds.contains(.damaged) {
      throw CommandFailure(
        .data, "\(count(.damaged)) damaged; make them again from their photos, with --force if need be")
    }
    if kinds.contains(.missing) || kinds.contains(.unreadable) {
      throw CommandFailure(.noInput, "\(count(.missing)) missing, \(count(.unreadable)) unreadable")
    }
  }
}

/// What `library verify --json` prints for a file.
private struct FindingReport: Report {
  let state: String
  let path: String
}
