import Imaging
import PhotoCodecs
import PhotoLayouts
import SystemPackage
import TestSupport
import Testing

@testable import CollageKit

/// What is left of collages when a print shop has enlarged, shifted and cut them.
@Suite struct SafePrintTests {
  private let folder: TemporaryFolder
  private let resources = Resources(jobs: 1)
  private static let collages = 1000

  init() throws { folder = try TemporaryFolder() }

  /// A photo that declares one face, in shares of it.
  private func photo(_ number: Int, _ size: PixelSize, _ face: Region) throws -> Photo {
    let packet =
      "http://ns.adobe.com/xap/1.0/\0<x:xmpmeta><rdf:RDF><rdf:Description><mwg-rs:Regions><mwg-rs:RegionList>"
      + "<rdf:Bag><rdf:li><rdf:Description mwg-rs:Type='Face'><mwg-rs:Area "
      + "stArea:x='\(face.x + face.width / 2)' stArea:y='\(face.y + face.height / 2)' "
      + "stArea:w='\(face.width)' stArea:h='\(face.height)'/></rdf:Description></rdf:li></rdf:Bag>"
      + "</mwg-rs:RegionList></mwg-rs:Regions></rdf:Description></rdf:RDF></x:xmpmeta>"
    let jpeg = try Raster.varied(size, number: number).encoded(.jpeg(.default))
    let length = packet.utf8.count + 2
    let name = FilePath("\(number).jpg")
    try folder.write(
      jpeg.prefix(2) + [0xFF, 0xE1, UInt8(length / 256), UInt8(length % 256)] + packet.utf8
        + jpeg.dropFirst(2), to: name)
    return try folder.photo(name)
  }

  private func photos(_ count: Int, _ dice: inout Dice) throws -> [Photo] {
    try (0..<count).map { number in
      let size = PixelSize(
        width: .random(in: 40...120, using: &dice), height: .random(in: 40...120, using: &dice))
      let side = Double.random(in: 5...25, using: &dice)
      let (width, height) = (side / Double(size.width), side / Double(size.height))
      let face = Region(
        x: .random(in: 0...1 - width, using: &dice), y: .random(in: 0...1 - height, using: &dice),
        width: width, height: height)
      return try photo(number, size, face)
    }
  }

  private func options(_ dice: inout Dice) throws -> CollageOptions {
    var options = CollageOptions()
    let sides = (0..<2).map { _ in Int.random(in: 90...200, using: &dice) }
    options.layout.canvas = try #require(Canvas("\(sides[0])x\(sides[1])mm@72dpi"))
    options.layout.style = [.mosaic, .mosaic, .grid, .rows, .columns].randomElement(using: &dice)!
    options.layout.givenMargin = [nil, .zero, .percent(3), .percent(8)].randomElement(using: &dice)!
    options.print.bleed = try #require(Bleed("5mm"))
    options.print.safe = Length("9mm")
    options.text.captions = CaptionFormat("{n}. Rome")
    options.text.captionPlace = CaptionPlace.allCases.randomElement(using: &dice)!
    options.text.title = Bool.random(using: &dice) ? "Rome, in the rain" : nil
    options.text.titlePlace = TitlePlace.allCases.randomElement(using: &dice)!
    if Bool.random(using: &dice) { options.decoration.border = Outline("1%", colour: .white) }
    return options
  }

  /// The part of a canvas that is left.
  private func printed(_ canvas: PixelSize, _ options: CollageOptions, _ dice: inout Dice) throws
    -> Region
  {
    let paper = try #require(options.printSize).paper
    func kept(_ pixels: Int, _ points: Double) -> (start: Double, length: Double) {
      let millimetres = points / 72 * 25.4
      let isWorst = Bool.random(using: &dice)
      let scale = isWorst ? 1.03 : Double.random(in: 1...1.03, using: &dice)
      let shift =
        isWorst ? [-5.0, 5].randomElement(using: &dice)! : .random(in: -5...5, using: &dice)
      let cuts = (0..<2).map { _ in isWorst ? 1 : Double.random(in: -1...1, using: &dice) }
      let half = millimetres / 2
      let start = half + (-half + cuts[0] - shift) / scale
      let end = half + (half - cuts[1] - shift) / scale
      let factor = Double(pixels) / millimetres
      return (start * factor, (end - start) * factor)
    }
    let (across, down) = (kept(canvas.width, paper.width), kept(canvas.height, paper.height))
    return Region(x: across.start, y: down.start, width: across.length, height: down.length)
  }

  /// Whether a crop of the photo for its frame exists that has the face in the safe zone.
  private func canHoldFace(_ placement: Placement) -> Bool {
    let photo = placement.photo.size
    let face = placement.photo.header.declaredRegions[0].area.scaled(
      across: Double(photo.width), down: Double(photo.height))
    let crop = placement.crop
    let safe = placement.safePart(of: crop)
    func fits(
      _ begin: Double, _ length: Double, _ safeStart: Double, _ safeLength: Double,
      _ crop: Double, _ side: Int
    ) -> Bool {
      // A point is rounded to a ten-thousandth.
      let tolerance = 2e-4 * Double(side)
      let earliest = max(begin + length - safeStart - safeLength, 0)
      let latest = min(begin - safeStart, Double(side) - crop)
      return safeLength > 0.5 * crop && earliest + tolerance <= latest - tolerance
        || Double(side) - crop < 0.01 && begin >= safeStart
          && begin + length <= safeStart + safeLength
    }
    return fits(face.x, face.width, safe.x - crop.x, safe.width, crop.width, photo.width)
      && fits(face.y, face.height, safe.y - crop.y, safe.height, crop.height, photo.height)
  }

  /// Where a face is on a canvas, whose frame may be one with a bleed.
  private func face(of placement: Placement, bleed: Int) -> Region {
    let photo = placement.photo.size
    let face = placement.photo.header.declaredRegions[0].area.scaled(
      across: Double(photo.width), down: Double(photo.height))
    let (shown, crop) = (placement.frame.photoArea, placement.crop)
    let (across, down) = (shown.width / crop.width, shown.height / crop.height)
    return Region(
      x: shown.x + (face.x - crop.x) * across - Double(bleed),
      y: shown.y + (face.y - crop.y) * down - Double(bleed), width: face.width * across,
      height: face.height * down)
  }

  @Test(.enabled(if: InstalledText.isThere, "\(InstalledText.reason)"))
  func `no caption and no face is lost that the safe zone can hold`() throws {
    var dice = Dice(55)
    let all = try photos(48, &dice)
    let finder = FaceFinder(resources: resources)
    var (texts, unsafeTexts, faces, extended, repeated) = (0, 0, 0, 0, 0)
    for number in 0..<Self.collages {
      let made = try MadeOptions(options(&dice))
      let options = made.options
      let photos = (0..<Int.random(in: 1...6, using: &dice)).map { _ in
        all.randomElement(using: &dice)!
      }
      guard let plan = try? CollagePlan(photos, options, faces: finder) else { continue }
      let kept = try printed(plan.layout.canvas, options, &dice)
      let placed = try #require(plan.texts)
      for block in placed.blocks {
        texts += 1
        let isNamed = block.place.map { placed.unsafeCaptions.contains($0 + 1) }
        if isNamed ?? placed.unsafeTexts.contains(block.role) { unsafeTexts += 1; continue }
        #expect(kept.contains(Region(of: block.textArea)), "\(number) \(block.area)")
      }
      let bleed = options.bleedPixels
      let bled = try SizedPlan(plan, made, bleed: bleed)
      for (placement, larger) in zip(plan.placements, bled.placements) {
        if larger.frame.size != placement.frame.size { extended += 1 }
        if larger.frame.opening != nil { repeated += 1 }
        guard canHoldFace(placement) else { continue }
        faces += 1
        #expect(placement.facesOutsideSafeZone == 0, "\(number)")
        #expect(kept.contains(face(of: larger, bleed: bleed)), "\(number) \(placement.frame)")
      }
    }
    // None of these checks is empty.
    #expect(texts > 2500 && unsafeTexts * 20 < texts, "\(unsafeTexts) of \(texts)")
    #expect(faces > 830 && extended > 750 && repeated > 15, "\(faces) \(extended) \(repeated)")
  }
}
