import Testing

@testable import CollageKit

@Suite struct AssetRemovalTests {
  @Test func `a removal comes after all that are known, even after the clock was set back`() throws
  {
    let late = try #require(AssetRemoval("09000000000000000000-00000000"))
    let early = try #require(AssetRemoval("00000000000000000001-ffffffff"))
    let next = AssetRemoval(after: [late, early])
    #expect(next.text > late.text)
    #expect(AssetRemoval(after: [next]).text > next.text)
    #expect(AssetRemoval().text > early.text)
  }
}
