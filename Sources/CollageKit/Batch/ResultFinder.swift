internal import PhotoCodecs
internal import PhotoSources
internal import SystemPackage

/// Finds the collages of jobs that are already done, by whomever and wherever: in the job's output,
/// or in the library.
///
/// The collage itself is the proof. Its recipe states its options and the digests of its photos,
/// and its seal, and in the library also its name, shows that nobody has changed it since. So the
/// answer is the same for every user and in every container; the cache only saves reading photos
/// and searching the library.
struct ResultFinder: Sendable {
  /// Nil to use no cache.
  let cache: ResultCache?
  /// Nil if there is no library.
  let index: LibraryIndex?

  /// The intact collage that a job would make again; nil if there is none, or when cancelled.
  /// Decodes nothing, and reads photos only if a collage seems to be the right one.
  func asset(of job: JobToFind, isCancelled: @escaping @Sendable () -> Bool) -> SavedAsset? {
    if let output = job.output { return collage(at: output, of: job, isCancelled) }
    guard let library = job.library else { return nil }
    let known = cache?.asset(of: job, in: library)
    if let known, let saved = saved(known, of: job, isCancelled) { return saved }
    guard let index else { return nil }
    for asset in index.assets(ofPhotosNamed: job.names, isCancelled: isCancelled)
    where asset != known {
      if let saved = saved(asset, of: job, isCancelled) {
        cache?.insert(asset.name, of: job)
        return saved
      }
    }
    return nil
  }

  /// The states of a job's photos before the collage is made, by index; photos from the web have
  /// none.
  func states(of job: JobToFind) -> [Int: ResultCache.FileState] {
    guard cache != nil else { return [:] }
    return job.photos.enumerated().reduce(into: [:]) { states, photo in
      if case .file(let path) = photo.element {
        states[photo.offset] = try? ResultCache.FileState(path.stat())
      }
    }
  }

  /// Remembers a finished job.
  ///
  /// - Parameter states: those of the photos before the collage was made.
  func remember(_ made: SavedCollage, of job: JobToFind, _ states: [Int: ResultCache.FileState]) {
    guard let cache else { return }
    let now = self.states(of: job)
    for (place, entry) in made.recipe.photos.enumerated() {
      guard let state = states[place], state == now[place],
        state.identity == made.placements[place].photo.identity,
        let digest = entry.digest
      else { continue }
      cache.insert(digest, of: state)
    }
    if job.output == nil, let name = made.asset.path.lastComponent { cache.insert(name, of: job) }
  }

  /// An asset of the library, if it belongs to the job and its bytes match its name.
  private func saved(
    _ asset: Asset, of job: JobToFind, _ isCancelled: @escaping @Sendable () -> Bool
  ) -> SavedAsset? {
    let saved = collage(at: asset.path, of: job, isCancelled)
    return saved?.id.short == asset.id ? saved : nil
  }

  private func collage(
    at path: FilePath, of job: JobToFind, _ isCancelled: @escaping @Sendable () -> Bool
  ) -> SavedAsset? {
    guard let file = try? PhotoFile.open(path), let recipe = try? Recipe(of: file),
      recipe.isMade(as: job),
      hasPhotos(recipe, of: job, isCancelled),
      (try? file.isOversized(isCancelled: isCancelled)) == false,
      let digest = try? FileSeal.digest(of: file, isCancelled: isCancelled),
      recipe.text?.isWrittenAlike(job.made.options.text, isCancelled: isCancelled) != false
    else { return nil }
    return SavedAsset(id: AssetID(digest), path: path, bytes: file.size)
  }

  /// Whether the job's photos are those that the recipe records.
  private func hasPhotos(_ recipe: Recipe, of job: JobToFind, _ isCancelled: @escaping () -> Bool)
    -> Bool
  {
    recipe.photos.indices.allSatisfy { place in
      let digits = recipe.photos[place].sha256
      switch job.photos[place] {
      case .web: return job.copies[place]?.digest.hexadecimal == digits
      case .file(let path):
        return digest(of: path, isCancelled).map { digits.hasPrefix($0) } ?? false
      }
    }
  }

  /// The digest of a photo; nil if it can't be read, or is no longer as it was.
  func digest(of photo: Photo, _ isCancelled: @escaping () -> Bool) -> Digest? {
    if let copy = photo.copy { return copy.digest }
    guard let file = try? photo.open() else { return nil }
    return try? Digest(of: file, isCancelled: isCancelled)
  }

  /// The digest of a file, or its first half; nil if it can't be read.
  private func digest(of path: FilePath, _ isCancelled: @escaping () -> Bool) -> String? {
    guard let state = try? ResultCache.FileState(path.stat()) else { return nil }
    if let known = cache?.digest(of: state), known.count == ResultCache.digits { return known }
    guard let file = try? PhotoFile.open(path), file.identity == state.identity,
      let digest = try? Digest(of: file, isCancelled: isCancelled)
    else { return nil }
    if (try? ResultCache.FileState(path.stat())) == state { cache?.insert(digest, of: state) }
    return digest.hexadecimal
  }
}
