import Files
import FoundationEssentials
package import Imaging
package import SystemPackage

/// Pictures from outside this project; they lie beside the package on some machines.
package enum Corpus {
  private static let folder: FilePath = {
    var root = FilePath(#filePath)
    while root.lastComponent?.string != "Tests", root.removeLastComponent() {}
    return root.removingLastComponent().removingLastComponent().appending("shared").appending(
      "corpus")
  }()
  private static let faces = folder.removingLastComponent().appending("corpus-faces")

  /// Pictures in the formats of phones and the web.
  package static let formats = folder.removingLastComponent().appending("corpus-formats")
  package static let hasFormats = (try? formats.appending("INDEX.tsv").stat()) != nil
  package static let isThere = (try? folder.appending("INDEX.tsv").stat()) != nil
  package static let hasFaces = (try? faces.appending("FACES.tsv").stat()) != nil

  /// The names of photographs of people and other things.
  package static let photographs: [String] = {
    let names = (try? OpenFolder.open(faces).names()) ?? []
    return names.map(\.string).filter { $0.hasSuffix(".jpg") }.sorted()
  }()

  package static func path(_ name: String) -> String { folder.pushing(FilePath(name)).string }

  /// A picture whose faces are known.
  package static func face(_ name: String) -> String { faces.appending(name).string }

  /// Photographs whose faces nobody would look for in a crop: a sheet of portraits, a dog's owner
  /// of whom only the hair is seen, and a face that fills its photo.
  private static let unusual = ["bald_guys.jpg", "dogs.jpg", "Tom_Cruise_avp_2014_4.jpg"]

  package static func isUnusual(_ name: String) -> Bool { unusual.contains(name) }

  /// The faces in each photograph of people but unusual ones, in shares of it.
  package static func people() throws -> [(name: String, faces: [Region])] {
    let rows = try String(
      decoding: Data(contentsOf: URL(filePath: face("FACES.tsv"))), as: UTF8.self
    )
    .split(separator: "\n").dropFirst().map { $0.split(separator: "\t") }
    let faces = Dictionary(grouping: rows.filter { $0.count == 5 }) { String($0[0]) }
    return faces.filter { !unusual.contains($0.key) }.sorted { $0.key < $1.key }.map { name, rows in
      let faces = rows.map { row in
        let edges = row.dropFirst().compactMap { Double($0) }
        return Region(
          x: edges[0], y: edges[1], width: edges[2] - edges[0], height: edges[3] - edges[1])
      }
      return (name, faces)
    }
  }
}

extension Report.Layout {
  /// How many faces lose more than a tenth.
  ///
  /// - Parameter faces: in each photo, in shares of it.
  package func cut(_ faces: [[Region]]) -> Int {
    zip(photos, faces).map { photo, faces in
      let (width, height) = (Double(photo.size.width), Double(photo.size.height))
      let crop = Region(
        x: photo.crop.x / width, y: photo.crop.y / height, width: photo.crop.width / width,
        height: photo.crop.height / height)
      return faces.count { $0.sharedArea(crop) < 0.9 * $0.width * $0.height }
    }.reduce(0, +)
  }
}
