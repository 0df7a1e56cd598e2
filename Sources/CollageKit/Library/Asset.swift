package import PhotoCodecs
package import SystemPackage

/// A saved collage in a library.
package struct Asset: Hashable, Sendable {
  package let id: AssetID
  package let path: FilePath
  package let format: PhotoFormat

  /// Nil when the name is not one that the library gives.
  init?(_ name: FilePath.Component, in folder: FilePath) {
    let beginning = "collage-"
    guard let format = PhotoFormat.allCases.first(where: { $0.fileExtension == name.extension }),
      name.stem.hasPrefix(beginning), let id = AssetID(name.stem.dropFirst(beginning.count))
    else { return nil }
    self.id = id
    self.format = format
    path = folder.appending(name)
  }

  /// The file's size in bytes; nil when it can't be told.
  package var bytes: Int? { (try? FileSystem.status(path)).map { Int($0.size) } }

  /// What the collage was made of.
  package func recipe() throws(LibraryError) -> Recipe {
    guard let file = try? PhotoFile.open(path), let record = try? RecipeRecord.read(from: file),
      let recipe = Recipe(record)
    else { throw .noRecipe(path) }
    return recipe
  }

  /// Whether the file has a recipe, or its bytes are those of its id, or nothing is left of it: if not, it may be a photo.
  var isOurs: Bool {
    do throws(PhotoFileError) {
      let file = try PhotoFile.open(path, followsLinks: false)
      return (try? RecipeRecord.read(from: file)) != nil || file.holdsNothing || condition() == .intact
    } catch {
      return error == .missing
    }
  }

  /// Reads the file whole and holds it against its id.
  func condition() -> Finding.Kind {
    do throws(PhotoFileError) {
      let file = try PhotoFile.open(path)
      guard let digest = try? Digest(of: file) else { return .unreadable }
      return AssetID(digest) == id ? .intact : .damaged
    } catch .missing {
      return .missing
    } catch {
      return .unreadable
    }
  }
}

/// What `verify` found at one place in the library's folder.
package struct Finding: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case intact
    /// Its bytes are not those that its id was made of.
    case damaged
    /// A name without a file behind it.
    case missing
    /// It can't be opened or read.
    case unreadable
    /// No file of ours.
    case foreign
    /// Being written just now, or left behind by a crash; the next save sweeps those.
    case leftover
  }

  package let path: FilePath
  package let kind: Kind
}

extension PhotoFile {
  /// Whether it is empty or has nothing but zeros, as a crash may leave a file. Reads it up to the first other byte.
  var holdsNothing: Bool {
    var offset = 0
    while let bytes = try? read(at: offset, count: 256 * 1024), bytes.allSatisfy({ $0 == 0 }) {
      if bytes.isEmpty { return true }
      offset += bytes.count
    }
    return false
  }
}
