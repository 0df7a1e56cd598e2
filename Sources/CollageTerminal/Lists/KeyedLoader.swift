internal import Dispatch
internal import OpenCombine
internal import ReactiveTraits

/// Values that belong to keys, such as the pictures of photos: loaded in the background and kept
/// while they are wanted.
///
/// Must be used on its queue only.
final class KeyedLoader<Key: Hashable & Sendable, Value: Sendable>: @unchecked Sendable {
  struct Loaded {
    let key: Key
    let value: Value
  }

  /// What was loaded last, wanted or not: to be shown until there is what takes its place.
  private(set) var latest: Loaded?
  private let queue: DispatchQueue
  private let maxKept: Int
  private let load: (Key) -> Single<Value, Never>
  private let loaded: (Key, Value) -> Void
  private var values: [Key: Value] = [:]
  private var loading: [Key: AnyCancellable] = [:]

  /// - Parameters:
  ///   - maxKept: how many values are kept that are not wanted any more.
  ///   - load: cold.
  ///   - loaded: called on the queue with each value that was loaded.
  init(
    on queue: DispatchQueue, keeping maxKept: Int = 0,
    load: @escaping (Key) -> Single<Value, Never>,
    loaded: @escaping (Key, Value) -> Void
  ) {
    self.queue = queue
    self.maxKept = maxKept
    self.load = load
    self.loaded = loaded
  }

  /// Whether something that is wanted isn't there yet.
  var isLoading: Bool { !loading.isEmpty }

  /// Nil while it isn't known.
  subscript(key: Key) -> Value? { values[key] }

  /// Has what isn't known of these keys loaded, in this order, and nothing else any more.
  func want(_ keys: [Key]) {
    let wanted = Set(keys)
    loading = loading.filter { wanted.contains($0.key) }
    let known = values.filter { wanted.contains($0.key) }
    if values.count - known.count > maxKept { values = known }
    for key in keys where values[key] == nil && loading[key] == nil {
      loading[key] = load(key)
        .receive(on: WorkQueue.queue(queue))
        .sink { [weak self] value in
          guard let self, loading.removeValue(forKey: key) != nil else { return }
          values[key] = value
          latest = Loaded(key: key, value: value)
          loaded(key, value)
        }
    }
  }

  /// Loads nothing more.
  func stop() { loading = [:] }
}
