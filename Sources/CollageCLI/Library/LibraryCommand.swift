internal import ArgumentParser
internal import CollageKit

/// `collage library`: the saved collages.
struct LibraryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "library",
    abstract: "List, find, check or remove saved collages.",
    subcommands: [
      LibraryListCommand.self, LibraryShowCommand.self, LibraryPathCommand.self, LibraryVerifyCommand.self,
      LibraryRemoveCommand.self, LibraryCacheCommand.self, LibraryCreditsCommand.self,
    ])
}

extension LibraryOptions {
  /// Runs `body` on the library, turning its errors into a command's.
  func reading<Value>(_ body: (PhotoLibrary) throws(LibraryError) -> Value) throws(CommandFailure) -> Value {
    let library = try resolved()
    do {
      return try body(library)
    } catch {
      throw CommandFailure(error)
    }
  }
}
