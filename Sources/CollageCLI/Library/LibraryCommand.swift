internal import ArgumentParser

/// `collage library`: the saved collages.
struct LibraryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "library",
    abstract: "List, find, check or remove saved collages.",
    subcommands: [
      LibraryListCommand.self, LibraryShowCommand.self, LibraryPathCommand.self, LibraryVerifyCommand.self,
      LibraryRemoveCommand.self,
    ])
}
