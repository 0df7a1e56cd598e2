package import PhotoSources
internal import ReactiveTraits

/// What all collages of a run share; made once, by whoever begins the run.
package struct MakingContext: Sendable {
  package let resources: Resources
  /// Knows the faces that crops keep; nil to crop in the middle.
  package let faces: FaceFinder?
  /// Where the photos of saved collages are remembered; nil to remember none.
  package let places: PhotoPlaces?
  /// Whether plans that cut faces look for what would keep them, to say so.
  package var advisesOnFaces = true
  /// Fetches photos from the web; nil to refuse them.
  package let web: WebPhotos?
  /// Frames shared by collages; nil when none are shared.
  let frames: FrameCache?
  /// `make` takes all the memory of a collage from it at once, before it begins, so that no two of
  /// a batch wait for each other; nil for no limit.
  let budget: MemoryBudget?
  /// How many collages may be made at a time.
  let workers: Int

  /// For one collage after the other.
  ///
  /// - Parameters:
  ///   - resources: by default all processors, and 1 GiB.
  ///   - faces: works with the same resources.
  package init(
    resources: Resources = Resources(), faces: FaceFinder? = nil, places: PhotoPlaces? = nil,
    web: WebPhotos? = nil
  ) {
    self.init(
      resources: resources, faces: faces, places: places, web: web, frames: nil, budget: nil)
  }

  /// For several collages at a time.
  ///
  /// - Parameter workers: of whoever makes several pages with it.
  init(
    resources: Resources, faces: FaceFinder?, places: PhotoPlaces?, web: WebPhotos?,
    frames: FrameCache?, budget: MemoryBudget?, workers: Int = 1
  ) {
    self.resources = resources
    self.faces = faces
    self.places = places
    self.web = web
    self.frames = frames
    self.budget = budget
    self.workers = workers
  }
}
