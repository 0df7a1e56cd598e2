import CollageKit
import ReactiveTraits
import SystemPackage

extension CollageMaker {
  /// Chooses the photos and saves their collage through a store of its own for each subscription,
  /// as `make` does.
  func make(
    _ paths: [FilePath], with writer: any PhotoWriter,
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) -> Single<SavedCollage, CollageError> {
    Single<Void, CollageError>.just(()).flatMap {
      let store = SelectionStore(Selection([], options))
      return store.choose(paths.map(PhotoAddress.file), with: self).flatMap { _ in
        store.save(with: self, to: writer, progress: progress)
      }
    }
  }
}
