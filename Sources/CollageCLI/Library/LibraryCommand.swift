internal import ArgumentParser
internal import CollageKit
internal import ReactiveTraits

/// `collage library`: the saved collages.
struct LibraryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "library",
    abstract: "List, find, check, remove, group or remake saved collages.",
    subcommands: [
      LibraryListCommand.self, LibraryShowCommand.self, LibraryPathCommand.self, LibraryVerifyCommand.self,
      LibraryRemoveCommand.self, LibraryUndoCommand.self, AlbumCommand.self, LibraryManifestCommand.self,
      LibraryRemakeCommand.self, LibraryCacheCommand.self, LibraryCreditsCommand.self,
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

extension SignalWatch {
  /// Waits for work on a library, turning its failure into a command's.
  func outcome<Kind: Trait>(of work: Work<Kind, LibraryError>) throws(CommandFailure) -> Kind.Outcome {
    switch try result(of: work) {
    case .success(let outcome): return outcome
    case .failure(let error): throw CommandFailure(error)
    }
  }
}
