internal import CSandboxedCodecs
internal import Imaging

/// How a HEIC's or AVIF's picture is put together of coded ones, for the worker, which reads it as
/// CSandboxedHEIF.h says.
struct HEIFParameters {
  /// Without the numbers of layers and extents.
  var request = csandboxed_heif_request()
  var layers: [csandboxed_heif_layer] = []
  /// Of all layers, each in the order of its coded picture.
  private(set) var extents: [csandboxed_heif_extent] = []

  /// More pixels than this make no difference.
  private static let maxCodedPixels = 1 << 40

  /// Adds the extents of a coded picture, and tells its layer where they are.
  mutating func add(_ ranges: [Range<Int>], of layer: inout csandboxed_heif_layer) {
    layer.first_extent = UInt32(extents.count)
    layer.extent_count = UInt32(ranges.count)
    extents += ranges.map {
      csandboxed_heif_extent(offset: UInt64($0.lowerBound), count: UInt64($0.count))
    }
  }

  /// The extents of a layer's coded picture.
  func extents(of layer: csandboxed_heif_layer) -> ArraySlice<csandboxed_heif_extent> {
    extents[Int(layer.first_extent)...].prefix(Int(layer.extent_count))
  }

  /// Pixels of the pictures that are decoded one after the other. Each side is below 2^31, so the
  /// sum can't overflow.
  var codedPixels: Int {
    layers.reduce(0) { min($0 + Int($1.coded_width) * Int($1.coded_height), Self.maxCodedPixels) }
  }

  var bytes: [UInt8] {
    var request = request
    request.layer_count = UInt32(layers.count)
    request.extent_count = UInt32(extents.count)
    return unsafe [UInt8](bytesOf: request) + layers.withUnsafeBytes { unsafe Array($0) }
      + extents.withUnsafeBytes { unsafe Array($0) }
  }
}

extension csandboxed_heif_layer {
  init(_ kind: CSandboxedHEIFLayerKind, at place: HEIFLayers.Place) {
    self.init()
    self.kind = kind
    source_x = UInt32(place.part.x)
    source_y = UInt32(place.part.y)
    source_width = UInt32(place.part.width)
    source_height = UInt32(place.part.height)
    orientation = UInt32(place.orientation.rawValue)
    x = UInt32(place.x)
    y = UInt32(place.y)
    alpha_layer = -1
  }
}
