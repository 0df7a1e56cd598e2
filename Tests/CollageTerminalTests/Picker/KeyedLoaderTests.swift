import Dispatch
import ReactiveTraits
import Testing

@testable import CollageTerminal

/// Everything happens on one queue, so each block below runs before the results of what it started
/// are delivered.
@Suite struct KeyedLoaderTests {
  /// A source whose loads end when the test says so.
  private final class Source: @unchecked Sendable {
    let queue = DispatchQueue(label: "loader")
    var ends: [String: (Int) -> Void] = [:]
    var asked: [String] = []
    var cancelled: [String] = []
    var loaded: [String] = []
    var loader: KeyedLoader<String, Int>!

    init(keeping maxKept: Int = 0) {
      loader = KeyedLoader(on: queue, keeping: maxKept) { [unowned self] key in
        asked.append(key)
        return .create { [self] cancellation, end in
          ends[key] = { end(.success($0)) }
          cancellation.onCancel { [self] in
            cancelled.append(key)
            end(nil)
          }
        }
      } loaded: { [weak self] in
        self?.loaded.append("\($0) \($1)")
      }
    }

    func want(_ keys: String...) { queue.sync { loader.want(keys) } }

    func end(_ key: String, _ value: Int) {
      queue.sync { ends[key]?(value) }
      queue.sync {}
    }
  }

  @Test func `each key is loaded once, in order, and kept`() {
    let source = Source()
    source.want("b", "a", "b")
    source.want("a", "b")
    #expect(source.asked == ["b", "a"] && source.loader["a"] == nil)
    source.end("a", 1)
    source.end("b", 2)
    #expect(source.loaded == ["a 1", "b 2"] && source.loader["a"] == 1)
    source.want("a", "b")
    #expect(source.asked == ["b", "a"])
  }

  @Test func `what isn't wanted any more is cancelled, or dropped beyond what is kept`() throws {
    let source = Source(keeping: 1)
    source.want("a", "b", "c")
    source.end("a", 1)
    source.want("b", "c")
    #expect(source.loader["a"] == 1)
    source.end("b", 2)
    source.want("d")
    #expect(source.cancelled == ["c"])
    #expect(source.loader["a"] == nil && source.loader["b"] == nil)
    source.end("c", 3)
    #expect(source.loader["c"] == nil && source.loaded == ["a 1", "b 2"])
    let latest = try #require(source.loader.latest)
    #expect(latest.key == "b" && latest.value == 2)
  }

  @Test func `what has been stopped delivers nothing, and can be wanted again`() {
    let source = Source()
    source.want("a")
    source.queue.sync { source.loader.stop() }
    source.end("a", 1)
    #expect(source.loaded == [] && source.cancelled == ["a"])
    source.want("a")
    source.end("a", 2)
    #expect(source.loaded == ["a 2"])
  }
}
