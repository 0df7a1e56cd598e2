package import PhotoCodecs
package import SystemPackage

/// A saved collage in a library.
package struct Asset: Hashable, Sendable {
  /// From its file's name; the content may be damaged and have another.
  package let id: ShortAssetID
  package let path: FilePath
  package let format: PhotoFormat

  static let prefix = "collage-"

  /// Nil when the name does not have the library's form.
  init?(_ name: FilePath.Component, in folder: FilePath) {
    let beginning = Self.prefix
    guard let format = PhotoFormat.allCases.first(where: { $0.fileExtension == name.extension }),
      name.stem.hasPrefix(beginning), let id = ShortAssetID(name.stem.dropFirst(beginning.count))
    else { return nil }
    self.id = id
    self.format = format
    path = folder.appending(name)
  }

  /// The file's size in bytes; nil when the file no longer exists.
  package func bytes() throws(LibraryError) -> Int? {
    do throws(Errno) {
      return Int(try FileSystem.status(path, followsLinks: false).size)
    } catch .noSuchFileOrDirectory {
      return nil
    } catch {
      throw LibraryError(error, at: path)
    }
  }

  /// The recipe in the file.
  package func recipe() throws(LibraryError) -> Recipe {
    let file: PhotoFile
    do throws(PhotoFileError) {
      file = try PhotoFile.open(path, followsLinks: false)
    } catch {
      throw LibraryError(error, at: path)
    }
    let record: RecipeRecord?
    do throws(CodecError) {
      record = try RecipeRecord.read(from: file)
    } catch {
      throw LibraryError(error, at: path)
    }
    guard let recipe = record.flatMap({ Recipe($0) }) else { throw .noRecipe(path) }
    return recipe
  }

  /// Whether the file has a recipe, or its bytes match its id, or it is empty or zeroed. If not, it may be a user's
  /// photo.
  func isOurs() throws(LibraryError) -> Bool {
    let file: PhotoFile
    do throws(PhotoFileError) {
      file = try PhotoFile.open(path, followsLinks: false)
    } catch {
      switch error {
      case .notAFile, .failed(.tooManySymbolicLinkLevels): return false
      default: throw LibraryError(error, at: path)
      }
    }
    do throws(CodecError) {
      if try RecipeRecord.read(from: file) != nil { return true }
      if try file.isBlank() { return true }
      return try AssetID(Digest(of: file)).short == id
    } catch {
      throw LibraryError(error, at: path)
    }
  }

  /// Reads the whole file and compares it with its id.
  func condition() -> Finding.Kind {
    do throws(PhotoFileError) {
      let file = try PhotoFile.open(path, followsLinks: false)
      guard let digest = try? Digest(of: file) else { return .unreadable }
      return AssetID(digest).short == id ? .intact : .damaged
    } catch {
      switch error {
      case .missing: return .missing
      case .failed(.tooManySymbolicLinkLevels): return .foreign
      default: return .unreadable
      }
    }
  }
}

/// What `verify` found at one place in the library's folder.
package struct Finding: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case intact
    /// Its bytes don't match its id.
    case damaged
    /// The name was listed, or the id given, but there is no file.
    case missing
    /// It can't be opened or read.
    case unreadable
    /// Not a file of ours; symbolic links count as foreign, wherever they lead.
    case foreign
    /// Being written now, or left behind by a crash; the next save removes the latter.
    case leftover
  }

  package let path: FilePath
  package let kind: Kind
}
