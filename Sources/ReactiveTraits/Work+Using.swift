extension Work {
  /// Work with something that is acquired for each run and released after it.
  ///
  /// Each subscription calls `acquire` on its own thread, and fails if that throws. Otherwise `release` is called
  /// exactly once, after the work has stopped and before its end is delivered: with the result, or with nil if it was
  /// cancelled before it had one.
  package static func using<Resource: Sendable>(
    _ acquire: @escaping @Sendable () throws(Failure) -> Resource,
    release: @escaping @Sendable (Resource, Result<Outcome, Failure>?) -> Void,
    work: @escaping @Sendable (Resource) -> Self
  ) -> Self {
    Self { context, end in
      let resource: Resource
      do throws(Failure) {
        resource = try acquire()
      } catch {
        return end(.failure(error))
      }
      work(resource).run(context) { result in
        release(resource, result)
        end(result)
      }
    }
  }

  /// The same work, whose end is delivered on `queue`, also after a cancellation.
  package func ending(on queue: WorkQueue) -> Self {
    Self { context, end in
      run(context) { result in queue.async { end(result) } }
    }
  }
}
