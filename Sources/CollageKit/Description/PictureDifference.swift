package import Imaging
internal import PhotoCodecs

/// What has changed from one picture to the next.
package struct PictureDifference: Hashable, Sendable {
  /// How one photo has changed that is in both.
  package struct Change: Hashable, Sendable {
    /// A share before and after.
    package struct Shift: Hashable, Sendable {
      package let from: Double
      package let to: Double
    }

    /// The number after the change.
    package let number: Int
    package let photo: Photo
    /// The place before; nil if it has the same.
    package let formerPlace: PlaceName?
    package let place: PlaceName
    /// The number before; nil if it has the same.
    package let formerNumber: Int?
    /// How much of the canvas it covers; nil if nobody would see a difference.
    package let size: Shift?
    /// How much of it is cropped, likewise.
    package let crop: Shift?
    /// Whether as much is cropped as before, but on other sides.
    package let showsOtherPart: Bool
    package let isTurned: Bool
    /// The caption before; nil if it is the same.
    package let formerCaption: String?
    package let caption: String

    var isNothing: Bool {
      formerPlace == nil && formerNumber == nil && size == nil && crop == nil && !showsOtherPart
        && !isTurned && formerCaption == nil
    }
  }

  /// The size before; nil if it is the same, and if there was no picture.
  package let formerCanvas: PixelSize?
  package let canvas: PixelSize
  package let added: [PictureDescription.Part]
  package let removed: [PictureDescription.Part]
  /// Of photos that have changed, in reading order.
  package let changes: [Change]
  /// How many photos are as they were.
  package let unchangedCount: Int

  package var isNothing: Bool {
    formerCanvas == nil && added.isEmpty && removed.isEmpty && changes.isEmpty
  }

  /// - Parameter before: nil if there was no picture.
  package init(from before: PictureDescription?, to after: PictureDescription) {
    formerCanvas = before.flatMap { $0.canvas == after.canvas ? nil : $0.canvas }
    canvas = after.canvas
    var left = before?.parts ?? []
    var added: [PictureDescription.Part] = []
    var changes: [Change] = []
    var unchanged = 0
    for part in after.parts {
      // The same photo may be there several times.
      let same =
        left.firstIndex { $0.photo.address == part.photo.address && $0.number == part.number }
        ?? left.firstIndex { $0.photo.address == part.photo.address }
      guard let same else {
        added.append(part)
        continue
      }
      let change = Change(from: left.remove(at: same), to: part)
      if change.isNothing { unchanged += 1 } else { changes.append(change) }
    }
    self.added = added
    removed = left
    self.changes = changes
    unchangedCount = unchanged
  }
}

extension PictureDifference.Change {
  /// Nobody sees smaller differences: of an area by this factor, of a crop by this share.
  private static let visibleGrowth = 1.1
  private static let visibleCrop = 0.01

  fileprivate init(from before: PictureDescription.Part, to after: PictureDescription.Part) {
    number = after.number
    photo = after.photo
    place = after.place
    formerPlace = before.place == after.place ? nil : before.place
    formerNumber = before.number == after.number ? nil : before.number
    let isSizeChanged =
      after.share > before.share * Self.visibleGrowth
      || after.share * Self.visibleGrowth < before.share
    size = isSizeChanged ? Shift(from: before.share, to: after.share) : nil
    let isCropChanged = abs(after.croppedShare - before.croppedShare) >= Self.visibleCrop
    crop = isCropChanged ? Shift(from: before.croppedShare, to: after.croppedShare) : nil
    isTurned = before.photo.header.turn != after.photo.header.turn
    let distance = max(
      abs(before.centre.x - after.centre.x), abs(before.centre.y - after.centre.y))
    showsOtherPart = !isTurned && distance >= Self.visibleCrop
    formerCaption = before.caption == after.caption ? nil : before.caption
    caption = after.caption
  }
}
