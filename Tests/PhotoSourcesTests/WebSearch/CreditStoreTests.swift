import PhotoCodecs
import SystemPackage
import TestSupport
import Testing

@testable import PhotoSources

struct CreditStoreTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `a credit is found by any form of its URL, and no name tells the URL`() throws {
    let credit = PhotoCredit(
      title: "\u{301}Lake \\ end", creator: "Ann", sourcePage: "https://a.org/1")
    CreditStore(folder.path).store([
      ("https://example.org/lake.jpg?x=1", credit), ("https://b.org/", PhotoCredit()),
    ])
    let store = CreditStore(folder.path)
    #expect(store.credit(of: "https://example.org/lake.jpg?x=1#top") == credit)
    #expect(
      store.credit(of: "https://example.org/lake.jpg") == nil && store.credit(of: "no URL") == nil)
    #expect(store.credit(of: "https://b.org") == PhotoCredit())
    #expect(
      try folder.names(in: "credits").allSatisfy { $0.utf8.count == 64 }
        && folder.names(in: "incoming") == [])
  }

  @Test func `a damaged credit is none`() throws {
    let store = CreditStore(folder.path)
    store.store([("https://example.org/", PhotoCredit(title: "a"))])
    let name = FilePath("credits").appending(try #require(try folder.names(in: "credits").first))
    let whole = try folder.read(name)
    for bytes in [[], Array(whole.dropLast()), Array(whole.dropLast(4)), [0xFF] + whole] {
      try folder.write(bytes, to: name)
      #expect(store.credit(of: "https://example.org/") == nil)
    }
  }

  @Test func `the number of credits is limited, and an emptied cache has none`() throws {
    for number in 0..<30 {
      CreditStore(folder.path, limit: 20).store([("https://example.org/\(number)", PhotoCredit())])
    }
    #expect(try folder.names(in: "credits").count <= 21)
    _ = try WebCache(folder.path).clear()
    #expect(try folder.names(in: "credits") == [])
  }
}
