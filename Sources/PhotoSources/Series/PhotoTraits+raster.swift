internal import Imaging
internal import PhotoCodecs

extension PhotoTraits {
  /// The size at which a photo is looked at, one to which decoders reduce it: at least 720 pixels
  /// on the longer side if it has so many, or an eighth of its size if that is at least 480 pixels.
  static func analysedSize(of picture: PixelSize) -> PixelSize {
    let longSide = max(picture.width, picture.height)
    if longSide / 8 >= scales[1] { return picture.reduced(toEighths: 1) }
    let eighths = [2, 4].first { longSide * $0 / 8 >= scales[0] } ?? 8
    return picture.reduced(toEighths: eighths)
  }

  /// - Parameters:
  ///   - raster: the whole photo, upright, in sRGB, at `analysedSize`.
  ///   - file: keeps the greys; nil to keep them in memory.
  /// - Throws: `outOfMemory`.
  /// - Cost: about 6 ms, most of which goes to finding faces.
  init(_ photo: Raster, of header: PhotoHeader, _ detector: FaceDetector, in file: GreysFile?)
    throws(CodecError)
  {
    let (raster, whole) = try Self.withoutFrame(photo)
    let longSide = max(raster.size.width, raster.size.height)
    var planes: [LumaPlane] = []
    for scale in Self.scales where longSide >= scale {
      // The noise of a small photo's own pixels hides how sharp it is.
      if scale == Self.scales[1], max(header.size.width, header.size.height) < Self.scales[0] {
        continue
      }
      planes.append((planes.last ?? whole).resized(to: raster.size.scaled(toLongSide: scale)))
    }
    let largest = planes.first ?? whole
    size = header.size
    content =
      raster === photo
      ? header.size
      : header.size.scaled(raster.size, of: photo.size)
    isFromCamera = header.facts.moments != StatedMoments() || header.camera != nil
    view = KeptGreys(GreyGrid(planes.last ?? whole), in: file)
    page = WrittenPage(planes.dropLast().last ?? whole, larger: largest)
    exposure = Exposure(raster, whole)
    colours = raster.colourVariety
    sharpness = Self.scales.map { scale in
      planes.first { max($0.size.width, $0.size.height) == scale }
        .flatMap { EdgeSharpness.perMille(of: $0) }
    }
    faces = try detector.faces(in: Self.reduced(raster)).map { Face($0, in: largest) }
  }

  /// The part of a photo inside its frame, and its luma.
  private static func withoutFrame(
    _ photo: Raster
  ) throws(CodecError) -> (Raster, LumaPlane) {
    let plane = LumaPlane(photo)
    guard let inside = plane.insideFrame else { return (photo, plane) }
    do throws(OutOfMemory) {
      let part = try photo.part(inside)
      return (part, LumaPlane(part))
    } catch {
      throw .outOfMemory
    }
  }

  /// Small enough for a quick search for faces.
  private static func reduced(_ raster: Raster) -> Raster {
    max(raster.size.width, raster.size.height) >= scales[0] ? raster.halved : raster
  }
}

extension PhotoTraits.Face {
  /// - Parameter area: in shares of the photo.
  fileprivate init(_ area: Region, in plane: LumaPlane) {
    let edge = 0.005
    let isWhole =
      area.x > edge && area.y > edge && area.x + area.width < 1 - edge
      && area.y + area.height < 1 - edge
    let (width, height) = (Double(plane.size.width), Double(plane.size.height))
    let left = min(max(Int(area.x * width), 0), plane.size.width)
    let top = min(max(Int(area.y * height), 0), plane.size.height)
    let right = min(max(Int((area.x + area.width) * width), left), plane.size.width)
    let bottom = min(max(Int((area.y + area.height) * height), top), plane.size.height)
    let rect = PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    self.init(
      isWhole: isWhole,
      sharpness: rect.width > 0 && rect.height > 0
        ? EdgeSharpness.perMille(of: plane, in: rect) : nil,
      area: min(max(Int(area.width * area.height * 10_000), 1), 10_000),
      look: FaceLook(area.scaled(across: width, down: height), in: plane))
  }
}

extension PixelSize {
  /// This size, reduced by as much as a part of another size is smaller than that.
  fileprivate func scaled(_ part: PixelSize, of whole: PixelSize) -> PixelSize {
    PixelSize(
      width: max(width * part.width / whole.width, 1),
      height: max(height * part.height / whole.height, 1))
  }
}
