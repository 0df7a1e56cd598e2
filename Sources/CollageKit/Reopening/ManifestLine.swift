internal import Imaging
internal import SafeText
internal import FoundationEssentials
internal import PhotoLayouts
package import SystemPackage

/// A collage as a line of a batch's manifest that makes it again, with all settings that differ
/// from the default.
package struct ManifestLine: Encodable, Sendable {
  private let object: [String: JSONValue]
  private let tree: SlicingTree?
  private let frames: [PixelRect]?

  /// - Parameter folder: where relative paths of photos start; absolute.
  /// - Throws: for a path that is not UTF-8, which JSON can't represent.
  package init(_ selection: Selection, id: String, relativeTo folder: FilePath)
    throws(ManifestLineError)
  {
    let options = selection.options.asAsked
    tree = options.layout.tree
    frames = options.layout.placed?.frames
    var object: [String: JSONValue] = ["id": .text(id)]
    var photos: [JSONValue] = []
    for (place, photo) in selection.photos.enumerated() {
      let text = try Self.text(of: photo.address, relativeTo: folder)
      var entry: [String: JSONValue] = [:]
      for setting in Setting<PhotoOptions>.all {
        entry[setting.name] = setting.json(options[photo: place])
      }
      photos.append(
        entry.isEmpty ? .text(text) : .object(entry.merging(["path": .text(text)]) { $1 }))
    }
    object["photos"] = .list(photos)
    // Whoever makes it again has defaults of their own.
    object["config"] = .bool(false)
    for setting in Setting<CollageOptions>.all {
      let value = setting.json(options)
      object[setting.name] =
        setting.form.namesPicture ? value.map { $0.naming(pictureFrom: folder) } : value
    }
    self.object = object
  }

  /// A path from the root of the file system, or a URL.
  private static func text(of address: PhotoAddress, relativeTo folder: FilePath)
    throws(ManifestLineError) -> String
  {
    switch address {
    case .web(let url): return url.text
    case .file(let path):
      guard let text = String(validating: folder.pushing(path)) else {
        throw ManifestLineError(path: folder.pushing(path))
      }
      return text
    }
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    for (name, value) in object { try container.encode(value, forKey: Key(stringValue: name)) }
    try container.encodeIfPresent(tree, forKey: Key(stringValue: "tree"))
    try container.encodeIfPresent(frames, forKey: Key(stringValue: "frames"))
  }
}

/// A photo's path can't be written in JSON.
package struct ManifestLineError: Error, Hashable, Sendable, CustomStringConvertible {
  package let path: FilePath

  package var description: String {
    "\(path.displayed): a manifest can't contain a path that is not UTF-8; "
      + "rename the file or its folder"
  }
}
