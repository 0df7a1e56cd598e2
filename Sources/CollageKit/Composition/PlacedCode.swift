internal import Imaging
internal import PhotoCodecs
internal import PhotoLayouts

/// A QR code on its white field, where it lies on the canvas.
package struct PlacedCode: Hashable, Sendable {
  private let choice: CodeChoice
  /// The white field.
  let area: PixelRect
  /// How wide the field was to be, if it would have been too small to be read; nil if it was large
  /// enough.
  private let tooSmallWidth: Int?
  private let coversFace: Bool

  /// In place of the recipe's digest until that is known.
  static let unknownDigits = String(repeating: "0", count: Recipe.codeDigitCount)

  /// Of a module on paper.
  private static let smallestModule = Length("0.4mm")!
  /// Of a module on a screen, in pixels. At half the size readers still find all that was tried.
  private static let smallestPixels = 5

  /// The places that are tried, in this order, where none was chosen.
  private static let places: [OverlayPlace] = [
    .bottomRight, .bottomLeft, .topRight, .topLeft, .bottom, .top, .right, .left,
  ]

  /// - Parameters:
  ///   - faces: on the canvas; not to be covered unless the place was chosen.
  ///   - texts: on the canvas; not to be covered if that can be.
  init(
    _ choice: CodeChoice, on size: PixelSize, _ options: CollageOptions,
    avoiding faces: [PixelRect], _ texts: [PixelRect]
  ) throws(CollageError) {
    self.choice = choice
    guard let code = QRCode(choice.content(recipe: Self.unknownDigits)) else {
      throw .code(.tooLong)
    }
    let modules = code.side + 2 * QRCode.quietModules
    let canvas = options.layout.canvas
    let shortSide = min(size.width, size.height)
    let smallest =
      canvas.density == nil
      ? Self.smallestPixels
      : Int(Self.smallestModule.pixels(onShortSide: shortSide, of: canvas).rounded(.up))
    let wanted = (choice.width ?? .standard).pixels(on: size, of: canvas)
    let module = max(wanted / modules, smallest, 1)
    tooSmallWidth = choice.width != nil && wanted / modules < smallest ? wanted : nil
    let side = modules * module
    guard side <= shortSide else { throw .code(.noRoom(side: side, size)) }
    let distance = max(
      options.layout.margin.wholePixels(onShortSide: shortSide, of: canvas), options.safePixels)
    let field = PixelSize(width: side, height: side)
    let areas = (choice.place.map { [$0] } ?? Self.places).map {
      $0.area(of: field, on: size, distance: distance)
    }
    func covered(_ others: [PixelRect], by area: PixelRect) -> Int {
      others.map { $0.intersection(area)?.size.pixels ?? 0 }.reduce(0, +)
    }
    func harm(_ area: PixelRect) -> (Int, Int) {
      (covered(faces, by: area), covered(texts, by: area))
    }
    area = areas.min { harm($0) < harm($1) } ?? areas[0]
    coversFace = covered(faces, by: area) > 0
  }

  /// Whether it says the recipe's digest.
  var namesRecipe: Bool { choice.namesRecipe }

  /// What a user should know of it: a sentence each.
  var notes: [String] {
    [
      tooSmallWidth.map {
        "the QR code is \(area.width) pixels wide instead of \($0), so that it can be read"
      },
      coversFace
        ? choice.place == nil
          ? "the QR code covers a face; there is no place without one"
          : "the QR code covers a face; name another place, or none" : nil,
    ].compactMap(\.self)
  }

  /// The field with the code.
  ///
  /// - Parameters:
  ///   - digits: of the recipe's digest.
  ///   - side: in pixels; a code that is reduced for display needn't be readable.
  func drawn(_ digits: String, side: Int, in space: ColourSpace) -> Raster {
    let raster = Raster(
      size: PixelSize(width: side, height: side), filledWith: .white, in: space)
    guard let code = QRCode(choice.content(recipe: digits)) else { return raster }
    let modules = code.side + 2 * QRCode.quietModules
    let places = (0..<side).map { $0 * modules / side - QRCode.quietModules }
    for (y, row) in places.enumerated() where (0..<code.side).contains(row) {
      raster.withRow(y) { pixels in
        for (x, column) in places.enumerated()
        where (0..<code.side).contains(column) && code[column, row] {
          for channel in 0..<3 { pixels[4 * x + channel] = 0 }
        }
      }
    }
    return raster
  }
}

extension CollageOptions {
  /// The same with what is known now in the QR code.
  package func fillingCode(name: String? = nil, number: Int? = nil) -> CollageOptions {
    with(\.pictures.code, pictures.code?.filled(name: name, number: number))
  }
}
