internal import Imaging
internal import PhotoLayouts

/// A picture above the collage, such as a logo, as a user has chosen it.
package struct OverlayChoice: Hashable, Sendable {
  package let address: PhotoAddress
  /// Nil for a corner in which no face is.
  let place: OverlayPlace?
  let width: OverlayWidth
  /// Nil until it was read.
  var picture: OpenedPicture?

  /// The corners that are tried, the first of which is taken if no face is in it.
  static let corners: [OverlayPlace] = [.bottomRight, .bottomLeft, .topRight, .topLeft]
  /// The word for a place that isn't given.
  static let automaticPlace = "auto"

  /// All that can be said of its place: "auto, top-left, …, bottom-right or cover".
  static var placeNames: String {
    let names = [automaticPlace] + OverlayPlace.allCases.map(\.rawValue)
    return names.dropLast().joined(separator: ", ") + " or \(names[names.count - 1])"
  }

  /// What is not said: "auto,15%".
  static var standard: String { "\(automaticPlace),\(OverlayWidth.standard.text)" }

  init(
    _ address: PhotoAddress, _ place: OverlayPlace?, _ width: OverlayWidth,
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
    func place(_ part: Substring) -> OverlayPlace?? {
      part.lowercased() == Self.automaticPlace
        ? .some(nil) : OverlayPlace(text: String(part)).map(Optional.some)
    }
    var (count, given, width) = (parts.count, OverlayPlace?.none, OverlayWidth?.none)
    if count > 2, let last = place(parts[count - 2]) {
      guard last != .cover, let wide = OverlayWidth(String(parts[count - 1])) else { return nil }
      (given, width) = (last, wide)
      count -= 2
    } else if count > 1, let last = place(parts[count - 1]) {
      given = last
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
    self.init(address, given, width ?? .standard)
  }

  /// As a user would write it.
  package var text: String {
    let file = String(decoding: address.bytes, as: UTF8.self)
    if place == .cover { return "\(file),cover" }
    return "\(file),\(place?.rawValue ?? Self.automaticPlace),\(width.text)"
  }

  /// Where it lies on a canvas, and the part of the picture that is shown there.
  ///
  /// - Parameters:
  ///   - place: the one that was given, or was found.
  ///   - canvas: as it was asked for.
  ///   - distance: from the edges, in pixels.
  func placed(
    _ picture: PixelSize, at place: OverlayPlace, on size: PixelSize, of canvas: Canvas,
    distance: Int
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
