import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Sidecars that strangers wrote: what can be read is read, the rest is none.
@Suite(.waiting) struct HostileOwnerTests {
  let place: Workplace

  init() throws { place = try Workplace(photos: 1) }

  private func xmp(_ attributes: String, _ elements: String = "") -> String {
    """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
    xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" \
    xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" \
    xmlns:exif="http://ns.adobe.com/exif/1.0/" \
    xmlns:r="http://www.metadataworkinggroup.com/schemas/regions/" \
    \(attributes)>\(elements)</rdf:Description></rdf:RDF></x:xmpmeta>
    """
  }

  /// What `find` says of the photo with this sidecar.
  private func found(_ sidecar: [UInt8], as name: FilePath = "1.jpg.xmp") throws -> String {
    try? place.folder.remove(name)
    try place.folder.write(sidecar, to: name)
    let outcome = try place.run("find", "--json")
    #expect(outcome.answer == .done(outcome.output) && outcome.output.contains("\"width\":32"))
    return outcome.output
  }

  private func found(_ sidecar: String, as name: FilePath = "1.jpg.xmp") throws -> String {
    try found(Array(sidecar.utf8), as: name)
  }

  @Test func `an XMP of 64 MB is none`() throws {
    let padding = [UInt8](repeating: 0x20, count: 64 << 20)
    #expect(try !found(Array(xmp(#"xmp:Rating="4""#).utf8) + padding).contains("rating"))
    #expect(try found(xmp(#"xmp:Rating="4""#)).contains(#""rating":4"#))
  }

  @Test func `entities of its own are none, and no file is read for them`() throws {
    var bomb = "<!DOCTYPE a [<!ENTITY a0 \"lol\">"
    for level in 1...9 {
      bomb += "<!ENTITY a\(level) \"" + String(repeating: "&a\(level - 1);", count: 10) + "\">"
    }
    let keyword = "<dc:subject><rdf:Bag><rdf:li>&a9;</rdf:li></rdf:Bag></dc:subject>"
    #expect(try !found(bomb + "]>" + xmp("", keyword)).contains("lol"))
    let outside = "<!DOCTYPE a [<!ENTITY a9 SYSTEM \"file:///etc/passwd\">]>"
    #expect(try !found(outside + xmp("", keyword)).contains("root"))
  }

  @Test func `of 100,000 regions and 200,000 attributes no more is read than is of use`() throws {
    let region = (1...100_000).map {
      "<rdf:li><rdf:Description r:Name=\"P\($0)\" r:Type=\"Face\"/></rdf:li>"
    }.joined()
    let regions =
      "<r:Regions rdf:parseType=\"Resource\"><r:RegionList><rdf:Bag>\(region)</rdf:Bag>"
      + "</r:RegionList></r:Regions>"
    let people = try found(xmp("", regions))
    #expect(people.contains("\"P1\",\"P2\"") && people.utf8.count < 100_000)
    let attributes = (1...200_001).map { "xmp:a\($0)=\"1\"" }.joined(separator: " ")
    #expect(try !found(xmp(attributes + #" xmp:Rating="4""#)).contains("rating"))
  }

  @Test func `control characters in names and words become spaces`() throws {
    let output = try found(
      xmp(
        #"xmp:Rating="4""#,
        "<dc:subject><rdf:Bag><rdf:li>a&#27;[31m&#0;&#10;red\u{7F}\u{202E}</rdf:li></rdf:Bag>"
          + "</dc:subject><dc:title>x&#13;y</dc:title>"))
    for part in ["\u{1B}", "\\u001b", "\\n", "\\r", "\u{7F}", "\\u007f"] {
      #expect(!output.dropLast().contains(part), "\(part.debugDescription)")
    }
    #expect(output.contains(#""rating":4"#))
  }

  @Test(arguments: [
    "0000-01-01T00:00:00", "9999-99-99T99:99:99", "10000-01-01T00:00:00", "-001-01-01T00:00:00",
    "2024-02-30T10:00:00", "", "T",
  ])
  func `a date that no calendar has is none`(date: String) throws {
    let output = try found(xmp("exif:DateTimeOriginal=\"\(date)\" xmp:Rating=\"4\""))
    #expect(output.contains(#""rating":4"#))
    #expect(output.contains(#""dateFrom":"file""#))
  }

  @Test(arguments: [
    ("9999-12-31T23:59:59+14:00", "9999-12-31T23:59:59"),
    ("0001-01-01T00:00:00+14:00", "0001-01-01T00:00:00"),
    ("2024-05-01T10:00:00+99:99", "2024-05-01T10:00:00"),
    ("2024-05-01T10:00:00-99:99", "2024-05-01T10:00:00"),
    ("2024-05-01T10:00:00+24:00", "2024-05-01T10:00:00"),
  ])
  func `the first and the last years are dates, and offsets of 99 hours are none`(
    date: String, shown: String
  ) throws {
    let output = try found(xmp("exif:DateTimeOriginal=\"\(date)\""))
    #expect(output.contains("\"date\":\"\(shown)\""), "\(output)")
    #expect(!output.contains("99:99") && !output.contains("+24:00"))
    for order in ["date", "rating"] {
      #expect(try place.run("find", "--sort", order, "date:\(shown.prefix(4))").exitCode == 0)
    }
    let caption = try place.run(
      "make", "1.jpg", "1.jpg", "--captions", "date", "--dry-run")
    #expect(caption.exitCode == 0)
  }

  @Test(arguments: [
    "", "[1,2]", "{", "null", "\"text\"", #"{"a":"#,
    #"{"photoTakenTime":[],"people":{"name":1},"favorited":"yes","title":7,"description":null}"#,
    #"{"photoTakenTime":{"timestamp":"99999999999999999999"}}"#,
    #"{"photoTakenTime":{"timestamp":"1e308"},"favorited":1}"#,
    #"{"photoTakenTime":{"timestamp":"9223372036854775807"}}"#,
    #"{"photoTakenTime":{"timestamp":"-9223372036854775808"}}"#,
  ])
  func `JSON that isn't Takeout's says nothing`(json: String) throws {
    let output = try found(json, as: "1.jpg.json")
    #expect(output.contains(#""dateFrom":"file""#))
    for key in ["favourite", "people", "title"] { #expect(!output.contains("\"\(key)\"")) }
  }
}
