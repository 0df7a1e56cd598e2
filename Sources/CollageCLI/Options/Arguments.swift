internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal
internal import LineEditing

/// A number from 1 on.
struct Count: Hashable {
  let value: Int

  static func argument(_ text: String) throws -> Count {
    guard let value = Int(count: text) else {
      throw ValidationError("it must be a whole number from 1 on")
    }
    return Count(value: value)
  }
}

extension AssetIDPrefix {
  static func argument(_ text: String) throws -> AssetIDPrefix {
    guard let id = AssetIDPrefix(text) else {
      throw ValidationError(
        "it must be the first 4 to 32 characters of an id, which are 0-9 and a-f, such as 2f9c")
    }
    return id
  }
}

extension CollageReference {
  static func argument(_ text: String) throws -> CollageReference {
    let file = isFile(text) ? RawPath(argument: text) : nil
    guard let reference = file.map({ .file($0.path) }) ?? AssetIDPrefix(text).map(Self.id) else {
      throw ValidationError(
        "it must be the first 4 to 32 characters of an id, such as 2f9c, or a file name with a dot "
          + "or a slash"
      )
    }
    return reference
  }
}

extension AlbumName {
  /// The name given as an argument.
  static func argument(_ text: String) throws -> AlbumName {
    do throws(AlbumNameError) {
      return try AlbumName(LosslessText.bytes(of: text))
    } catch {
      throw ValidationError(error.description)
    }
  }
}
