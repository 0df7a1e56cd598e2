internal import CollageKit
internal import PhotoCodecs
internal import PhotoSources
internal import SystemPackage

/// What a picker works with.
struct PickerDependencies {
  var folders: [FilePath]
  /// Left out of the search; nil when that is unknown.
  var library: FilePath?
  /// What else is left out of it.
  let exclusions: PhotoExclusions
  let thumbnails: ThumbnailLoader
  let web: PickerWeb
  /// Draws the collage.
  let composer: PreviewComposer
  /// Knows the faces that crops keep.
  let faces: FaceFinder?
  /// Whether photos with the same bytes as one before them are left out.
  let leavesOutDuplicates: Bool
  /// Whether the photos become the prompt's collage, so that they can be turned and arranged; no,
  /// where only their paths are of use.
  let isPartOfPrompt: Bool

  init(
    _ settings: PickerSettings, in folders: [FilePath], excluding library: PhotoLibrary?,
    limits: DecodeLimits, composer: PreviewComposer, faces: FaceFinder?, isPartOfPrompt: Bool
  ) {
    self.folders = folders
    self.library = library?.folder
    exclusions = settings.exclusions
    thumbnails = settings.thumbnails(limits)
    web = settings.web
    self.composer = composer
    self.faces = faces
    leavesOutDuplicates = settings.leavesOutDuplicates
    self.isPartOfPrompt = isPartOfPrompt
  }

  /// The photos in the folders.
  func photos(in folders: [FilePath], _ finder: DuplicateFinder) -> any PickerSource {
    let all = FolderPhotos(folders, excluding: library, exclusions, records: .ofUser)
    return leavesOutDuplicates ? DistinctPhotos(all, finder) : all
  }
}
