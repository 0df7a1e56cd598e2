import Testing

@testable import PhotoCodecs

/// Texts of files as lines to be printed.
@Suite struct MetadataLineTests {
  private func line(_ bytes: [UInt8]) -> String? { MetadataLine.text(bytes[...]) }

  @Test(arguments: ["Привет мир. ", "日本語の説明", "e\u{301}te\u{301} ", "plain text "])
  func `a long text is cut between two characters`(words: String) throws {
    let long = String(repeating: words, count: 200)
    for start in 0..<4 {
      let text = String(repeating: "x", count: start) + long
      let cut = try #require(line(Array(text.utf8)))
      #expect(
        cut.utf8.count > MetadataLine.maxBytes - 16 && cut.utf8.count <= MetadataLine.maxBytes)
      #expect(text.split(separator: " ").joined(separator: " ").hasPrefix(cut))
    }
  }

  @Test func `what is not UTF-8 is Windows-1252`() {
    #expect(line([0x63, 0x61, 0x66, 0xE9]) == "café")
    #expect(line([0x93, 0x41, 0x94, 0x20, 0x80, 0x35, 0x20, 0x96, 0x20, 0x9C]) == "“A” €5 – œ")
    #expect(
      line(Array(String(repeating: "é", count: 400).utf8) + [0xE9, 0x41])?.hasPrefix("Ã©Ã©") == true
    )
  }

  /// As programs cut it that count bytes: at the limit of a field, or of a buffer.
  @Test(arguments: ["Привет мир", "été à la mer", "日本語", "a😀 b😀", "Grandma 日"])
  func `a text that another program has cut is still UTF-8`(text: String) throws {
    let bytes = Array(text.utf8)
    let last = try #require(text.last { !$0.isASCII })
    let end = try #require(bytes.lastIndex { $0 & 0xC0 == 0xC0 })
    for cut in end + 1..<end + String(last).utf8.count
    where cut > end + 1 || bytes[..<end].contains(where: { $0 > 127 }) {
      let expected = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ").joined(
        separator: " ")
      #expect(line(Array(bytes[..<cut])) == expected, "\(cut)")
      #expect(line(Array(bytes[..<cut]) + [0x20, 0]) == expected, "\(cut), padded")
    }
  }

  @Test func `what is no character is left out`() {
    let none: [[UInt8]] = [
      [0xEF, 0xBF, 0xBE], [0xEF, 0xB7, 0x90], [0xF0, 0x9F, 0xBF, 0xBF], [0x0A], [0x07],
    ]
    for bytes in none {
      #expect(line([0x61] + bytes + [0x62, 0x20] + bytes) == "a b")
      #expect(line(bytes) == nil)
    }
  }

  @Test func `a camera's name is cut between two characters`() throws {
    let name = String(repeating: "x", count: 63) + "é and more"
    let bytes = Array(name.utf8) + [0]
    var record =
      Array("II*\0".utf8) + [8, 0, 0, 0, 1, 0, 0x10, 0x01, 2, 0, UInt8(bytes.count), 0, 0, 0]
    record += [26, 0, 0, 0, 0, 0, 0, 0] + bytes
    #expect(try #require(EXIF(record)).camera == String(repeating: "x", count: 62))
  }

  @Test(arguments: [
    "OLYMPUS DIGITAL CAMERA", "SONY DSC", "Samsung Camera Pictures", "KODAK Digital Still Camera",
    "Untitled",
    #"DCIM\100MEDIA\DJI_0001.JPG"#, "Screenshot", "Screenshot_20240501-101530",
    "Processed with VSCO with a6 preset",
    "Screenshot from 2024-05-01 10-15-30", "Screen Shot 2019-05-01 at 10.15.30 AM",
    "Screenshot (12).png",
    "Screenshot_20240501-101530_Chrome", "Processed with MOLDIV", "DJI_20230401120000_0001_D",
  ])
  func `what cameras and programs write into every photo is no title`(text: String) {
    #expect(CameraBoilerplate.contains(text))
  }

  @Test(arguments: [
    "Mum", "Olympus from the sea", "Sony", "Untitled love song", "Camera", "A screenshot of us",
    "Screenshot of grandma's recipe", "Screen shot by Anna", "Processed with love",
    "Processed with water and soap",
    "DJI_dancing",
  ])
  func `what people write is a title`(text: String) {
    #expect(!CameraBoilerplate.contains(text))
  }

  @Test(arguments: ["Mum", "LG", "abcd", "long"]) func `a short text stands in the entry itself`(
    text: String
  ) throws {
    let bytes = Array(text.utf8) + [0]
    var record =
      Array("II*\0".utf8) + [8, 0, 0, 0, 1, 0, 0x0E, 0x01, 2, 0, UInt8(bytes.count), 0, 0, 0]
    if bytes.count > 4 {
      record += [26, 0, 0, 0, 0, 0, 0, 0] + bytes
    } else {
      record += bytes + Array(repeating: 0, count: 4 - bytes.count) + [0, 0, 0, 0]
    }
    #expect(try #require(EXIF(record)).description == text)
  }
}
