internal import CollageKit
internal import Imaging
internal import PhotoSources

/// The marks of a picker's hits: which hit is which marked photo, how it is turned, why others
/// can't be marked.
///
/// Must be used on the terminal's queue only.
final class HitMarks {
  private let picked: PickedPhotos
  /// Has the hits that were highlighted, with their headers.
  private let photos: KeyedLoader<PickerPhoto, Result<Photo, PhotoError>>
  /// Why hits can't be marked.
  private(set) var broken: [PickerPhoto.ID: String] = [:]
  /// How the user has turned those that are not marked.
  private var turns: [PickerPhoto.ID: Turn] = [:]
  /// What is known of marked photos from the web.
  private(set) var results: [PhotoAddress: WebPhoto] = [:]
  private var places: ChosenPlaces

  init(_ picked: PickedPhotos, _ photos: KeyedLoader<PickerPhoto, Result<Photo, PhotoError>>) {
    self.picked = picked
    self.photos = photos
    places = ChosenPlaces(picked.selection.photos)
  }

  /// The places of the marked photos.
  var chosen: ChosenPlaces {
    let photos = picked.selection.photos
    if photos != places.photos { places = ChosenPlaces(photos) }
    return places
  }

  /// The hit's place among the marked photos, from 0; nil if it isn't marked.
  func place(of hit: PickerPhoto) -> Int? { chosen[hit, photo(hit)] }

  func isMarked(_ hit: PickerPhoto) -> Bool { place(of: hit) != nil }

  /// The photo itself, once its header is read; nil also when it can't be.
  func photo(_ hit: PickerPhoto) -> Photo? { photos[hit].flatMap { try? $0.get() } }

  func turn(of hit: PickerPhoto) -> Turn {
    place(of: hit).map { picked.selection.options[photo: $0].turn } ?? turns[hit.id] ?? .none
  }

  /// Marks a hit whose header is read, or takes its mark back.
  ///
  /// - Returns: why it can't be marked; nil if that was done.
  func toggle(_ hit: PickerPhoto) -> String? {
    if takeBack(hit) { return nil }
    if let reason = broken[hit.id] { return PickerTexts.unusable(reason) }
    guard let photo = photo(hit) else { return PickerTexts.nothingThere }
    if case .web(let result) = hit { results[photo.address] = result }
    return picked.mark(photo, turned: turns[hit.id] ?? .none)?.description
  }

  /// Takes a hit's mark back.
  ///
  /// - Returns: whether it had one.
  func takeBack(_ hit: PickerPhoto) -> Bool {
    guard let place = place(of: hit) else { return false }
    turns[hit.id] = turn(of: hit)
    picked.takeBack(at: place)
    return true
  }

  /// Turns a hit further.
  func turn(_ hit: PickerPhoto, by turn: Turn) {
    if let place = place(of: hit) {
      picked.turn(at: place, by: turn)
    } else {
      turns[hit.id] = self.turn(of: hit).followed(by: turn)
    }
  }

  func setBroken(_ hit: PickerPhoto.ID, _ reason: String) { broken[hit] = reason }

  /// Takes the mark of a photo back that turned out to be useless. What was in the collage before
  /// stays: it is the user's.
  ///
  /// - Returns: what to say.
  func takeBack(_ fault: PhotoError) -> String? {
    guard !picked.base.photos.contains(where: { $0.address == fault.address }),
      let place = picked.selection.photos.firstIndex(where: {
        $0.address == fault.address && !$0.isMissing
      })
    else { return nil }
    let reason = fault.reason(.prompt)
    if case .file(let path) = fault.address { setBroken(.file(path), reason) }
    defer { picked.takeBack(at: place) }
    return PickerTexts.takenBack(picked.selection.photos[place].name, reason)
  }
}
