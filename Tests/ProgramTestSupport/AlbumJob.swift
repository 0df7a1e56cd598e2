package import SystemPackage
package import TestSupport

/// A change of an album, or of an asset in one, that faults are injected into. The album `Trip`
/// holds the first of two assets.
package enum AlbumJob: String, CaseIterable, Sendable {
  case create
  case rename
  case add
  case take
  case remove
  /// `make` into an album that is there.
  case makeInto
  /// `make` into an album that it makes.
  case makeNew
  /// `library remove` of an asset in the album, to the trash.
  case trash
  case undo

  /// Whether it is more than one step on the disk, so that a part of it may be done.
  package var hasSteps: Bool { [.makeInto, .makeNew, .trash, .undo].contains(self) }

  /// Prepares the folder, and returns the arguments of the program.
  package func prepare(_ place: Workplace) throws -> [String] {
    let library = ["--library", "lib"]
    let first = try place.run(Workplace.make + ["1.jpg", "2.jpg", "--album", "Trip"] + library).id
    let second = try place.run(Workplace.make + ["2.jpg", "1.jpg"] + library).id
    let make = Workplace.make + ["1.jpg", "1.jpg", "--jobs", "2", "--album"]
    switch self {
    case .create: return ["library", "album", "create", "New"] + library
    case .rename: return ["library", "album", "rename", "Trip", "New"] + library
    case .add: return ["library", "album", "add", "Trip", second] + library
    case .take: return ["library", "album", "take", "Trip", first] + library
    case .remove: return ["library", "album", "remove", "Trip"] + library
    case .makeInto: return make + ["Trip"] + library
    case .makeNew: return make + ["New"] + library
    case .trash: return ["library", "remove", first] + library
    case .undo:
      _ = try Self.command(["library", "remove", first] + library, place).run()
      return ["library", "undo"] + library
    }
  }

  /// The program with a trash that snapshots hold.
  package static func command(_ arguments: [String], _ place: Workplace) -> ChildProcess {
    var command = BuiltProgram.command(arguments, in: place.folder)
    command.environment["XDG_DATA_HOME"] = place.folder.path(of: "data").string
    return command
  }
}

extension FolderSnapshot {
  /// The library and the trash's files without temporaries, and without what differs from run to
  /// run: albums' ids, and the trash's notes.
  package var comparable: [FilePath: FileContent] {
    contents.reduce(into: [:]) { result, entry in
      let path = entry.key.string
      guard !entry.key.components.contains(where: { $0.string.hasSuffix(".tmp") }),
        path.hasPrefix("lib/") || path.hasPrefix("data/Trash/files/")
      else { return }
      // A name in the trash may be reserved by a run that was killed.
      let key = FilePath(path.replacing(/\.[0-9]+\.jpg$/, with: ".jpg"))
      guard path.hasSuffix(".collage-album.json"), case .file(let bytes) = entry.value else {
        result[key] = entry.value
        return
      }
      result[key] = .file([])
      // What is listed counts as a link.
      for name in String(decoding: bytes, as: UTF8.self).matches(of: /collage-[0-9a-f]{32}\.jpg/) {
        let name = String(name.0)
        result[key.removingLastComponent().appending(name)] = .symbolicLink(
          to: FilePath("..").appending(name))
      }
    }
  }
}
