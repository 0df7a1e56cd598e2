internal import Imaging
package import PhotoCodecs
internal import PhotoLayouts
package import ReactiveTraits

/// A template with its openings coloured and numbered.
package struct NumberedTemplate: Sendable {
  private let template: Template
  private let limits: DecodeLimits

  private static let colours = ["#4C78A8", "#F58518", "#54A24B", "#B279A2", "#E45756", "#72B7B2"]

  package init(_ template: Template, _ limits: DecodeLimits) {
    self.template = template
    self.limits = limits
  }

  /// The picture, then finished; or one failure. Cold.
  package func picture(_ resources: Resources, as encoding: Encoding) -> Single<
    PlainPicture, CollageError
  > {
    .work { cancellation throws(CollageError) in
      let size = template.size
      let raster = try Raster.allocated(
        size, filledWith: .white, orThrow: { CollageError.outOfMemory($0) })
      let map = try template.map(on: size)
      for opening in template.openings {
        let colour = Colour(Self.colours[(opening.number - 1) % Self.colours.count]) ?? .black
        for run in map.runs(of: opening.number) {
          raster.fill(
            PixelRect(x: run.columns.lowerBound, y: run.y, width: run.columns.count, height: 1),
            with: colour)
        }
      }
      let layer = try rethrowing(
        PlacedLayer(template, on: size).drawn(
          in: raster.colourSpace, limits, resources.layers,
          isCancelled: { cancellation.isCancelled })
      ) { CollageError.photos([$0]) }
      raster.lay(layer, at: PixelRect(size), with: resources)
      for opening in template.openings { drawNumber(of: opening, on: raster) }
      return PlainPicture(
        PixelBands(raster, as: encoding, hasAlpha: false), of: template.picture,
        threads: resources.jobs)
    }
  }

  private func drawNumber(of opening: Opening, on raster: Raster) {
    let area = opening.rectangle
    let text = "\(opening.number)"
    let dot = max(Int(min(area.width, area.height) / 24), 1)
    let size = DotFont.size(of: text, dot: dot)
    let x = Int(area.x + area.width / 2) - size.width / 2
    let y = Int(area.y + area.height / 2) - size.height / 2
    DotFont.draw(text, at: x + dot, y + dot, dot: dot, in: .black, on: raster)
    DotFont.draw(text, at: x, y, dot: dot, in: .white, on: raster)
  }
}
