internal import CForeignPhotos

/// A coded picture of a HEIC or AVIF, and its place in the delivered one; or a colour.
struct HEIFLayer: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// One colour: red, green, blue, alpha.
    case fill(UInt16, UInt16, UInt16, UInt16)
    /// A coded picture.
    ///
    /// - Parameters:
    ///   - alpha: the index of the layer, before this one, with this one's alpha; nil for none.
    ///   - isBlended: whether it is painted over the layers before it by its alpha; else it replaces them.
    case colour(HEIFCodedPicture, alpha: Int?, isBlended: Bool)
    /// A coded picture with the alpha of the delivered picture.
    case alpha(HEIFCodedPicture)
    /// A coded picture with the alpha of one later layer, whose part, turn and place hold for it as well.
    case layerAlpha(HEIFCodedPicture)
  }

  let kind: Kind
  /// The part that is shown, in pixels of the coded picture; its size alone for a fill.
  let source: PixelRect
  /// How the part is turned.
  let orientation: Orientation
  /// Where the turned part begins in the delivered picture.
  let x: Int
  let y: Int

  /// The coded picture; nil for a colour.
  var picture: HEIFCodedPicture? {
    switch kind {
    case .fill: nil
    case .colour(let picture, _, _), .alpha(let picture), .layerAlpha(let picture): picture
    }
  }

  /// As the worker reads it. Appends the coded picture's extents to `extents`.
  func code(_ extents: inout [cforeign_heif_extent]) -> cforeign_heif_layer {
    var code = cforeign_heif_layer()
    code.alpha_layer = -1
    switch kind {
    case .fill(let red, let green, let blue, let alpha):
      code.kind = .fill
      code.fill = (red, green, blue, alpha)
    case .colour(_, let alpha, let isBlended):
      code.kind = .colour
      code.alpha_layer = alpha.map(Int32.init) ?? -1
      code.is_blended = isBlended ? 1 : 0
    case .alpha: code.kind = .alpha
    case .layerAlpha: code.kind = .layerAlpha
    }
    picture?.code(&code, &extents)
    code.source_x = UInt32(source.x)
    code.source_y = UInt32(source.y)
    code.source_width = UInt32(source.width)
    code.source_height = UInt32(source.height)
    code.orientation = UInt32(orientation.rawValue)
    code.x = UInt32(x)
    code.y = UInt32(y)
    return code
  }
}
