internal import CollageKit
internal import CollageTerminal
internal import ReactiveTraits
internal import SystemPackage

/// What is made again.
enum RemakeSource: Hashable, Sendable {
  case asset(Asset)
  /// A saved collage outside of the library.
  case file(FilePath)

  /// As reports name it.
  var job: String {
    switch self {
    case .asset(let asset): asset.id.text
    case .file(let path): path.inJSON
    }
  }

  /// As messages name it.
  var displayed: String {
    switch self {
    case .asset(let asset): asset.id.text
    case .file(let path): path.displayed
    }
  }

  /// Nil for a file outside of the library.
  var asset: Asset? { if case .asset(let asset) = self { asset } else { nil } }
}

/// Makes saved collages again; the new ones go into the library.
struct AssetRemaker: Sendable {
  let library: PhotoLibrary
  let finder: PhotoFinder
  /// The settings that replace those of the old collages.
  let changes: CollageChanges
  let context: MakingContext
  /// Where an old collage is moved to once the new one is durable; nil to keep it.
  let trash: Trash?
  /// Whether text may be written in other fonts than before.
  let allowsOtherFonts: Bool

  private let notes = SavingNotes()

  /// The new collage, then finished; or one failure, and then nothing has changed. Cold; works
  /// where it is waited for.
  ///
  /// - Parameter progress: receives the share that is done, 0 to 1, on any queue.
  func remade(
    _ source: RemakeSource, progress: @escaping @Sendable (Double) -> Void
  ) -> Single<MadeAsset, CommandFailure> {
    reopened(source)
      .mapError { CommandFailure($0) }
      .flatMap { collage in
        saved(collage, of: source.asset, progress).map { made in
          var remade = MadeAsset(
            asset: made.asset, isUnchanged: made.id.short == source.asset?.id,
            warnings: notes.sentences(of: made.warnings, .commandLine) + notes.new(of: made.asset))
          if !collage.isLaidOutAlike, changes.isEmpty {
            remade.warnings.append(ReopeningTexts.laidOutAnew(source.displayed))
          }
          // From here on the replacement is completed, whatever signal comes.
          if let trash, let old = source.asset, !remade.isUnchanged {
            remade.removalFailure = removalFailure(of: old, for: made, to: trash)
          }
          return remade
        }
      }
  }

  private func reopened(_ source: RemakeSource) -> Single<ReopenedCollage, ReopeningError> {
    let reopener = CollageReopener(library, finder: finder)
    return switch source {
    case .asset(let asset): reopener.collage(asset)
    case .file(let path): reopener.collage(.file(path))
    }
  }

  private func saved(
    _ collage: ReopenedCollage, of old: Asset?, _ progress: @escaping @Sendable (Double) -> Void
  ) -> Single<SavedCollage, CommandFailure> {
    Single<CollageMaker, CommandFailure>.work { cancellation throws(CommandFailure) in
      if let error = collage.missingError { throw CommandFailure(error) }
      let selection = collage.selection
      var options = selection.options
      if !changes.choosesFont, try lacksFont(collage, cancellation) {
        options.text.font = nil
      }
      return CollageMaker(try changed(options, of: selection.photos), in: context)
    }
    .flatMap { maker in maker.withPictures().mapError { CommandFailure($0) } }
    .flatMap { maker in
      let store = SelectionStore(Selection(collage.selection.photos, maker.options))
      let writer = LibraryWriter(library, movingChangedTo: trash, besides: old)
      return store.save(with: maker, to: writer, progress: progress).mapError {
        CommandFailure($0)
      }
    }
  }

  private func changed(
    _ options: CollageOptions, of photos: [Photo]
  ) throws(CommandFailure) -> CollageOptions {
    do throws(ImpossibleChange) {
      return try changes.numbered(photos.map(\.address))
        .options(overSaved: options, photos: photos.count)
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Whether the font chosen for the collage's text is missing, and another may be used instead.
  private func lacksFont(_ collage: ReopenedCollage, _ cancellation: Cancellation)
    throws(CommandFailure) -> Bool
  {
    do throws(CollageError) {
      let others = try collage.otherFonts { cancellation.isCancelled }
      if others.isEmpty || allowsOtherFonts { return false }
      throw .text(.otherFonts(others))
    } catch {
      guard case .text(.noFont) = error, allowsOtherFonts else { throw CommandFailure(error) }
      return true
    }
  }

  private func removalFailure(
    of old: Asset, for made: SavedCollage, to trash: Trash
  ) -> CommandFailure? {
    do throws(LibraryError) {
      try library.remove(old, replacedBy: made.asset, to: trash)
      return nil
    } catch {
      return CommandFailure(error.status, ReopeningTexts.isMade(made.id, but: error))
    }
  }
}

/// Texts about saved collages that are opened or made again.
enum ReopeningTexts {
  /// A warning.
  ///
  /// - Parameter name: an id, or a displayed path.
  static func laidOutAnew(_ name: String) -> String {
    "\(name): warning: its layout differs from before, because the version that made it recorded "
      + "less"
  }

  /// A warning: a line of a manifest has no place for who made a photo that lies here.
  static func withoutCredit(_ name: String, photo number: Int) -> String {
    "\(name): warning: photo \(number) came from the web, and its line names the copy on this "
      + "machine without its credit; 'collage library remake' keeps that"
  }

  static func isMade(_ id: AssetID, but error: LibraryError) -> String {
    if case .noTrash(let path, let fault) = error {
      return "\(id) is saved, but the old collage is still there: \(path.displayed): "
        + "can't be moved to the trash: \(fault); see 'collage library remove --help'"
    }
    return "\(id) is saved, but the old collage is still there: \(error)"
  }
}
