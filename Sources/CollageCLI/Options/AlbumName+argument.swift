internal import ArgumentParser
internal import CollageKit
internal import LineEditing

extension AlbumName {
  /// The name that an argument says.
  static func argument(_ text: String) throws -> AlbumName {
    do throws(AlbumNameError) {
      return try AlbumName(LosslessText.bytes(of: text))
    } catch {
      throw ValidationError(error.description)
    }
  }
}
