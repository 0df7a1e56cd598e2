import Testing

@testable import Imaging

@Suite struct ColourNamesTests {
  @Test(
    arguments: [
      ("plum", 0xDDA0DD), ("thistle", 0xD8BFD8), ("peru", 0xCD853F), ("hotpink", 0xFF69B4),
      ("seagreen", 0x2E8B57), ("slategray", 0x708090), ("rebeccapurple", 0x663399),
    ] as [(String, UInt32)])
  func `a name is the colour of CSS`(name: String, value: UInt32) {
    #expect(ColourNames.values[name] == value)
  }

  @Test func `there are all 148 names of CSS, and each has its colour`() {
    #expect(ColourNames.values.count == 148)
    // Each colour times its place in the alphabet, from CSS Color Module Level 4.
    let sorted = ColourNames.values.sorted { $0.key < $1.key }
    let sum = sorted.enumerated().reduce(0) { $0 + ($1.offset + 1) * Int($1.element.value) }
    #expect(sum == 121_980_546_958)
    for (name, value) in ColourNames.values where name.contains("gray") {
      #expect(ColourNames.values[name.replacing("gray", with: "grey")] == value, "\(name)")
    }
  }
}
