internal import Imaging
package import PhotoLayouts

/// How well photos go together on a canvas.
package struct NextFit: Sendable {
  private let options: LayoutOptions

  package init(_ options: LayoutOptions) { self.options = options }

  /// The mean share of a photo that is cropped where photos of these shapes lie together; 1 if they
  /// can't.
  package func cost(of ratios: [Double]) -> Double {
    let request = LayoutRequest(ratios.map { PhotoShape(ratio: $0) }, options)
    guard let layout = LayoutChoice(request)[0] else { return 1 }
    let cropped = zip(ratios, layout.frames).map { ratio, frame in
      let frame = Double(frame.bounds.width) / Double(max(frame.bounds.height, 1))
      return 1 - min(ratio / frame, frame / ratio)
    }
    return cropped.reduce(0, +) / Double(ratios.count)
  }
}
