internal import ThreadPool

extension Work {
  /// The results of several singles that run at the same time, in the order of the singles: one
  /// value, then finished; never fails.
  ///
  /// In a thread that waits, singles without a queue of their own run one after the other.
  package static func all<Value, Error>(_ singles: [Single<Value, Error>]) -> Self
  where Kind == SingleTrait<[Result<Value, Error>]> {
    Self { context, end in
      guard !singles.isEmpty else { return end(.success([])) }
      let ended = Locked<[Int: Result<Value, Error>?]>([:])
      for (index, single) in singles.enumerated() {
        single.runWithOwnFlag(context) { result in
          let all: [Int: Result<Value, Error>?]? = ended.withLock { ended in
            ended[index] = .some(result)
            return ended.count == singles.count ? ended : nil
          }
          guard let all else { return }
          let results = singles.indices.compactMap { all[$0] ?? nil }
          // There are fewer results if a single was cancelled.
          end(results.count == singles.count ? .success(results) : nil)
        }
      }
    }
  }
}
