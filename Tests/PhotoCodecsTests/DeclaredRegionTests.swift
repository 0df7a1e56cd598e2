import TestSupport
import Testing

@testable import Imaging
@testable import PhotoCodecs

/// Faces and subjects that a file declares.
@Suite struct DeclaredRegionTests {
  static let stored = PixelSize(width: 400, height: 300)
  /// A tenth of the picture, left of and above its middle, as it is shown.
  private static let shown = Region(x: 0.1, y: 0.2, width: 0.3, height: 0.4)

  /// The same place in the stored picture, by EXIF's orientation from 1.
  private static let places = [
    Region(x: 0.1, y: 0.2, width: 0.3, height: 0.4),
    Region(x: 0.6, y: 0.2, width: 0.3, height: 0.4),
    Region(x: 0.6, y: 0.4, width: 0.3, height: 0.4),
    Region(x: 0.1, y: 0.4, width: 0.3, height: 0.4),
    Region(x: 0.2, y: 0.1, width: 0.4, height: 0.3),
    Region(x: 0.2, y: 0.6, width: 0.4, height: 0.3),
    Region(x: 0.4, y: 0.6, width: 0.4, height: 0.3),
    Region(x: 0.4, y: 0.1, width: 0.4, height: 0.3),
  ]

  private static func packet(_ content: String) -> String {
    """
    <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF>
    <rdf:Description rdf:about="">\(content)</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>  \n
    """
  }

  private static func list(_ items: String, dimensions: String = "") -> String {
    packet(
      "<mwg-rs:Regions rdf:parseType='Resource'>\(dimensions)<mwg-rs:RegionList><rdf:Bag>\(items)</rdf:Bag>"
        + "</mwg-rs:RegionList></mwg-rs:Regions>")
  }

  private static func elements(_ area: Region, type: String = "Face") -> String {
    """
    <rdf:li rdf:parseType="Resource"><mwg-rs:Area rdf:parseType="Resource"><stArea:h>\(area.height)</stArea:h>
    <stArea:unit>normalized</stArea:unit><stArea:w>\(area.width)</stArea:w><stArea:x>\(area.x + area.width / 2)</stArea:x>
    <stArea:y>\(area.y + area.height / 2)</stArea:y></mwg-rs:Area><mwg-rs:Name>A &amp; B</mwg-rs:Name>
    <mwg-rs:Type>\(type)</mwg-rs:Type></rdf:li>
    """
  }

  private static func attributes(_ area: Region) -> String {
    """
    <rdf:li><rdf:Description mwg-rs:Name='A' mwg-rs:Type="Face"><mwg-rs:Area stArea:x="\(area.x + area.width / 2)"
    stArea:y='\(area.y + area.height / 2)' stArea:w="\(area.width)" stArea:h = "\(area.height)" stArea:unit="normalized"/>
    </rdf:Description></rdf:li>
    """
  }

  private static func dimensions(_ size: PixelSize) -> String {
    "<mwg-rs:AppliedToDimensions stDim:w='\(size.width)' stDim:h='\(size.height)' stDim:unit='pixel'/>"
  }

  private static func microsoft(_ area: Region, isAttribute: Bool) -> String {
    let text = "\(area.x), \(area.y), \(area.width), \(area.height)"
    let item =
      isAttribute
      ? "<rdf:li MPReg:Rectangle='\(text)' MPReg:PersonDisplayName='A'/>"
      : "<rdf:li rdf:parseType='Resource'><MPReg:Rectangle>\(text)</MPReg:Rectangle></rdf:li>"
    return packet(
      "<MP:RegionInfo><rdf:Description><MPRI:Regions><rdf:Bag>\(item)</rdf:Bag></MPRI:Regions></rdf:Description>"
        + "</MP:RegionInfo>")
  }

  private static func regions(_ packet: String, _ orientation: Orientation = .up) -> [PhotoRegion] {
    var metadata = PhotoMetadata()
    metadata.xmp = Array(packet.utf8)
    return metadata.regions(of: stored, orientation)
  }

  private static func exif(
    _ tag: UInt16, _ values: [Int], of size: PixelSize? = nil
  ) -> PhotoMetadata {
    let bytes = values.flatMap { UInt16($0).bigEndianBytes }
    var directory: TIFFBuilder.Directory = []
    if let size {
      directory = [(0xA002, .long(UInt32(size.width))), (0xA003, .long(UInt32(size.height)))]
    }
    let fields = TIFFBuilder(
      [[(0x8769, .directory(directory + [(tag, .data(bytes + [0, 0, 0, 0]))]))]], isBigEndian: true)
    // The builder knows no list of shorts: bytes become shorts.
    var record = fields.bytes
    let entry = record.firstRange(of: tag.bigEndianBytes + [0, 7])!
    record.replaceSubrange(
      entry.upperBound - 1..<entry.upperBound + 4, with: [3] + UInt32(values.count).bigEndianBytes)
    if values.count == 2 {
      record.replaceSubrange(entry.upperBound + 4..<entry.upperBound + 8, with: bytes)
    }
    var metadata = PhotoMetadata()
    metadata.exif = record
    return metadata
  }

  private static func isNear(_ region: Region, _ other: Region) -> Bool {
    zip(
      [region.x, region.y, region.width, region.height],
      [other.x, other.y, other.width, other.height]
    )
    .allSatisfy { abs($0 - $1) < 1e-9 }
  }

  @Test(arguments: Orientation.allCases)
  func `every program's faces are where they are shown`(orientation: Orientation) throws {
    let place = Self.places[Int(orientation.rawValue) - 1]
    let upright = orientation.applied(to: Self.stored)
    let packets = [
      Self.list(Self.elements(place)), Self.list(Self.attributes(place)),
      Self.list(Self.elements(place), dimensions: Self.dimensions(Self.stored)),
      // Reduced since then.
      Self.list(
        Self.elements(place), dimensions: Self.dimensions(PixelSize(width: 4000, height: 3000))),
      Self.microsoft(place, isAttribute: true), Self.microsoft(place, isAttribute: false),
      // Picasa's are places in the upright picture, of which its size tells.
      Self.list(
        Self.elements(orientation.swapsSides ? Self.shown : place),
        dimensions: Self.dimensions(upright)),
    ]
    for packet in packets {
      let regions = Self.regions(packet, orientation)
      #expect(
        regions.count == 1 && regions[0].kind == .face && regions[0].source == .declared,
        "\(packet)")
      let shown = try #require(regions.first, "\(packet)").stored(orientation.inverse).area
      #expect(Self.isNear(shown, Self.shown), "\(shown) \(packet)")
    }
  }

  @Test(arguments: Orientation.allCases)
  func `EXIF's subject is where it is shown`(orientation: Orientation) throws {
    let place = Self.places[Int(orientation.rawValue) - 1].scaled(across: 400, down: 300)
    let middle = [Int(place.x + place.width / 2), Int(place.y + place.height / 2)]
    let rectangle = Self.exif(0x9214, middle + [Int(place.width), Int(place.height)])
    let found = try #require(rectangle.regions(of: Self.stored, orientation).first)
    #expect(
      found.kind == .subject && Self.isNear(found.stored(orientation.inverse).area, Self.shown))
    // Of another size, a circle, and two kinds of points: their middles.
    for metadata in [
      Self.exif(
        0x9214, middle.map { $0 * 10 } + [900, 900], of: PixelSize(width: 4000, height: 3000)),
      Self.exif(0x9214, middle + [60]), Self.exif(0x9214, middle), Self.exif(0xA214, middle),
    ] {
      let area = try #require(metadata.regions(of: Self.stored, orientation).first).stored(
        orientation.inverse
      ).area
      #expect(
        abs(area.x + area.width / 2 - 0.25) < 1e-9 && abs(area.y + area.height / 2 - 0.4) < 1e-9)
    }
  }

  @Test func `cameras that point at the middle say nothing`() {
    #expect(Self.exif(0x9214, [200, 150, 200, 130]).regions(of: Self.stored, .up) == [])
    #expect(Self.exif(0xA214, [203, 152]).regions(of: Self.stored, .up) == [])
    // Of a picture that was turned or cropped since then.
    #expect(
      Self.exif(0x9214, [50, 50], of: PixelSize(width: 300, height: 400)).regions(
        of: Self.stored, .up) == [])
  }

  @Test func `faces come before subjects, and XMP before EXIF`() {
    let (face, focus) = (Self.places[0], Self.places[2])
    var metadata = Self.exif(0x9214, [50, 50, 40, 40])
    metadata.xmp = Array(Self.list(Self.elements(focus, type: "Focus")).utf8)
    #expect(metadata.regions(of: Self.stored, .up).map(\.kind) == [.subject])
    #expect(Self.isNear(metadata.regions(of: Self.stored, .up)[0].area, focus))
    metadata.xmp = Array(Self.list(Self.elements(focus, type: "Focus") + Self.elements(face)).utf8)
    #expect(metadata.regions(of: Self.stored, .up).map(\.kind) == [.face])
    #expect(Self.isNear(metadata.regions(of: Self.stored, .up)[0].area, face))
    metadata.xmp = Array(Self.list(Self.elements(focus, type: "BarCode")).utf8)
    #expect(metadata.regions(of: Self.stored, .up).map(\.area.x) == [30.0 / 400])
  }

  @Test func `regions that can't be are ignored`() {
    let good = Self.elements(Self.places[0])
    let wrong = [
      (1.2, 0.2, 0.3, 0.3), (-0.5, 0.2, 0.3, 0.3), (0.2, 0.2, 0, 0.3), (0.2, 0.2, 0.3, -0.3),
      (0, 0, 1, 1),
      (.nan, 0.2, 0.3, 0.3), (0.2, 0.2, .infinity, 0.3), (0.2, 0.2, 0.3, 1e300),
    ].map { Region(x: $0, y: $1, width: $2, height: $3) }
    for area in wrong {
      #expect(Self.regions(Self.list(Self.elements(area))) == [], "\(area)")
      #expect(Self.regions(Self.list(Self.attributes(area) + good)).count == 1, "\(area)")
      #expect(Self.regions(Self.microsoft(area, isAttribute: true)) == [], "\(area)")
    }
    #expect(Self.regions(Self.list(String(repeating: good, count: 256))).count == 256)
    #expect(Self.regions(Self.list(String(repeating: good, count: 257))) == [])
    #expect(
      Self.regions(Self.list(good, dimensions: Self.dimensions(PixelSize(width: 300, height: 400))))
        == [])
    #expect(
      Self.regions(
        Self.list(good, dimensions: "<mwg-rs:AppliedToDimensions stDim:w='0' stDim:h='nan'/>"))
        == [])
    // Half outside: only what is inside counts.
    let edge = Self.regions(
      Self.list(Self.elements(Region(x: -0.1, y: 0.9, width: 0.3, height: 0.19))))
    #expect(edge.count == 1 && edge[0].area.x == 0 && edge[0].area.y + edge[0].area.height == 1)
  }

  @Test func `a packet that is no XML has no regions`() {
    let packet = Array(Self.list(Self.elements(Self.places[0])).utf8)
    #expect(XMPRegions(packet).regions(of: Self.stored, .up).count == 1)
    let root = packet.firstRange(of: Array("</x:xmpmeta>".utf8))!.upperBound
    for end in 0..<root {
      #expect(XMPRegions(Array(packet[..<end])).regions(of: Self.stored, .up) == [], "\(end)")
    }
    for content in [
      "<!DOCTYPE a [<!ENTITY b 'c'>]>", "<a>", "</a>", "<a></b>", "<a b></a>", "<a b='></a>", "<>",
      "< a/>",
      "<![CDATA[]]>",
      String(repeating: "<a>", count: 70) + String(repeating: "</a>", count: 70),
      String(repeating: "<a/>", count: 250_000),
    ] {
      let packet = Self.list(Self.elements(Self.places[0])).replacing(
        "<rdf:RDF>", with: "<rdf:RDF>\(content)")
      #expect(Self.regions(packet) == [], "\(content.prefix(40))")
    }
    for content in ["<a/>", "<!-- <b> -->", "<?a <?>", "<a b='<' c=\"'\"/>", "<ä:é/>"] {
      let packet = Self.list(Self.elements(Self.places[0])).replacing(
        "<rdf:RDF>", with: "<rdf:RDF>\(content)")
      #expect(Self.regions(packet).count == 1, "\(content)")
    }
    #expect(Self.regions("") == [] && Self.regions("\0\u{FF}<") == [])
  }

  @Test func `a file's regions are those of the photo as it is turned`() throws {
    let jpeg = JPEGBuilder.plain(
      [90],
      segments: [.xmp(Self.list(Self.elements(Self.places[0]))), .exif(EXIFBuilder.orientation(6))])
    let header = try header(jpeg.bytes)
    let upright = try #require(header.declaredRegions.first).area
    #expect(Self.isNear(upright, Region(x: 0.4, y: 0.1, width: 0.4, height: 0.3)))
    let turned = try #require(header.turned(.left).declaredRegions.first).area
    #expect(Self.isNear(turned, Self.shown))
  }
}
