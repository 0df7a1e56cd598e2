internal import Imaging
internal import PhotoCodecs

extension CollageMaker {
  /// Whether the file can have a gain map, and may.
  var keepsHDR: Bool { wantsHDR && options.colour.tone == .none }

  private var wantsHDR: Bool { encoding.format.hasGainMap && options.colour.hdr == .auto }

  /// That the HDR of photos goes with their colours; nil where they have none that was wanted.
  func lostHDR(of plan: CollagePlan) -> PhotoWarning? {
    guard wantsHDR, !keepsHDR, plan.placements.contains(where: { $0.photo.header.hasHDR }) else {
      return nil
    }
    return PhotoWarning(address: nil, cause: .hdrWithoutColours(options.colour.tone))
  }

  /// How many photos have HDR that the file's format can't hold; 0 where HDR isn't wanted.
  package func photosLosingHDR(in plan: CollagePlan) -> Int {
    guard !encoding.format.hasGainMap, options.colour.hdr == .auto, options.colour.tone == .none
    else { return 0 }
    return plan.placements.count { $0.photo.header.hasHDR }
  }

  func hasGains(_ plan: CollagePlan) -> Bool {
    keepsHDR && plan.placements.contains { $0.photo.header.hasHDR }
  }

  /// Nil without gains, and where they are negligible.
  func fitted(_ gains: GainPlane?, _ plan: CollagePlan, _ photos: [DrawnPhoto]) -> FittedGains? {
    guard let gains else { return nil }
    let shares = zip(plan.placements, photos).compactMap { placement, photo in
      photo.headroom.map {
        HeadroomShare(headroom: $0, area: Double(placement.frame.size.pixels))
      }
    }
    return shares.ofCollage.flatMap {
      FittedGains(gains, headroom: $0, threads: context.resources.jobs)
    }
  }

  /// Whether the collage has HDR, as its recipe records it; nil where that can't be, also because
  /// of a tone, or where no photo has any.
  func hdr(of plan: CollagePlan, _ gains: FittedGains?) -> HDRChoice? {
    guard encoding.format.hasGainMap, options.colour.tone == .none,
      plan.placements.contains(where: { $0.photo.header.hasHDR })
    else { return nil }
    return gains == nil ? .never : .auto
  }
}
