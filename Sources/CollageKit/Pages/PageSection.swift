internal import Files
internal import PhotoCodecs
internal import SystemPackage

/// Photos that begin a page together, in the order of the pages.
struct PageSection: Sendable {
  let photos: [PlacedPhoto]
  /// What stands above the first of their pages; nil for nothing.
  let heading: String?

  struct PlacedPhoto: Sendable {
    let photo: Photo
    /// Its place among all photos as they were named, from 0.
    let place: Int
    /// Where it stands in time, in microseconds; what doesn't say so follows the photo before it.
    var time = Int.min
  }

  /// - Parameters:
  ///   - groups: of photos, in the order in which they were named; each begins a page, unless the
  ///     photos of all of them stand in the order of time.
  ///   - flowsOn: whether no group begins a page, as on contact sheets.
  static func sections(
    of groups: [[Photo]], _ wanted: PageOptions, flowsOn: Bool, _ names: DateNames
  ) -> [PageSection] {
    var place = 0
    let areMixed = flowsOn || wanted.goesByDate && wanted.headings != .folder
    let sections = (areMixed ? [Array(groups.joined())] : groups).flatMap { group in
      let placed = group.enumerated().map { PlacedPhoto(photo: $1, place: place + $0) }
      place += group.count
      switch wanted.headings {
      case nil: return [PageSection(photos: inOrder(placed, wanted), heading: nil)]
      case .folder:
        return divided(placed, where: \.photo.folderName).map {
          PageSection(photos: inOrder($0.photos, wanted), heading: $0.heading)
        }
      case .day:
        return divided(inOrder(placed, wanted)) { placed in
          placed.photo.shownMoment.flatMap { CaptionFormat.text(of: $0, "d MMMM yyyy", names) }
        }
      }
    }
    return wanted.order == .event ? sections.flatMap(\.events) : sections
  }

  /// A section for each event, the first one with the heading.
  private var events: [PageSection] {
    PageBreaks.atEvents(of: photos.map { $0.time / 1_000_000 }).map { range in
      PageSection(
        photos: Array(photos[range]), heading: range.lowerBound == 0 ? heading : nil)
    }
  }

  /// A section for each run of photos that have the same heading; one without follows the photo
  /// before it.
  private static func divided(
    _ photos: [PlacedPhoto], where heading: (PlacedPhoto) -> String?
  ) -> [PageSection] {
    var sections: [PageSection] = []
    for photo in photos {
      let own = heading(photo)
      if let last = sections.last, own == nil || last.heading == nil || own == last.heading {
        sections[sections.count - 1] = PageSection(
          photos: last.photos + [photo], heading: last.heading ?? own)
      } else {
        sections.append(PageSection(photos: [photo], heading: own))
      }
    }
    return sections
  }

  private static func inOrder(_ photos: [PlacedPhoto], _ wanted: PageOptions) -> [PlacedPhoto] {
    wanted.goesByDate ? sorted(photos) : photos
  }

  /// Ascending, and as they were named where times are equal.
  private static func sorted(_ photos: [PlacedPhoto]) -> [PlacedPhoto] {
    var photos = photos
    var time = Int.min
    // Files' times count only if there are no others.
    let shown = photos.map(\.photo.shownMoment)
    let moments = shown.contains { $0 != nil } ? shown : photos.map(\.photo.owner.moment)
    let times = TimesInOrder(moments)
    for index in photos.indices {
      time = moments[index].map(times.instant(of:)) ?? time
      photos[index].time = time
    }
    // What comes before the first photo with a time is as old as that.
    let first = photos.first { $0.time > .min }?.time ?? 0
    for index in photos.indices where photos[index].time == .min { photos[index].time = first }
    return photos.sorted { ($0.time, $0.place) < ($1.time, $1.place) }
  }
}

extension Photo {
  /// The name of the folder that it is in, as one line; nil for a photo from the web, and in the
  /// root.
  var folderName: String? {
    guard case .file(let path) = address else { return nil }
    return path.folder.folderName.flatMap { MetadataLine.text($0.bytes[...]) }
  }
}
