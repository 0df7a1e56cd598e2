internal import ArgumentParser

/// `collage-fixtures`: writes the pictures for the tests, always with the same bytes; or, as
/// `collage-fixtures show-hdr`, one that shows what HDR is.
@main
struct FixturesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "collage-fixtures",
    abstract: "Write the pictures that the tests use: photos, templates and damaged files.",
    subcommands: [WriteCommand.self, ShowHDRCommand.self], defaultSubcommand: WriteCommand.self)
}

struct WriteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "write", abstract: "Write photos, templates and damaged files.")

  @Option(help: ArgumentHelp("The folder that gets theirs.", valueName: "folder"))
  var output = "Fixtures"

  func run() throws {
    for photo in PhotoFixture.all { try photo.file().write(into: output + "/photos") }
    for photo in PhotoFixture.hdr { try photo.file().write(into: output + "/hdr") }
    for template in TemplateFixture.all { try template.file().write(into: output + "/templates") }
    for file in try DamagedFixtures().files { try file.write(into: output + "/damaged") }
  }
}
