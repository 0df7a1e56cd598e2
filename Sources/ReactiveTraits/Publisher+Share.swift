package import OpenCombine

extension Publisher where Output: Sendable {
  /// The same stream, shared: the first subscriber subscribes to it, later ones get its latest `count` values and then the
  /// same as the others.
  ///
  /// When the last subscriber has cancelled, this one's subscription is cancelled, too; when the stream ends, everyone gets
  /// its end. In both cases nothing is kept, and the next subscriber begins anew. A subscriber that asks for fewer values
  /// than arrive has the rest kept for it, without a limit.
  package func share(replay count: Int) -> AnyPublisher<Output, Failure> {
    SharedPublisher(upstream: self, replayLimit: count).eraseToAnyPublisher()
  }
}

private struct SharedPublisher<Upstream: Publisher>: Publisher where Upstream.Output: Sendable {
  typealias Output = Upstream.Output
  typealias Failure = Upstream.Failure

  let upstream: Upstream
  let connections: SharedConnections<Output, Failure>

  init(upstream: Upstream, replayLimit: Int) {
    self.upstream = upstream
    connections = SharedConnections(replayLimit: replayLimit)
  }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let (connection, isNew) = connections.join()
    connection.broadcast.subscribe(Downstream(subscriber)) { [connections] in connections.leave(connection) }
    if isNew { connection.connect(to: upstream) { [connections] in connections.drop(connection) } }
  }
}

/// The connection that subscribers share, while there is one.
private final class SharedConnections<Value: Sendable, Failure: Error>: Sendable {
  typealias Connection = SharedConnection<Value, Failure>

  private let replayLimit: Int
  private let current = Locked<(connection: Connection, subscribers: Int)?>(nil)

  init(replayLimit: Int) {
    self.replayLimit = replayLimit
  }

  func join() -> (Connection, isNew: Bool) {
    current.withLock { [replayLimit] current in
      let isNew = current == nil
      var joined = current ?? (Connection(replayLimit: replayLimit), 0)
      joined.subscribers += 1
      current = joined
      return (joined.connection, isNew)
    }
  }

  /// One subscriber fewer; the last one closes the connection.
  func leave(_ connection: Connection) {
    let isLast = current.withLock { current in
      guard current?.connection === connection else { return false }
      current?.subscribers -= 1
      guard current?.subscribers == 0 else { return false }
      current = nil
      return true
    }
    if isLast { connection.upstream.cancelAll() }
  }

  /// The next subscriber gets another connection.
  func drop(_ connection: Connection) {
    current.withLock { current in
      if current?.connection === connection { current = nil }
    }
  }
}

/// One subscription to the stream that is shared.
private final class SharedConnection<Value: Sendable, Failure: Error>: Sendable {
  let broadcast: Broadcast<Value, Failure>
  /// Holds the subscription, which holds this, until either end.
  let upstream = CancellableBag()

  init(replayLimit: Int) {
    broadcast = Broadcast(replayLimit: replayLimit)
  }

  func connect(to publisher: some Publisher<Value, Failure>, onEnd: @escaping @Sendable () -> Void) {
    publisher.subscribe(
      AnySubscriber(
        receiveSubscription: { [upstream] subscription in
          AnyCancellable { subscription.cancel() }.store(in: upstream)
          subscription.request(.unlimited)
        },
        receiveValue: { [broadcast] value in
          broadcast.accept(value)
          return .none
        },
        receiveCompletion: { [broadcast, upstream] completion in
          onEnd()
          upstream.cancelAll()
          broadcast.finish(completion)
        }))
  }
}
