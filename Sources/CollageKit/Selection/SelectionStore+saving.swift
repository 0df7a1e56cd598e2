package import ReactiveTraits

// From a selection to a saved collage.
//
// Everything here is cold, and works and delivers on a background queue or on the waiting thread.
// Cancelling stops the work and leaves no file behind.
extension SelectionStore {
  /// Finishes if so many photos could be added and the selection then be saved; else fails with the
  /// refusal, or with the photos that aren't there or are no pictures: a mistyped path is more of a
  /// surprise than a number, and often the cause of it. Callers that get all their photos at once
  /// ask this before they open any of them; only the beginnings of too many or too few are read.
  package func admission(of addresses: [PhotoAddress]) -> Completable<CollageError> {
    .work { cancellation throws(CollageError) in
      do throws(CollageError) {
        try self.selectionToSave(adding: addresses.count)
      } catch {
        let unusable = addresses.uniqued().compactMap { address in
          cancellation.isCancelled ? nil : address.refusedAtSight
        }
        throw unusable.isEmpty ? error : .photos(unusable)
      }
    }
  }

  /// Fetches or opens the photos at these addresses, reads their headers and adds all of them or
  /// none, if the rules admit so many: the new selection. Fails as `admission(of:)` does, or with
  /// every bad photo.
  package func choose(_ addresses: [PhotoAddress], with maker: CollageMaker) -> Single<
    Selection, CollageError
  > {
    admission(of: addresses)
      .andThen(maker.photos(at: addresses))
      .map { photos throws(CollageError) in
        if let refusal = self.add(photos) { throw .refused(refusal) }
        return self.selection
      }
  }

  /// Lays the selection out as a save would, if the rules allow saving it.
  package func plan(with maker: CollageMaker) -> Single<CollagePlan, CollageError> {
    Single.work { _ throws(CollageError) in try self.selectionToSave() }.flatMap {
      maker.plan($0.photos)
    }
  }

  /// Makes a collage of the selection and saves it: the saved collage, then finished; or one
  /// failure, and then nothing was written. See `saving(_:)` for what happens to the selection.
  ///
  /// - Parameters:
  ///   - queue: where the selection changes at the end, and where the end is delivered; `immediate`
  ///     for wherever the work ends.
  ///   - progress: receives the share that is done, 0 to 1, on any queue.
  package func save(
    with maker: CollageMaker, to writer: any PhotoWriter, endingOn queue: WorkQueue = .immediate,
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) -> Single<SavedCollage, CollageError> {
    saving { selection in
      let early = maker.earlyDrawing()
      return maker.plan(selection.photos, drawing: early)
        .flatMap { maker.make($0, continuing: early, with: writer, progress: progress) }
        .ending(on: queue)
    }
  }

  /// Lays the selection out, and begins to draw it, for a save that may follow.
  package func draft(with maker: CollageMaker) -> Single<CollageDraft, CollageError> {
    Single.work { _ throws(CollageError) in try self.selectionToSave() }.flatMap { selection in
      let early = maker.earlyDrawing()
      return maker.plan(selection.photos, drawing: early).map { plan in
        CollageDraft(plan: plan, early: early)
      }
    }
  }

  /// Saves what was laid out, as above.
  package func save(
    _ draft: CollageDraft, with maker: CollageMaker, to writer: any PhotoWriter,
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) -> Single<SavedCollage, CollageError> {
    saving { _ in
      maker.make(draft.plan, continuing: draft.early, with: writer, progress: progress)
    }
  }
}

/// A collage that was laid out, of which some photos may be drawn already.
package struct CollageDraft: Sendable {
  package let plan: CollagePlan
  fileprivate let early: EarlyDrawing?
}
