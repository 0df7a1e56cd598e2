import Testing

@testable import CollageTerminal

/// How names are cut where they don't fit.
@Suite struct ShownNamesTests {
  private static let style = TerminalStyle(hasAttributes: true, isUTF8: true)

  private func shown(_ names: [String], columns: Int) -> [String] {
    let shown = ShownNames(names, columns: columns, Self.style)
    return names.map(shown.text)
  }

  @Test func `of a series the ends stay, which differ`() {
    let names = (10...12).map { "IMG_PIXEL_2024-05-01_00\($0).jpg" }
    #expect(
      shown(names, columns: 20) == (10...12).map { "…2024-05-01_00\($0).jpg" })
  }

  @Test func `names that differ in the middle show their middles`() {
    let names = (1...3).map { "IMG_holiday-in-rome_\($0)_2024-05-01_100.jpg" }
    let cut = shown(names, columns: 16)
    #expect(Set(cut).count == 3 && cut.allSatisfy { $0.count <= 16 })
    #expect(zip(cut, 1...3).allSatisfy { $0.contains("_\($1)_") })
  }

  @Test func `names that differ at the beginning show it`() {
    let names = ["anna", "bert", "carl"].map { "\($0)-at-grandmas-birthday-party-2024.jpg" }
    let cut = shown(names, columns: 14)
    #expect(Set(cut).count == 3 && zip(cut, ["ann", "ber", "car"]).allSatisfy { $0.hasPrefix($1) })
  }

  @Test func `names that fit stay as they are`() {
    let names = ["a.jpg", "b.jpg", "a photo with a very long name 0042.jpg"]
    #expect(shown(names, columns: 12).prefix(2) == ["a.jpg", "b.jpg"])
    #expect(shown(names, columns: 12)[2].hasSuffix("042.jpg"))
  }
}
