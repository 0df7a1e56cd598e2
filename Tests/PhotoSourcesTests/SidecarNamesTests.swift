import Testing

@testable import PhotoSources

/// Which file beside a photo tells more of it.
struct SidecarNamesTests {
  private func names(_ names: [String]) -> SidecarNames {
    var found = SidecarNames()
    for name in names where SidecarNames.isSidecar(Array(name.utf8).span) {
      found.append(Array(name.utf8))
    }
    return found
  }

  private func text(_ name: [UInt8]?) -> String? {
    name.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `an XMP file with the whole name comes before one with its stem`() {
    let both = names(["a.xmp", "a.jpg.xmp", "b.XMP", "c.txt", ".xmp", "xmp"])
    #expect(text(both.xmp(of: Array("a.jpg".utf8))) == "a.jpg.xmp")
    #expect(text(both.xmp(of: Array("a.dng".utf8))) == "a.xmp")
    #expect(text(both.xmp(of: Array("b.jpg".utf8))) == "b.XMP")
    #expect(both.xmp(of: Array("c.jpg".utf8)) == nil && names(["c.txt"]).isEmpty)
  }

  @Test(arguments: [
    ("a.jpg", "a.jpg.json"), ("a.jpg", "a.jpg.supplemental-metadata.json"),
    ("a.jpg", "a.jpg.suppl.json"), ("a.jpg", "a.jpg.s.json"), ("a.jpg", "a.jpg..json"),
    ("a(1).jpg", "a.jpg(1).json"), ("a(2).jpg", "a.jpg.supplemental-metadata(2).json"),
    ("a(1).jpg", "a(1).jpg.json"), ("a-edited.jpg", "a.jpg.json"),
    ("a-edited(1).jpg", "a.jpg(1).json"),
    (
      "Holiday in the mountains with Anna 2.jpg",
      "Holiday in the mountains with Anna 2.jpg.suppl.json"
    ),
    (
      "c5f1e2a0-8d7b-4a1c-9f3e-2b6d7c8a9e0f_original.jpg",
      "c5f1e2a0-8d7b-4a1c-9f3e-2b6d7c8a9e0f_original..json"
    ),
  ])
  func `Takeout's names are cut, and numbers move`(photo: String, sidecar: String) {
    #expect(text(names([sidecar, "b.jpg.json"]).takeout(of: Array(photo.utf8))) == sidecar)
  }

  @Test(arguments: [
    ("a(1).jpg", "a.jpg.json"), ("a.jpg", "a.jpg(1).json"), ("a.jpg", "a.jpg.metadata.json"),
    ("a.jpg", "a.json"), ("a.jpg", "A.jpg.json"),
    (
      "c5f1e2a0-8d7b-4a1c-9f3e-2b6d7c8a9e0f_original.jpg",
      "c5f1e2a0-8d7b-4a1c-9f3e-2b6d7c8a9e0f.json"
    ),
  ])
  func `other files are not of the photo`(photo: String, sidecar: String) {
    #expect(names([sidecar]).takeout(of: Array(photo.utf8)) == nil)
  }
}
