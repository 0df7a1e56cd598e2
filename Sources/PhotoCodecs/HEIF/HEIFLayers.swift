/// Takes a HEIF's picture apart into the coded pictures that it is made of, each with its place.
struct HEIFLayers: ~Copyable {
  /// Where a picture is painted.
  struct Place {
    /// The part that is shown, in its own pixels before all transforms.
    let part: PixelRect
    /// How the part is turned.
    let orientation: Orientation
    /// Where the turned part begins.
    let x: Int
    let y: Int
  }

  /// What a picture gives.
  enum Role {
    case colour
    case alpha
  }

  /// As in libvips: of an overlay, or one in the other.
  private static let maxPictures = 16
  /// More than any camera makes: 512x512 each for 1 gigapixel.
  private static let maxLayers = 4096
  /// Tiles and pictures of overlays, shown or not: as many as the largest grid has.
  private static let maxParts = 1 << 16
  /// Of all layers, of which each tells the worker its own.
  private static let maxExtents = 1 << 16

  private let meta: HEIFMeta
  private let limits: DecodeLimits
  private let isCancelled: () -> Bool
  /// What is known about the pictures.
  var items: HEIFItemCache
  private var partCount = 0
  private var extentCount = 0
  private(set) var layers: [HEIFLayer] = []
  /// How colours are coded, for each layer with colours.
  private(set) var codings: [HEIFCoding] = []
  /// The first coded picture with colours, for what only it states.
  private(set) var first: HEIFShownItem?
  /// The colours that its bitstream states.
  private(set) var bitstreamColours: CodePoints?
  /// Whether every pixel is painted, and none transparent.
  private(set) var isOpaque = true

  /// - Parameter isCancelled: called before each tile.
  init(_ meta: HEIFMeta, _ limits: DecodeLimits, isCancelled: @escaping () -> Bool) {
    self.meta = meta
    self.limits = limits
    self.isCancelled = isCancelled
    items = HEIFItemCache(meta)
  }

  /// Checks the size of a picture before all transforms: limited like a delivered one, for memory and arithmetic.
  ///
  /// - Throws: `tooManyPixels`, `tooLarge`.
  func check(_ size: PixelSize) throws(CodecError) {
    guard size.pixels <= limits.pixels else { throw .tooManyPixels(size, limit: limits.pixels) }
    guard size.pixels <= HEIFMemory.maxPixels else { throw .tooLarge(reason: "more than 16384x16384 pixels") }
  }

  /// Adds the layers of a picture.
  ///
  /// - Parameters:
  ///   - codePoints: what the pictures made of this one state, for coded ones that state nothing.
  ///   - isPart: whether it is part of another, so that its own alpha counts.
  ///   - isBlended: whether it is painted over what is there.
  ///   - depth: how many pictures it is in.
  /// - Throws: `damaged`, `unsupported`, `tooLarge`, `tooManyPixels`, `readFailed`, `changedWhileReading`, `cancelled`.
  mutating func add(
    _ item: HEIFShownItem, at place: Place, as role: Role, _ heif: borrowing HEIFFile, _ file: borrowing PhotoFile,
    codePoints: CodePoints?, isPart: Bool = false, isBlended: Bool = false, depth: Int = 0
  ) throws(CodecError) {
    guard depth < Self.maxPictures else { throw .tooLarge(reason: "pictures in pictures, more than 16 deep") }
    guard layers.count < Self.maxLayers else { throw .tooLarge(reason: "more than 4096 tiles") }
    let codePoints = item.codePoints ?? codePoints
    let alpha = isPart && role == .colour ? try items.alpha(ofFirst: item.chain) : nil
    switch item.base.type {
    case "grid", "iovl":
      guard alpha == nil else {
        throw .unsupported(reason: "HEIF with transparent pictures of several parts in another")
      }
      if item.base.type == "grid" {
        try addGrid(item, at: place, as: role, heif, file, codePoints, isBlended, depth)
      } else {
        try addOverlay(item, at: place, as: role, heif, file, codePoints, depth)
      }
    default:
      try addCoded(item, at: place, as: role, heif, file, codePoints, alpha: alpha, isBlended: isBlended)
    }
  }

  /// Adds a picture inside of another.
  ///
  /// - Parameters:
  ///   - x: where it begins in that.
  ///   - place: that one's.
  private mutating func addPart(
    _ item: HEIFShownItem, x: Int, y: Int, in place: Place, as role: Role, _ heif: borrowing HEIFFile,
    _ file: borrowing PhotoFile, _ codePoints: CodePoints?, isBlended: Bool, _ depth: Int
  ) throws(CodecError) {
    let size = item.view.size
    let left = max(x, place.part.x)
    let top = max(y, place.part.y)
    let right = min(x + size.width, place.part.x + place.part.width)
    let bottom = min(y + size.height, place.part.y + place.part.height)
    guard left < right, top < bottom else { return }
    let (width, height) = (right - left, bottom - top)
    let inside = PixelRect(x: left - place.part.x, y: top - place.part.y, width: width, height: height)
    let turned = place.orientation.inverse.stored(inside, upright: place.part.size)
    let part = Place(
      part: item.view.part(PixelRect(x: left - x, y: top - y, width: width, height: height)),
      orientation: item.view.orientation.followed(by: place.orientation), x: place.x + turned.x,
      y: place.y + turned.y)
    try add(
      item, at: part, as: role, heif, file, codePoints: codePoints, isPart: true, isBlended: isBlended, depth: depth + 1
    )
  }

  private mutating func addGrid(
    _ item: HEIFShownItem, at place: Place, as role: Role, _ heif: borrowing HEIFFile, _ file: borrowing PhotoFile,
    _ codePoints: CodePoints?, _ isBlended: Bool, _ depth: Int
  ) throws(CodecError) {
    let grid = try HEIFGrid(items.derivation(of: item.base, in: heif, of: file))
    let tiles = meta.references.targets(of: item.base.id, "dimg").prefix(grid.rows * grid.columns)
    guard let firstTile = tiles.first, tiles.count == grid.rows * grid.columns else {
      throw .damaged(reason: "some of its tiles are missing", allowable: false)
    }
    let tileSize = try items.shown(firstTile, in: heif, of: file).view.size
    guard tileSize.width * grid.columns >= grid.size.width, tileSize.height * grid.rows >= grid.size.height else {
      throw .damaged(reason: "its tiles don't cover it", allowable: false)
    }
    for (index, id) in tiles.enumerated() {
      try countPart()
      let tile = try items.shown(id, in: heif, of: file)
      guard tile.view.size == tileSize else { throw .damaged(reason: "its tiles have several sizes", allowable: false) }
      try addPart(
        tile, x: index % grid.columns * tileSize.width, y: index / grid.columns * tileSize.height, in: place, as: role,
        heif, file, codePoints, isBlended: isBlended, depth)
    }
  }

  private mutating func addOverlay(
    _ item: HEIFShownItem, at place: Place, as role: Role, _ heif: borrowing HEIFFile, _ file: borrowing PhotoFile,
    _ codePoints: CodePoints?, _ depth: Int
  ) throws(CodecError) {
    guard role == .colour else { throw .unsupported(reason: "HEIF with an overlay as alpha") }
    let pictures = meta.references.targets(of: item.base.id, "dimg")
    guard pictures.count <= Self.maxPictures else {
      throw .tooLarge(reason: "more than 16 pictures laid over each other")
    }
    let overlay = try HEIFOverlay(items.derivation(of: item.base, in: heif, of: file), count: pictures.count)
    let fill = overlay.fill
    if fill[3] < .max { isOpaque = false }
    let size = place.orientation.applied(to: place.part.size)
    layers.append(
      HEIFLayer(
        kind: .fill(fill[0], fill[1], fill[2], fill[3]), source: PixelRect(size), orientation: .up, x: place.x,
        y: place.y))
    for (id, origin) in zip(pictures, overlay.places) {
      try countPart()
      try addPart(
        try items.shown(id, in: heif, of: file), x: origin.x, y: origin.y, in: place, as: role, heif, file, codePoints,
        isBlended: true, depth)
    }
  }

  /// Counts a picture inside of another.
  private mutating func countPart() throws(CodecError) {
    guard !isCancelled() else { throw .cancelled }
    partCount += 1
    guard partCount <= Self.maxParts else { throw .tooLarge(reason: "more than 65,536 tiles, shown or not") }
  }

  private mutating func addCoded(
    _ item: HEIFShownItem, at place: Place, as role: Role, _ heif: borrowing HEIFFile, _ file: borrowing PhotoFile,
    _ codePoints: CodePoints?, alpha: Int?, isBlended: Bool
  ) throws(CodecError) {
    let size = item.view.uncroppedSize
    let coding = try HEIFCoding(item.base, item.baseProperties, meta.bytes)
    let picture = try codedPicture(item, coding, size, codePoints, heif, file)
    if role == .colour, first == nil {
      first = item
      bitstreamColours = try bitstreamCodePoints(coding, picture.extents, file)
    }
    func layer(_ kind: HEIFLayer.Kind) -> HEIFLayer {
      HEIFLayer(kind: kind, source: place.part, orientation: place.orientation, x: place.x, y: place.y)
    }
    guard role == .colour else {
      layers.append(layer(.alpha(picture)))
      return
    }
    var alphaIndex: Int?
    if let alpha {
      isOpaque = false
      let shownAlpha = try items.shown(alpha, in: heif, of: file, fallback: size)
      let alphaCoding = try HEIFCoding(shownAlpha.base, shownAlpha.baseProperties, meta.bytes)
      alphaIndex = layers.count
      layers.append(
        layer(
          .layerAlpha(
            try codedPicture(
              shownAlpha, alphaCoding, shownAlpha.view.uncroppedSize, shownAlpha.codePoints, heif, file))))
    }
    layers.append(layer(.colour(picture, alpha: alphaIndex, isBlended: isBlended && alpha != nil)))
    codings.append(coding)
  }

  private mutating func codedPicture(
    _ item: HEIFShownItem, _ coding: HEIFCoding, _ size: PixelSize, _ codePoints: CodePoints?,
    _ heif: borrowing HEIFFile, _ file: borrowing PhotoFile
  ) throws(CodecError) -> HEIFCodedPicture {
    try check(size)
    extentCount += item.base.location.extents.count
    guard extentCount <= Self.maxExtents else { throw .tooLarge(reason: "its tiles are in more than 65,536 pieces") }
    let extents = try heif.extents(of: item.base, in: file)
    let colours: CodePoints
    if let codePoints {
      colours = codePoints
    } else {
      colours = try bitstreamCodePoints(coding, extents, file)
    }
    return HEIFCodedPicture(
      codec: coding.codec, extents: extents,
      setup: coding.setup.lowerBound + meta.offset..<coding.setup.upperBound + meta.offset,
      size: size,
      isScaled: item.baseProperties.hasLayers || item.baseProperties.size == nil,
      chroma: coding.chroma, matrix: colours.matrix, primaries: colours.primaries, isFullRange: colours.isFullRange)
  }

  private func bitstreamCodePoints(
    _ coding: HEIFCoding, _ extents: [Range<Int>], _ file: borrowing PhotoFile
  ) throws(CodecError) -> CodePoints {
    let needsStart = coding.codec == .av1
    let start =
      needsStart ? try file.read(at: extents[0].lowerBound, count: min(extents[0].count, HEIFCoding.maxStartBytes)) : []
    return coding.codePoints(meta.bytes, start)
  }
}
