internal import CSandboxedCodecs
internal import Imaging

/// Takes a HEIF's picture apart into the coded pictures that it is made of, each with its place.
struct HEIFLayers {
  /// Where a picture is painted.
  struct Place {
    /// The part that is shown, in its own pixels before all transforms.
    var part: PixelRect
    /// How the part is turned.
    var orientation = Orientation.up
    /// Where the turned part begins.
    var x = 0
    var y = 0
  }

  /// As in libvips: of an overlay, or one in the other.
  private static let maxPictures = 16
  /// More than any camera makes: 512x512 each for 1 gigapixel.
  private static let maxLayers = 4096
  /// Tiles and pictures of overlays, shown or not: as many as the largest grid has.
  private static let maxParts = 1 << 16
  /// Of all layers, of which each tells the worker its own.
  private static let maxExtents = 1 << 16

  /// The item that is shown.
  let shown: HEIFShownItem
  private let heif: HEIFFile
  private let limits: DecodeLimits
  private let isCancelled: () -> Bool
  /// What is known about the pictures.
  private(set) var items: HEIFItemCache
  private var partCount = 0
  private var extentCount = 0
  private(set) var parameters = HEIFParameters()
  /// How colours are coded, for each layer with colours.
  private(set) var codings: [HEIFCoding] = []
  /// The first coded picture with colours, for what only it states.
  private(set) var first: HEIFShownItem?
  /// The colours that its bitstream states.
  private(set) var bitstreamColours: CodePoints?
  /// Whether every pixel is painted, and none transparent.
  private(set) var isOpaque = true

  /// The layers of an item, and of the alpha of the one to show.
  ///
  /// - Parameters:
  ///   - item: the picture; nil for the one to show.
  ///   - isCancelled: called before each tile.
  /// - Throws: `damaged`, `unsupported`, `tooLarge`, `tooManyPixels`, `readFailed`,
  ///   `changedWhileReading`, `cancelled`.
  init(
    of heif: HEIFFile, item: Int? = nil, _ limits: DecodeLimits, isCancelled: @escaping () -> Bool
  ) throws(CodecError) {
    self.heif = heif
    self.limits = limits
    self.isCancelled = isCancelled
    items = HEIFItemCache(heif)
    shown = try items.shown(item ?? heif.meta.primary)
    try check(shown.view.uncroppedSize)
    try add(shown, at: Place(part: shown.view.crop), as: .colour, codePoints: nil)
    if item == nil { try addAlpha() }
  }

  /// What a worker has to do to decode the picture, at full size and before it is turned.
  ///
  /// - Throws: `damaged` if there is no coded picture; `tooLarge`.
  var request: DecodeRequest {
    get throws(CodecError) {
      guard first != nil else { throw .damaged(reason: "it has no pixels") }
      let request = DecodeRequest(
        .heif, parameters.bytes, shown.view.crop.size,
        depth: codings.contains { $0.depth > 8 } ? 16 : 8,
        decoderBytes: try HEIFMemory.decoderBytes(parameters, codings),
        codedPixels: parameters.codedPixels)
      guard request.totalBytes <= HEIFMemory.maxBytes else { throw HEIFMemory.tooMuch }
      return request
    }
  }

  /// Checks the size of a picture before all transforms: limited like a delivered one, for memory
  /// and arithmetic.
  private func check(_ size: PixelSize) throws(CodecError) {
    guard size.pixels <= limits.pixels else { throw .tooManyPixels(size, limit: limits.pixels) }
    guard size.pixels <= HEIFMemory.maxPixels else {
      throw .tooLarge(reason: "more than 16384x16384 pixels")
    }
  }

  /// Adds the layers of the alpha of the whole picture. Its own transforms don't count: the
  /// picture's hold for both, as other readers have it.
  private mutating func addAlpha() throws(CodecError) {
    guard let found = try items.alpha(ofFirst: shown.chain) else { return }
    let (whole, crop) = (shown.view.uncroppedSize, shown.view.crop)
    let alpha = try items.shown(found, fallback: whole)
    let size = alpha.view.uncroppedSize
    try check(size)
    try add(
      alpha, at: Place(part: size == whole ? crop : PixelRect(size)), as: .alpha, codePoints: nil)
    isOpaque = false
    let isPremultiplied = shown.chain.contains {
      heif.meta.references.targets(of: $0.id, "prem").contains(found)
    }
    parameters.request.is_premultiplied = isPremultiplied ? 1 : 0
    guard size != whole else { return }
    parameters.request.alpha_width = UInt32(size.width)
    parameters.request.alpha_height = UInt32(size.height)
    parameters.request.whole_width = UInt32(whole.width)
    parameters.request.whole_height = UInt32(whole.height)
    parameters.request.crop_x = UInt32(crop.x)
    parameters.request.crop_y = UInt32(crop.y)
  }

  /// Adds the layers of a picture.
  ///
  /// - Parameters:
  ///   - kind: `colour` or `alpha`: what the picture gives.
  ///   - codePoints: what the pictures made of this one state, for coded ones that state nothing.
  ///   - isPart: whether it is part of another, so that its own alpha counts.
  ///   - isBlended: whether it is painted over what is there.
  ///   - depth: how many pictures it is in.
  private mutating func add(
    _ item: HEIFShownItem, at place: Place, as kind: CSandboxedHEIFLayerKind,
    codePoints: CodePoints?, isPart: Bool = false, isBlended: Bool = false, depth: Int = 0
  ) throws(CodecError) {
    guard depth < Self.maxPictures else {
      throw .tooLarge(reason: "pictures nested more than 16 deep")
    }
    guard parameters.layers.count < Self.maxLayers else {
      throw .tooLarge(reason: "more than 4096 tiles")
    }
    let codePoints = item.codePoints ?? codePoints
    let alpha = isPart && kind == .colour ? try items.alpha(ofFirst: item.chain) : nil
    let isDerived = item.base.type == "grid" || item.base.type == "iovl"
    guard alpha == nil || !isDerived else {
      throw .unsupported(reason: "HEIF with a transparent composite inside another picture")
    }
    switch item.base.type {
    case "grid": try addGrid(item, at: place, as: kind, codePoints, isBlended, depth)
    case "iovl": try addOverlay(item, at: place, as: kind, codePoints, depth)
    default:
      var layer = try codedLayer(kind, of: item, at: place, codePoints)
      if let alpha {
        isOpaque = false
        let shownAlpha = try items.shown(alpha, fallback: item.view.uncroppedSize)
        layer.alpha_layer = Int32(parameters.layers.count)
        layer.is_blended = isBlended ? 1 : 0
        parameters.layers.append(
          try codedLayer(.layerAlpha, of: shownAlpha, at: place, shownAlpha.codePoints))
      }
      parameters.layers.append(layer)
    }
  }

  /// Adds a picture inside of another.
  ///
  /// - Parameters:
  ///   - x: where it begins in that.
  ///   - place: that one's.
  private mutating func addPart(
    _ item: HEIFShownItem, x: Int, y: Int, in place: Place, as kind: CSandboxedHEIFLayerKind,
    _ codePoints: CodePoints?, isBlended: Bool, _ depth: Int
  ) throws(CodecError) {
    let all = PixelRect(x: x, y: y, width: item.view.size.width, height: item.view.size.height)
    guard let shown = all.intersection(place.part) else { return }
    let inside = shown.moved(x: -place.part.x, y: -place.part.y)
    let turned = place.orientation.inverse.stored(inside, upright: place.part.size)
    let part = Place(
      part: item.view.part(shown.moved(x: -x, y: -y)),
      orientation: item.view.orientation.followed(by: place.orientation), x: place.x + turned.x,
      y: place.y + turned.y)
    try add(
      item, at: part, as: kind, codePoints: codePoints, isPart: true, isBlended: isBlended,
      depth: depth + 1)
  }

  private mutating func addGrid(
    _ item: HEIFShownItem, at place: Place, as kind: CSandboxedHEIFLayerKind,
    _ codePoints: CodePoints?, _ isBlended: Bool, _ depth: Int
  ) throws(CodecError) {
    let grid = try HEIFGrid(items.derivation(of: item.base))
    let tiles = heif.meta.references.targets(of: item.base.id, "dimg").prefix(
      grid.rows * grid.columns)
    guard let firstTile = tiles.first, tiles.count == grid.rows * grid.columns else {
      throw .damaged(reason: "some of its tiles are missing")
    }
    let tileSize = try items.shown(firstTile).view.size
    guard tileSize.width * grid.columns >= grid.size.width,
      tileSize.height * grid.rows >= grid.size.height
    else {
      throw .damaged(reason: "its tiles don't cover it")
    }
    for (index, id) in tiles.enumerated() {
      try countPart()
      let tile = try items.shown(id)
      guard tile.view.size == tileSize else {
        throw .damaged(reason: "its tiles differ in size")
      }
      try addPart(
        tile, x: index % grid.columns * tileSize.width, y: index / grid.columns * tileSize.height,
        in: place, as: kind, codePoints, isBlended: isBlended, depth)
    }
  }

  private mutating func addOverlay(
    _ item: HEIFShownItem, at place: Place, as kind: CSandboxedHEIFLayerKind,
    _ codePoints: CodePoints?, _ depth: Int
  ) throws(CodecError) {
    guard kind == .colour else { throw .unsupported(reason: "HEIF with an overlay as alpha") }
    let pictures = heif.meta.references.targets(of: item.base.id, "dimg")
    guard pictures.count <= Self.maxPictures else {
      throw .tooLarge(reason: "more than 16 overlaid pictures")
    }
    let overlay = try HEIFOverlay(items.derivation(of: item.base), count: pictures.count)
    if overlay.fill.3 < .max { isOpaque = false }
    let size = place.orientation.applied(to: place.part.size)
    var layer = csandboxed_heif_layer(
      .fill, at: Place(part: PixelRect(size), x: place.x, y: place.y))
    layer.fill = overlay.fill
    parameters.layers.append(layer)
    for (id, origin) in zip(pictures, overlay.places) {
      try countPart()
      try addPart(
        try items.shown(id), x: origin.x, y: origin.y, in: place, as: kind, codePoints,
        isBlended: true, depth)
    }
  }

  /// Counts a picture inside of another.
  private mutating func countPart() throws(CodecError) {
    guard !isCancelled() else { throw .cancelled }
    partCount += 1
    guard partCount <= Self.maxParts else {
      throw .tooLarge(reason: "more than 65,536 tiles, shown or not")
    }
  }

  /// A layer with a coded picture. Its place is that of the picture whose alpha it is, for alpha of
  /// its own size, too.
  private mutating func codedLayer(
    _ kind: CSandboxedHEIFLayerKind, of item: HEIFShownItem, at place: Place,
    _ codePoints: CodePoints?
  ) throws(CodecError) -> csandboxed_heif_layer {
    let coding = try HEIFCoding(item.base, item.baseProperties, heif.meta.bytes)
    let size = item.view.uncroppedSize
    try check(size)
    extentCount += item.base.location.extents.count
    guard extentCount <= Self.maxExtents else {
      throw .tooLarge(reason: "its tiles are in more than 65,536 pieces")
    }
    let extents = try heif.extents(of: item.base)
    if kind == .colour {
      if first == nil {
        (first, bitstreamColours) = (item, try bitstreamCodePoints(coding, extents))
      }
      codings.append(coding)
    }
    let colours: CodePoints
    if let codePoints {
      colours = codePoints
    } else {
      colours = try bitstreamCodePoints(coding, extents)
    }
    var layer = csandboxed_heif_layer(kind, at: place)
    layer.codec = coding.codec
    parameters.add(extents, of: &layer)
    layer.setup_offset = UInt64(coding.setup.lowerBound + heif.meta.offset)
    layer.setup_count = UInt64(coding.setup.count)
    layer.coded_width = UInt32(size.width)
    layer.coded_height = UInt32(size.height)
    layer.is_scaled = item.baseProperties.hasLayers || item.baseProperties.size == nil ? 1 : 0
    layer.chroma = UInt32(coding.chroma)
    layer.matrix = UInt32(colours.matrix)
    layer.primaries = UInt32(colours.primaries)
    layer.is_full_range = colours.isFullRange ? 1 : 0
    return layer
  }

  private func bitstreamCodePoints(
    _ coding: HEIFCoding, _ extents: [Range<Int>]
  ) throws(CodecError) -> CodePoints {
    let needsStart = coding.codec == .AV1
    let start = needsStart ? try heif.bytes(in: [extents[0]], limit: HEIFCoding.maxStartBytes) : []
    return coding.codePoints(heif.meta.bytes, start)
  }
}
