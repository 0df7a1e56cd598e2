internal import FoundationEssentials
package import Imaging
package import SafeText

/// A layout as JSON: what `--dry-run` prints and `--layout-file` reads.
///
/// A tree is `{"across": [tree, …]}`, `{"down": [tree, …]}` or `{"photo": 1, "ratio": 1.5}`. Photos
/// count from 1; a ratio is the frame's width over its height, by default the photo's own. The tree
/// stands alone or under the key `tree`, there with an optional `canvas` as `{"width": 2400,
/// "height": 1600}`; other keys are ignored.
package struct LayoutFile: Hashable, Sendable {
  package let tree: SlicingTree
  /// In pixels; nil if the file doesn't say, so that the command line decides.
  package let canvas: PixelSize?

  package init(_ bytes: [UInt8]) throws(LayoutFileError) {
    let document: JSONDocument
    do {
      document = try JSONDocument(bytes)
    } catch {
      throw LayoutFileError("", error.description)
    }
    if let path = document.repeatedKey {
      throw LayoutFileError(path.displayed, "appears twice; give it once")
    }
    let value = document.value
    guard let object = value.object, let root = object["tree"] else {
      tree = try SlicingTree(value, at: "")
      canvas = nil
      return
    }
    tree = try SlicingTree(root, at: "tree")
    canvas = try object["canvas"].map { value throws(LayoutFileError) in
      guard let width = value.object?["width"]?.wholeNumber,
        let height = value.object?["height"]?.wholeNumber,
        let size = PixelSize("\(width)x\(height)")
      else { throw LayoutFileError("canvas", "must be {\"width\": W, \"height\": H}, in pixels") }
      return size
    }
  }
}

/// An error in a layout file, and its place.
package struct LayoutFileError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  init(_ place: String, _ reason: String) {
    description = place.isEmpty ? reason : "\(place): \(reason)"
  }
}

extension SlicingTree {
  /// The ratios of width to height that a frame may have.
  private static let ratios = 0.001...1000.0

  /// - Parameter place: of the value in its document, for messages.
  package init(_ value: JSONValue, at place: String) throws(LayoutFileError) {
    guard let object = value.object else {
      throw LayoutFileError(
        place, "must be an object with \"across\", \"down\" or \"photo\", not \(value.kind)")
    }
    let keys = ["across", "down", "photo"].filter { object[$0] != nil }
    guard keys.count == 1, object.keys.allSatisfy({ (keys + ["ratio"]).contains($0) }) else {
      throw LayoutFileError(
        place, "must have one of \"across\", \"down\" and \"photo\", and nothing else")
    }
    let inside = place.isEmpty ? keys[0] : "\(place).\(keys[0])"
    guard keys[0] != "photo" else {
      guard let number = object["photo"]?.wholeNumber, number > 0 else {
        throw LayoutFileError(inside, "must be a photo's number, from 1")
      }
      var ratio: Double?
      if let given = object["ratio"] {
        guard let number = given.number, Self.ratios.contains(number) else {
          throw LayoutFileError(
            place, "\"ratio\" must be a number from 0.001 to 1000: width divided by height")
        }
        ratio = number
      }
      self = .photo(number - 1, ratio: ratio)
      return
    }
    guard let list = object[keys[0]]?.list, !list.isEmpty else {
      throw LayoutFileError(inside, "must be a list of trees")
    }
    var parts: [SlicingTree] = []
    for (index, part) in list.enumerated() {
      parts.append(try SlicingTree(part, at: "\(inside)[\(index)]"))
    }
    self = keys[0] == "across" ? .across(parts) : .down(parts)
  }
}

extension SlicingTree: Codable {
  private enum Key: String, CodingKey {
    case across
    case down
    case photo
    case ratio
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .photo(let photo, let ratio):
      try container.encode(photo + 1, forKey: .photo)
      try container.encodeIfPresent(ratio, forKey: .ratio)
    case .across(let parts): try container.encode(parts, forKey: .across)
    case .down(let parts): try container.encode(parts, forKey: .down)
    }
  }

  /// Reads what `encode` writes; the text must not be nested deeper than `JSONDocument` allows.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    if let parts = try container.decodeIfPresent([SlicingTree].self, forKey: .across),
      !parts.isEmpty
    {
      self = .across(parts)
    } else if let parts = try container.decodeIfPresent([SlicingTree].self, forKey: .down),
      !parts.isEmpty
    {
      self = .down(parts)
    } else {
      let ratio = try container.decodeIfPresent(Double.self, forKey: .ratio)
      let photo = try container.decode(Int.self, forKey: .photo)
      guard photo > 0, ratio.map(Self.ratios.contains) ?? true else {
        throw DecodingError.dataCorruptedError(
          forKey: .photo, in: container, debugDescription: "not a photo's frame")
      }
      self = .photo(photo - 1, ratio: ratio)
    }
  }
}
