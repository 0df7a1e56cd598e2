internal import Imaging
internal import PhotoLayouts

/// A picture above the collage, such as a logo, as a user has chosen it.
package struct OverlayChoice: Hashable, Sendable {
  package let address: PhotoAddress
  let place: OverlayPlace
  let width: OverlayWidth
  /// Nil until it was read.
  var picture: OpenedPicture?

  static let standardPlace = OverlayPlace.bottomRight

  /// What is not said: "bottom-right,15%".
  static var standard: String { "\(standardPlace.rawValue),\(OverlayWidth.standard.text)" }

  init(
    _ address: PhotoAddress, _ place: OverlayPlace, _ width: OverlayWidth,
    _ picture: OpenedPicture? = nil
  ) {
    self.address = address
    self.place = place
    self.width = width
    self.picture = picture
  }

  /// `FILE`, `FILE,PLACE` or `FILE,PLACE,WIDTH`; a file's name may contain commas. Nil for text
  /// that isn't valid.
  package init?(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    var (count, place, width) = (parts.count, OverlayPlace?.none, OverlayWidth?.none)
    if count > 2, let last = OverlayPlace(text: String(parts[count - 2])) {
      guard last != .cover, let given = OverlayWidth(String(parts[count - 1])) else { return nil }
      (place, width) = (last, given)
      count -= 2
    } else if count > 1, let last = OverlayPlace(text: String(parts[count - 1])) {
      place = last
      count -= 1
    } else if count > 1,
      !parts[count - 1].contains(where: { $0 == "." || $0 == "/" })
        || OverlayWidth(String(parts[count - 1])) != nil
    {
      // A word that is no place, or a width without one: no picture is named like that.
      return nil
    }
    guard let address = PhotoAddress(ofPicture: parts[..<count].joined(separator: ",")) else {
      return nil
    }
    self.init(address, place ?? Self.standardPlace, width ?? .standard)
  }

  /// As a user would write it.
  package var text: String {
    let file = String(decoding: address.bytes, as: UTF8.self)
    return place == .cover ? "\(file),cover" : "\(file),\(place.rawValue),\(width.text)"
  }

  /// Where it lies on a canvas, and the part of the picture that is shown there.
  ///
  /// - Parameters:
  ///   - canvas: as it was asked for.
  ///   - distance: from the edges, in pixels.
  func placed(
    _ picture: PixelSize, on size: PixelSize, of canvas: Canvas, distance: Int
  ) -> (area: PixelRect, shown: Region) {
    if place == .cover { return (PixelRect(size), Region(filling: size, from: picture)) }
    var width = width.pixels(on: size, of: canvas)
    // It keeps its shape, and stays on the canvas.
    width = min(width, size.width, max(size.height * picture.width / picture.height, 1))
    let height = max(
      Int((Double(width) * Double(picture.height) / Double(picture.width)).rounded()), 1)
    let drawn = PixelSize(width: width, height: min(height, size.height))
    return (place.area(of: drawn, on: size, distance: distance), Region(picture))
  }
}
