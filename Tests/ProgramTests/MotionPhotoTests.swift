import Imaging
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// JPEGs followed by a video or further pictures, as phones write them: these are ignored silently.
@Suite(.waiting) struct MotionPhotoTests {
  let place: Workplace
  private static let jpeg = Picture.sampleJPEG(5, PixelSize(width: 64, height: 48))
  private static let video =
    [0, 0, 0, 24] + Array("ftypmp42".utf8) + [0, 0, 0, 0] + Array("isommp42".utf8) + [
      0xFF, 0xD8, 0xFF, 0xD9, 0xFF, 0xDA,
    ]
    + [UInt8](repeating: 0x5A, count: 5000)

  init() throws { place = try Workplace() }

  private static func xmp(_ attributes: String) -> [UInt8] {
    let packet = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
      <rdf:Description xmlns:GCamera="http://ns.google.com/photos/1.0/camera/" \(attributes)/></rdf:RDF></x:xmpmeta>
      """
    return JPEGFile.inserting(
      JPEGFile.segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(packet.utf8)),
      into: jpeg)
  }

  /// A trailer that lists its parts, to be read from the end of the file.
  private static let samsungTrailer: [UInt8] = {
    let name = Array("MotionPhoto_Data".utf8)
    let part = [0, 0, 0x30, 0x0A] + UInt32(name.count).littleEndianBytes + name + video
    let entry =
      [0, 0, 0x30, 0x0A] + UInt32(part.count).littleEndianBytes
      + UInt32(part.count).littleEndianBytes
    let list =
      Array("SEFH".utf8) + UInt32(106).littleEndianBytes + UInt32(1).littleEndianBytes + entry
      as [UInt8]
    return part + list + UInt32(list.count).littleEndianBytes + Array("SEFT".utf8)
  }()

  /// A multi-picture index, and the second picture after the first.
  private static let twoPictures: [UInt8] = {
    let index: TIFFBuilder.Directory = [(0xB000, .data(Array("01000".utf8))), (0xB001, .long(2))]
    return JPEGFile.inserting(
      JPEGFile.segment(0xE2, Array("MPF\0".utf8) + TIFFBuilder([index], isBigEndian: true).bytes),
      into: jpeg)
      + Picture.sampleJPEG(6, PixelSize(width: 32, height: 24))
  }()

  static let forms: [(name: String, bytes: [UInt8])] = [
    ("motion photo", xmp("GCamera:MotionPhoto=\"1\" GCamera:MotionPhotoVersion=\"1\"") + video),
    (
      "micro video",
      xmp("GCamera:MicroVideo=\"1\" GCamera:MicroVideoOffset=\"\(video.count)\"") + video
    ),
    ("Samsung's", jpeg + samsungTrailer),
    ("two pictures", twoPictures),
    ("junk", jpeg + [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0] + [UInt8](repeating: 0xFF, count: 3000)),
  ]

  @Test(arguments: forms.indices)
  func `what comes after the picture is passed over silently`(form: Int) throws {
    try place.folder.write(Self.forms[form].bytes, to: "motion.jpg")
    try place.folder.write(Self.jpeg, to: "still.jpg")
    let made = try place.make("1.jpg", "motion.jpg", "-o", "motion.png")
    #expect(made.answer == .done("\(made.id)\n"))
    #expect(try place.make("1.jpg", "still.jpg", "-o", "still.png").exitCode == 0)
    #expect(try place.picture("motion.png").difference(from: place.picture("still.png")) == 0)
  }

  @Test func `a small picture with 20 MB of video is one too`() throws {
    let path = try place.folder.write(Self.forms[0].bytes, to: "motion.jpg")
    let file = try FileDescriptor.open(path, .writeOnly)
    try file.closeAfter { try file.resize(to: Int64(Self.forms[0].bytes.count + 20_000_000)) }
    let made = try place.make("1.jpg", "motion.jpg")
    #expect(made.answer == .done("\(made.id)\n"))
    #expect(try place.run("find", "motion").answer == .done("./motion.jpg\n"))
  }

  @Test func `the video of a live photo's pair is no photo`() throws {
    try place.folder.write(Self.jpeg, to: "IMG_1.JPG")
    let film = [0, 0, 0, 20] + Array("ftypqt  ".utf8) + [0, 0, 0, 0] + Array("qt  ".utf8)
    try place.folder.write(film, to: "IMG_1.MOV")
    #expect(try place.run("find", "img").answer == .done("./IMG_1.JPG\n"))
    try place.expectNothingChanges(
      by: Workplace.make + ["IMG_1.JPG", "IMG_1.MOV"],
      .failed(65, "IMG_1.MOV: this is a video, not a picture; leave it out"))
  }
}
