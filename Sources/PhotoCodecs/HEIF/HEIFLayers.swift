internal import ForeignPhotos

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

  private let meta: HEIFMeta
  private let limits: DecodeLimits
  private(set) var layers: [HEIFLayer] = []
  /// How colours are coded, for each layer with colours.
  private(set) var codings: [HEIFCoding] = []
  /// The first coded picture with colours, for what only it states.
  private(set) var first: HEIFShownItem?
  /// The colours that its bitstream states.
  private(set) var bitstreamColours: CodePoints?
  /// Whether every pixel is painted, and none transparent.
  private(set) var isOpaque = true

  init(_ meta: HEIFMeta, _ limits: DecodeLimits) {
    self.meta = meta
    self.limits = limits
  }

  /// The item that holds an item's alpha; nil if there is none. Other auxiliary pictures may be of any kind.
  func alpha(of item: Int) -> Int? {
    meta.references.sources(of: item, "auxl").first { source in
      guard let auxiliary = meta.items[source], let properties = try? meta.properties(of: auxiliary) else {
        return false
      }
      return properties.contains(where: \.isAlpha)
    }
  }

  /// An item as it is shown.
  ///
  /// - Parameter fallback: its size if it states none.
  func shown(
    _ id: Int, in heif: borrowing HEIFFile, of file: borrowing PhotoFile, fallback: PixelSize? = nil
  ) throws(CodecError) -> HEIFShownItem {
    // Not a closure over borrowed values, which Swift doesn't have.
    var derivedSize: PixelSize?
    if let base = baseItem(id) {
      switch base.type {
      case "grid": derivedSize = try HEIFGrid(heif.bytes(of: base, in: file, limit: Self.maxDerivationBytes)).size
      case "iovl":
        derivedSize = try HEIFOverlay(heif.bytes(of: base, in: file, limit: Self.maxDerivationBytes), count: 0).size
      default: break
      }
    }
    return try HEIFShownItem(id, of: meta, fallback: fallback) { _, properties in derivedSize ?? properties.size }
  }

  private static let maxDerivationBytes = 1 << 16

  /// The item that an item stands for, in the end.
  private func baseItem(_ id: Int) -> HEIFItem? {
    var id = id
    for _ in 0...Self.maxPictures {
      guard let item = meta.items[id], item.type == "iden" || item.type == "tmap" else { return meta.items[id] }
      guard let next = meta.references.targets(of: id, "dimg").first else { return nil }
      id = next
    }
    return nil
  }

  /// Adds the layers of a picture.
  ///
  /// - Parameters:
  ///   - codePoints: what the pictures made of this one state, for coded ones that state nothing.
  ///   - isPart: whether it is part of another, so that its own alpha counts.
  ///   - isBlended: whether it is painted over what is there.
  ///   - depth: how many pictures it is in.
  /// - Throws: `damaged`, `unsupported`, `tooLarge`, `tooManyPixels`, `readFailed`.
  mutating func add(
    _ item: HEIFShownItem, at place: Place, as role: Role, _ heif: borrowing HEIFFile, _ file: borrowing PhotoFile,
    codePoints: CodePoints?, isPart: Bool = false, isBlended: Bool = false, depth: Int = 0
  ) throws(CodecError) {
    guard depth < Self.maxPictures else { throw .tooLarge(reason: "pictures in pictures, more than 16 deep") }
    guard layers.count < Self.maxLayers else { throw .tooLarge(reason: "more than 4096 tiles") }
    let codePoints = item.codePoints ?? codePoints
    let alpha = isPart && role == .colour ? item.chain.compactMap { self.alpha(of: $0.id) }.first : nil
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
    let grid = try HEIFGrid(heif.bytes(of: item.base, in: file, limit: Self.maxDerivationBytes))
    let tiles = meta.references.targets(of: item.base.id, "dimg").prefix(grid.rows * grid.columns)
    guard let firstTile = tiles.first, tiles.count == grid.rows * grid.columns else {
      throw .damaged(reason: "tiles of it are missing", allowable: false)
    }
    let tileSize = try shown(firstTile, in: heif, of: file).view.size
    guard tileSize.width * grid.columns >= grid.size.width, tileSize.height * grid.rows >= grid.size.height else {
      throw .damaged(reason: "its tiles don't cover it", allowable: false)
    }
    for (index, id) in tiles.enumerated() {
      let tile = try shown(id, in: heif, of: file)
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
    let overlay = try HEIFOverlay(
      heif.bytes(of: item.base, in: file, limit: Self.maxDerivationBytes), count: pictures.count)
    let fill = overlay.fill
    if depth == 0, fill[3] < .max { isOpaque = false }
    let size = place.orientation.applied(to: place.part.size)
    layers.append(
      HEIFLayer(
        .fill(fill[0], fill[1], fill[2], fill[3]),
        source: HEIFLayer.Rect(x: 0, y: 0, width: size.width, height: size.height), orientation: 1, x: place.x,
        y: place.y))
    for (id, origin) in zip(pictures, overlay.places) {
      try addPart(
        try shown(id, in: heif, of: file), x: origin.x, y: origin.y, in: place, as: role, heif, file, codePoints,
        isBlended: true, depth)
    }
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
    let source = HEIFLayer.Rect(
      x: place.part.x, y: place.part.y, width: place.part.width, height: place.part.height)
    func layer(_ kind: HEIFLayer.Kind) -> HEIFLayer {
      HEIFLayer(kind, source: source, orientation: place.orientation.rawValue, x: place.x, y: place.y)
    }
    guard role == .colour else {
      layers.append(layer(.alpha(picture)))
      return
    }
    var alphaIndex: Int?
    if let alpha {
      isOpaque = false
      let shownAlpha = try shown(alpha, in: heif, of: file, fallback: size)
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

  private func codedPicture(
    _ item: HEIFShownItem, _ coding: HEIFCoding, _ size: PixelSize, _ codePoints: CodePoints?,
    _ heif: borrowing HEIFFile, _ file: borrowing PhotoFile
  ) throws(CodecError) -> HEIFCodedPicture {
    guard size.pixels <= limits.pixels else { throw .tooManyPixels(size, limit: limits.pixels) }
    let extents = try heif.extents(of: item.base, in: file)
    let bitstream = try bitstreamCodePoints(coding, extents, file)
    let codePoints = codePoints ?? bitstream
    return HEIFCodedPicture(
      codec: coding.codec, extents: extents,
      setup: coding.setup.lowerBound + meta.offset..<coding.setup.upperBound + meta.offset,
      size: HEIFParameters.Size(width: size.width, height: size.height),
      isScaled: item.baseProperties.hasLayers || item.baseProperties.size == nil,
      chroma: coding.chroma, matrix: codePoints.matrix, primaries: codePoints.primaries,
      isFullRange: codePoints.isFullRange)
  }

  /// The most that stands before the colours in a bitstream, in bytes.
  private static let maxStartBytes = 256

  private func bitstreamCodePoints(
    _ coding: HEIFCoding, _ extents: [Range<Int>], _ file: borrowing PhotoFile
  ) throws(CodecError) -> CodePoints {
    let needsStart = coding.codec == .av1
    let start =
      needsStart ? try file.read(at: extents[0].lowerBound, count: min(extents[0].count, Self.maxStartBytes)) : []
    return coding.codePoints(meta.bytes, start)
  }
}
