import ProgramTestSupport
import TestSupport
import Testing

/// Collages of photographs of people: layouts and crops that keep them, where there is one.
@Suite(
  .waiting,
  .enabled(if: Corpus.hasFaces, "there is no folder ../shared/corpus-faces beside the repository"))
struct PeopleTests {
  let place: Workplace

  init() throws { place = try Workplace(photos: 0) }

  private static let canvases = ["1200x1200", "900x1600", "1500x1000", "1600x900", "1414x1000"]
  private static let picks = 2...10

  private func layout(_ names: [String], _ options: String...) throws -> Report.Layout {
    let outcome = try place.run(
      ["make", "--dry-run", "--any-count"] + options + names.map { Corpus.face($0) })
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    return try Report.Layout(outcome.output)
  }

  @Test func `of thirty sets none cuts a face where one of ten layouts cuts none`() throws {
    let people = try Corpus.people()
    var dice = Dice(90)
    for round in 0..<30 {
      let set = people.shuffled(using: &dice).prefix(4 + round % 3)
      let names = set.map(\.name)
      let canvas = Self.canvases[round % Self.canvases.count]
      guard try layout(names, "--canvas", canvas).cut(set.map(\.faces)) > 0 else { continue }
      for pick in Self.picks {
        let other = try layout(names, "--canvas", canvas, "--pick", "\(pick)")
        #expect(other.cut(set.map(\.faces)) > 0, "\(names) on \(canvas): \(pick) cuts nobody")
      }
    }
  }
}
