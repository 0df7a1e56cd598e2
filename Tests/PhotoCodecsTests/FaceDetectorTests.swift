import SamplePictures
import SystemPackage
import TestSupport
import Testing

@testable import Imaging
@testable import PhotoCodecs

@Suite struct FaceDetectorTests {
  private static let faces: [PaintedFaces.Face] = [(90, 150, 60), (300, 150, 40), (420, 60, 14)]

  @Test func `painted faces are found, large and small ones`() throws {
    let size = PixelSize(width: 480, height: 320)
    let found = try FaceDetector().faces(in: PaintedFaces.raster(Self.faces, size: size))
    #expect(found.count == Self.faces.count)
    for face in Self.faces {
      let area = PaintedFaces.area(of: face).scaled(across: 1 / 480, down: 1 / 320)
      #expect(found.contains { $0.overlap(area) > 0.6 }, "\(face)")
    }
  }

  @Test(arguments: [
    ("astronaut.jpg", Region(x: 0.35, y: 0.12, width: 0.19, height: 0.225)),
    ("cameraman.jpg", Region(x: 0.38, y: 0.23, width: 0.13, height: 0.15)),
  ])
  func `a person's face is found where it is`(name: String, face: Region) throws {
    let photo = try Drawn(Fixtures.read(FilePath("faces/\(name)")))
    let found = try FaceDetector().faces(in: photo.raster)
    #expect(found.count == 1 && found[0].overlap(face) > 0.8, "\(found)")
  }

  /// As it is against the light: the darker the picture, the less is left of the face's shades.
  @Test func `a face is found in a picture that is too dark to see one`() throws {
    let detector = FaceDetector()
    let photo = try Drawn(Fixtures.read("faces/astronaut.jpg")).raster
    func darkened(_ share: Double) -> Raster {
      Raster(size: photo.size) { x, y in
        let pixel = photo[x, y]
        func dark(_ code: UInt8) -> UInt8 { UInt8((Double(code) * share).rounded()) }
        return Colour(red: dark(pixel.red), green: dark(pixel.green), blue: dark(pixel.blue))
      }
    }
    let tooDark = try (5...60).lazy.map { 1 / Double($0) }
      .first { try detector.faces(in: darkened($0)).isEmpty }
    let share = try #require(tooDark)
    let found = try detector.facesInAnyLight(in: darkened(share))
    let face = Region(x: 0.35, y: 0.12, width: 0.19, height: 0.225)
    #expect(found.count == 1 && found[0].overlap(face) > 0.6, "\(share): \(found)")
  }

  @Test func `nobody is seen in dark scenes without people`() throws {
    for number in 0..<12 {
      let raster = SamplePicture.raster(number, size: PixelSize(width: 480, height: 320))
      let dark = Raster(size: raster.size) { x, y in
        let pixel = raster[x, y]
        return Colour(red: pixel.red / 5, green: pixel.green / 5, blue: pixel.blue / 5)
      }
      #expect(try FaceDetector().facesInAnyLight(in: dark) == [], "\(number)")
    }
  }

  @Test func `a cat's face is none`() throws {
    let cat = try Drawn(Fixtures.read("faces/cat.jpg"))
    #expect(try FaceDetector().faces(in: cat.raster) == [])
  }

  @Test func `scenes without people have no faces`() throws {
    for number in 0..<12 {
      let raster = SamplePicture.raster(number, size: PixelSize(width: 480, height: 320))
      #expect(try FaceDetector().faces(in: raster) == [], "\(number)")
    }
  }

  @Test(arguments: [(1, 1), (1, 1024), (1024, 1), (31, 33), (32, 32), (640, 7), (1000, 1000)])
  func `pictures of any shape are looked at`(width: Int, height: Int) throws {
    let raster = Raster(size: PixelSize(width: width, height: height), filledWith: .white)
    #expect(try FaceDetector().faces(in: raster) == [])
  }

  /// Whole parts of the picture where one of them is large enough and not too large.
  @Test(arguments: [
    ("4000x3000", "400x300"), ("1100x1600", "275x400"), ("1023x767", "511x383"),
    ("500x333", "500x333"), ("6000x4000", "400x266"), ("640x480", "480x360"),
    ("1199x600", "480x240"), ("399x300", "399x300"), ("7x100000", "1x400"),
  ])
  func `pictures are looked at in a size to which they are quickly reduced`(
    picture: String, size: String
  ) throws {
    #expect(FaceDetector.size(for: try #require(PixelSize(picture))).description == size)
  }

  @Test func `a face at the edge of a picture is found`() throws {
    let face: PaintedFaces.Face = (x: 30, y: 60, radius: 50)
    let found = try FaceDetector().faces(
      in: PaintedFaces.raster([face], size: PixelSize(width: 301, height: 203)))
    #expect(found.count == 1)
  }
}
