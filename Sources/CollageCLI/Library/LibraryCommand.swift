internal import ArgumentParser
internal import CollageKit

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
    do throws(LibraryError) {
      return try body(library)
    } catch {
      throw error.failure
    }
  }
}

/// The saved collage that a command is about.
struct AssetArgument: ParsableArguments {
  @OptionGroup var library: LibraryOptions

  @Argument(help: ArgumentHelp("The beginning of an id: four digits or more.", valueName: "id"))
  var id: AssetIDPrefix

  /// The collage, and what `body` reads of it.
  func reading<Value>(_ body: (Asset) throws(LibraryError) -> Value) throws(CommandFailure) -> (Asset, Value) {
    try library.reading { library throws(LibraryError) in
      let asset = try library.asset(id)
      return (asset, try body(asset))
    }
  }
}

/// The saved collages that a command is about.
struct AssetArguments: ParsableArguments {
  @Argument(help: ArgumentHelp("The beginnings of ids: four digits or more each.", valueName: "id"))
  var ids: [AssetIDPrefix]

  /// All of them, in order: a mistyped id fails before anything is done with the others.
  ///
  /// - Parameter album: the one in which they are looked for; nil for the whole library.
  func assets(in library: LibraryOptions, _ album: Album? = nil) throws(CommandFailure) -> [Asset] {
    try library.reading { library throws(LibraryError) in
      try ids.map { id throws(LibraryError) in
        if let album { try library.asset(id, in: album) } else { try library.asset(id) }
      }
    }
  }
}
