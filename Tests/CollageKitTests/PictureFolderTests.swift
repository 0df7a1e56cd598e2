import PhotoSources
import SystemPackage
import TestSupport
import Testing

@testable import CollageKit

@Suite struct PictureFolderTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in [
      "10.jpg", "2.jpg", "b.PNG", "a.jpeg", "c.JFIF", ".hidden.jpg", "notes.txt", "jpg", "d.gif",
      "e.NEF", "f.heic",
      "g.webp", "h.tif", "i.jxl",
    ] {
      try folder.write([1], to: FilePath(name))
    }
    try folder.makeFolder("album")
    try folder.makeFolder(".secret")
  }

  @Test
  func `the pictures of a folder come in natural order, without what is hidden or no picture`()
    throws
  {
    let names = try PictureFolder.pictures(in: folder.path).map { $0.lastComponent?.string }
    #expect(
      names == [
        "2.jpg", "10.jpg", "a.jpeg", "b.PNG", "c.JFIF", "e.NEF", "f.heic", "g.webp", "h.tif",
        "i.jxl",
      ])
  }

  @Test func `names are sorted as people count, whatever zeros are in front`() {
    let names = [
      "img", "img0.jpg", "img1.jpg", "img2.jpg", "img09.jpg", "img010.jpg", "img10.jpg",
      "img10 2.jpg", "img10 11.jpg", "img10a.jpg", "img11.jpg", "img99999999999999999999.jpg",
      "img100000000000000000000.jpg", "imh1.jpg", "é2.jpg",
    ]
    let sorted = [
      "é2.jpg", "img", "img0.jpg", "img1.jpg", "img2.jpg", "img09.jpg", "img10 2.jpg",
      "img10 11.jpg", "img010.jpg", "img10.jpg", "img10a.jpg", "img11.jpg",
      "img99999999999999999999.jpg", "img100000000000000000000.jpg", "imh1.jpg",
    ]
    for paths in [names, names.reversed()] {
      #expect(paths.map { FilePath($0) }.sortedNaturally { $0 }.map(\.string) == sorted)
    }
  }

  @Test func `a folder that can't be read is an error`() {
    #expect(throws: Errno.noSuchFileOrDirectory) {
      try PictureFolder.pictures(in: folder.path(of: "nothing"))
    }
  }

  @Test(arguments: [
    (
      "",
      [
        "2.jpg", "10.jpg", "a.jpeg", "album/", "b.PNG", "c.JFIF", "e.NEF", "f.heic", "g.webp",
        "h.tif", "i.jxl",
      ]
    ),
    ("a", ["a.jpeg", "album/"]), ("1", ["10.jpg"]),
    (".", [".secret/"]), ("x", []),
  ])
  func `a half-typed name goes on with pictures and folders`(beginning: String, wanted: [String]) {
    let entries = PictureFolder.entries(in: folder.path, beginning: Array(beginning.utf8))
    #expect(
      entries.map { String(decoding: $0.name, as: UTF8.self) + ($0.isFolder ? "/" : "") } == wanted)
    #expect(PictureFolder.entries(in: folder.path(of: "nothing"), beginning: []) == [])
  }
}
