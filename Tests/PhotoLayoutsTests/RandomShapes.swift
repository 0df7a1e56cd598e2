import Imaging
import TestSupport

@testable import PhotoLayouts

extension PhotoShape {
  /// What phones and cameras take.
  static let commonRatios = [4.0 / 3, 3.0 / 4, 3.0 / 2, 2.0 / 3, 16.0 / 9, 9.0 / 16, 1]

  static func common(_ count: Int, _ dice: inout Dice) -> [PhotoShape] {
    (0..<count).map { _ in PhotoShape(ratio: commonRatios.randomElement(using: &dice)!) }
  }

  /// From 1:20 to 20:1, with panoramas both ways.
  static func wild(_ count: Int, _ dice: inout Dice) -> [PhotoShape] {
    (0..<count).map { _ in
      let long = Double.random(in: 1...20, using: &dice)
      return PhotoShape(ratio: Bool.random(using: &dice) ? long : 1 / long)
    }
  }
}

extension PixelSize {
  static let commonCanvases = [
    (2400, 1600), (1600, 2400), (2000, 2000), (1920, 1080), (1080, 1920), (1600, 1200),
  ]
  .map { PixelSize(width: $0.0, height: $0.1) }
}

extension LayoutRequest {
  /// Without gap and margin, unless the options get some.
  init(_ shapes: [PhotoShape], border: Length = .zero, _ change: (inout LayoutOptions) -> Void) {
    self.init(shapes)
    self.border = border
    options.gap = .zero
    options.margin = .zero
    change(&options)
  }
}

extension CollageLayout {
  /// What each photo loses, 0 to 1.
  func crops(of shapes: [PhotoShape]) -> [Double] {
    zip(shapes, frames).map { shape, frame in
      let ratio = Double(frame.size.width) / Double(frame.size.height)
      return 1 - min(ratio / shape.ratio, shape.ratio / ratio)
    }
  }
}
