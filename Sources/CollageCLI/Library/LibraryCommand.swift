internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal

/// `collage library`: the saved collages.
struct LibraryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "library",
    abstract: "List, find, check, remove, group and remake saved collages.",
    subcommands: [
      LibraryListCommand.self, LibraryShowCommand.self, LibraryPathCommand.self,
      LibraryVerifyCommand.self,
      LibraryRemoveCommand.self, LibraryUndoCommand.self, AlbumCommand.self,
      LibraryManifestCommand.self,
      LibraryRemakeCommand.self, LibraryCacheCommand.self, LibraryCreditsCommand.self,
    ])
}

/// The argument that names a saved collage.
struct AssetArgument: ParsableArguments {
  @OptionGroup var library: LibraryOptions

  @Argument(
    help: ArgumentHelp(
      "The first four or more characters of an id, or the file of a collage.",
      valueName: "id|file"), completion: .savedCollages, transform: CollageReference.argument)
  var collage: CollageReference

  func asset() throws -> Asset {
    switch collage {
    case .id(let id): return try asset(id)
    case .file(let path): return try Asset(at: path)
    }
  }

  private func asset(_ id: AssetIDPrefix) throws -> Asset {
    do {
      return try library.resolved().asset(id)
    } catch LibraryError.unknown(let prefix, let folder) {
      throw CommandFailure(
        .noInput,
        "\(LibraryError.unknown(prefix, folder)); one that -o wrote to a file isn't there, and "
          + "'collage prompt --reopen FILE' opens it")
    }
  }
}

/// The arguments that name saved collages.
struct AssetArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp("The first four or more characters of each id.", valueName: "id"),
    completion: .savedCollages, transform: AssetIDPrefix.argument)
  var ids: [AssetIDPrefix]

  /// All of them, in order, so that a mistyped id fails before anything is done with the others.
  ///
  /// - Parameter album: the album to look in; nil for the whole library.
  func assets(in library: LibraryOptions, _ album: Album? = nil) throws -> [Asset] {
    let library = try library.resolved()
    return try ids.map {
      if let album { try library.asset($0, in: album) } else { try library.asset($0) }
    }
  }
}
