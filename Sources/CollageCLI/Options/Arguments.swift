internal import ArgumentParser
internal import CollageKit
internal import LineEditing
internal import PhotoLayouts

extension Background: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}

extension Canvas: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}

extension AssetIDPrefix: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }

  static var defaultCompletionKind: CompletionKind { .savedCollages }
}

extension CollageReference: ExpressibleByArgument {
  package init?(argument: String) {
    let file = Self.isFile(argument) ? RawPath(argument: argument) : nil
    guard let reference = file.map({ .file($0.path) }) ?? AssetIDPrefix(argument).map(Self.id) else { return nil }
    self = reference
  }

  /// Whether a word names a file and not an id: it has a dot or a slash.
  static func isFile(_ word: String) -> Bool { word.contains { $0 == "." || $0 == "/" } }

  static var defaultCompletionKind: CompletionKind { .savedCollages }
}

/// A number above 0.
struct Count: ExpressibleByArgument, Hashable {
  let value: Int

  init?(argument: String) {
    guard let value = Int(argument), value > 0 else { return nil }
    self.value = value
  }
}

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
