import FoundationEssentials
import Imaging
import TestSupport
import Testing

/// Collages of photographs of people: layouts and crops that keep them, where there is one.
@Suite(
  .waiting,
  .enabled(if: Corpus.hasFaces, "there is no folder ../shared/corpus-faces beside the repository"))
struct PeopleTests {
  let place: Workplace

  init() throws { place = try Workplace(photos: 0) }

  /// Photographs whose faces nobody would look for in a crop: a sheet of portraits, a dog's owner
  /// of whom only the hair is seen, and a face that fills its photo.
  private static let unusual = ["bald_guys.jpg", "dogs.jpg", "Tom_Cruise_avp_2014_4.jpg"]
  private static let canvases = ["1200x1200", "900x1600", "1500x1000", "1600x900", "1414x1000"]
  private static let picks = 2...10

  /// The faces in each photograph of people, in shares of it.
  private func people() throws -> [(name: String, faces: [Region])] {
    let rows = try String(
      decoding: Data(contentsOf: URL(filePath: Corpus.face("FACES.tsv"))), as: UTF8.self
    )
    .split(separator: "\n").dropFirst().map { $0.split(separator: "\t") }
    let faces = Dictionary(grouping: rows.filter { $0.count == 5 }) { String($0[0]) }
    return faces.keys.sorted().filter { !Self.unusual.contains($0) }.map { name in
      (
        name,
        faces[name]!.map { row in
          let edges = row.dropFirst().compactMap { Double($0) }
          return Region(
            x: edges[0], y: edges[1], width: edges[2] - edges[0], height: edges[3] - edges[1])
        }
      )
    }
  }

  private func layout(_ names: [String], _ options: String...) throws -> Report.Layout {
    let outcome = try place.run(
      ["make", "--dry-run", "--any-count"] + options + names.map { Corpus.face($0) })
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    return try Report.Layout(outcome.output)
  }

  /// How many faces lose more than a tenth.
  private func cut(_ layout: Report.Layout, _ faces: [[Region]]) -> Int {
    zip(layout.photos, faces).map { photo, faces in
      let (width, height) = (Double(photo.size.width), Double(photo.size.height))
      let crop = Region(
        x: photo.crop.x / width, y: photo.crop.y / height, width: photo.crop.width / width,
        height: photo.crop.height / height)
      return faces.count { $0.sharedArea(crop) < 0.9 * $0.width * $0.height }
    }.reduce(0, +)
  }

  @Test func `of thirty sets none cuts a face where one of ten layouts cuts none`() throws {
    let people = try people()
    var dice = Dice(90)
    for round in 0..<30 {
      let set = people.shuffled(using: &dice).prefix(4 + round % 3)
      let names = set.map(\.name)
      let canvas = Self.canvases[round % Self.canvases.count]
      guard cut(try layout(names, "--canvas", canvas), set.map(\.faces)) > 0 else { continue }
      for pick in Self.picks {
        let other = try layout(names, "--canvas", canvas, "--pick", "\(pick)")
        #expect(cut(other, set.map(\.faces)) > 0, "\(names) on \(canvas): \(pick) cuts nobody")
      }
    }
  }
}
