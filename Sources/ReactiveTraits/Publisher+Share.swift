package import OpenCombine

extension Publisher where Output: Sendable {
  /// The same stream, shared: the first subscriber subscribes to the original; later ones get its latest `count` values
  /// and then the same events as the others.
  ///
  /// When the last subscriber has cancelled, the original's subscription is cancelled, too. When the stream ends, every
  /// subscriber gets its end. In both cases nothing is stored, and the next subscriber starts a new run. Values that a
  /// subscriber has not requested yet are queued for it, without a limit.
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

/// The current connection that subscribers share, if there is one.
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

  /// Removes one subscriber; the last one closes the connection.
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

  /// Forgets the connection, so that the next subscriber gets a new one.
  func drop(_ connection: Connection) {
    current.withLock { current in
      if current?.connection === connection { current = nil }
    }
  }
}

/// One subscription to the shared stream.
private final class SharedConnection<Value: Sendable, Failure: Error>: Sendable {
  let broadcast: Broadcast<Value, Failure>
  /// Retains the subscription, which retains this object, until either one ends.
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
