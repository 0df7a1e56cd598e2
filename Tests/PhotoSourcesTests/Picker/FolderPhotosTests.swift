import Dispatch
import OpenCombine
import PhotoCodecs
import ReactiveTraits
import SystemPackage
import TestSupport
import Testing
import ThreadPool

@testable import PhotoSources

@Suite struct FolderPhotosTests {
  let tree: PhotoTree

  init() throws { tree = try PhotoTree() }

  /// Waits until a picker's state is as expected.
  private func wait(_ picker: PhotoPicker, _ isExpected: @escaping @Sendable (PickerState) -> Bool)
    -> PickerState
  {
    let reached = DispatchSemaphore(value: 0)
    let found = Locked<PickerState?>(nil)
    let watching = picker.states.sink { state in
      guard isExpected(state) else { return }
      let isFirst = found.withLock { found in
        defer { found = found ?? state }
        return found == nil
      }
      if isFirst { reached.signal() }
    }
    #expect(reached.waitForSignal())
    watching.cancel()
    return found.withLock { $0 } ?? picker.state
  }

  private func whenDone(_ picker: PhotoPicker) -> PickerState {
    wait(picker) { !$0.isScanning && !$0.isSearching }
  }

  private func picker(_ roots: [FilePath] = [""], order: SearchOrder = .folder) -> PhotoPicker {
    PhotoPicker(
      FolderPhotos(roots.map { $0.isEmpty ? tree.folder.path : tree.folder.path(of: $0) }),
      order: order)
  }

  private func paths(_ hits: PickerHits) -> [String] {
    hits.map { photo in
      guard case .file(let file) = photo else { return "" }
      return String(
        decoding: file.pathBytes.dropFirst(tree.folder.path.platformBytes.count + 1), as: UTF8.self)
    }
  }

  /// A JPEG of 3 pixels' width that was taken on a day of 2010.
  private func photo(takenOn day: Int) throws -> [UInt8] {
    let date = Array("2010:01:\(day < 10 ? "0" : "")\(day) 12:00:00".utf8) + [0]
    let directory: [UInt8] = [0x01, 0, 0x69, 0x87, 4, 0, 1, 0, 0, 0, 26, 0, 0, 0, 0, 0, 0, 0]
    let exif: [UInt8] = [0x01, 0, 0x03, 0x90, 2, 0, 20, 0, 0, 0, 44, 0, 0, 0, 0, 0, 0, 0]
    let tiff: [UInt8] = Array("II*".utf8) + [0, 8, 0, 0, 0] + directory + exif + date
    let segment = Array("Exif".utf8) + [0, 0] + tiff
    let jpeg = try Fixtures.read("photos/mountains.jpg")
    return jpeg[..<2] + [0xFF, 0xE1, 0, UInt8(segment.count + 2)] + segment + jpeg[2...]
  }

  @Test func `its hits are those of a search in a complete index, in every order`() throws {
    for day in 1...5 {
      try tree.write(try photo(takenOn: day), to: FilePath("\(day % 2)/\(day).jpg"))
    }
    try tree.write(
      try Fixtures.read("photos/dunes.png"), to: "0/dunes.png", "Été/dunes.png", "10.png")
    try tree.write(PhotoTree.png, to: "1/broken.png", "2.png")
    let picker = picker()
    for order in SearchOrder.allCases {
      picker.setOrder(order)
      for term in [
        "", "0/", "dunes", "-ete", "date:2010-01-03", "landscape", "square ete", "format:png -1",
        "xyz",
      ] {
        picker.type(term)
        let state = whenDone(picker)
        let wanted = try tree.result(term.split(separator: " ").map(String.init), order: order)
        #expect(
          paths(state.hits) == paths(PickerHits(wanted.photos.map { .file($0) })),
          "\(order) \(term)")
        #expect(state.hidden == wanted.hidden && state.photoCount == 10, "\(order) \(term)")
      }
    }
  }

  @Test func `a file's date holds until the header is read, then that of the header`() throws {
    for day in [2, 1, 3] { try tree.write(try photo(takenOn: day), to: FilePath("\(day).jpg")) }
    let state = whenDone(picker(order: .date))
    #expect(paths(state.hits) == ["3.jpg", "2.jpg", "1.jpg"])
  }

  @Test
  func
    `headers are read only for an order or a search that needs them, and of no photo that words leave out`()
    throws
  {
    for name in ["a1.jpg", "a2.jpg", "b.jpg"] as [FilePath] {
      try tree.write(try Fixtures.read("photos/mountains.jpg"), to: name)
    }
    let picker = picker()
    func read() -> [Bool] {
      whenDone(picker).hits.map { photo in
        guard case .file(let file) = photo else { return false }
        return file.block.isKnown(file.index)
      }
    }
    #expect(read() == [false, false, false])
    picker.type("jpg -b")
    #expect(read() == [false, false])
    picker.type("landscape a")
    _ = whenDone(picker)
    picker.type("")
    #expect(read() == [true, true, false])
    picker.setOrder(.date)
    #expect(read() == [true, true, true])
  }

  @Test func `a folder that can't be read is a failure beside the hits`() throws {
    try tree.write(PhotoTree.png, to: "a/1.png")
    let state = wait(picker(["a", "missing"])) { $0.failure != nil && !$0.isScanning }
    let path = tree.folder.path(of: "missing")
    #expect(state.failure == .folder(PhotoIndexError(folder: path, errno: .noSuchFileOrDirectory)))
    #expect(paths(state.hits) == ["a/1.png"] && !state.isScanning)
  }

  @Test func `files that vanish or change while they are shown do no harm`() throws {
    for name in ["1.jpg", "2.jpg", "3.jpg"] as [FilePath] {
      try tree.write(try Fixtures.read("photos/mountains.jpg"), to: name)
    }
    let picker = picker()
    #expect(whenDone(picker).hits.count == 3)
    try tree.folder.remove("1.jpg")
    try tree.folder.remove("2.jpg")
    try tree.folder.makePipe("2.jpg")
    picker.type("landscape")
    #expect(paths(whenDone(picker).hits) == ["3.jpg"])
    picker.type("")
    picker.setOrder(.date)
    #expect(whenDone(picker).hits.count == 3)
  }

  @Test func `another scan finds the same photo again`() throws {
    try tree.write(PhotoTree.png, to: "b/1.png", "b/2.png", "c/1.png")
    let picker = picker()
    let photo = try #require(whenDone(picker).hits.dropFirst().first)
    try tree.write(PhotoTree.png, to: "a/1.png")
    picker.setSource(FolderPhotos([tree.folder.path]))
    let state = wait(picker) { $0.photoCount == 4 && !$0.isScanning && !$0.isSearching }
    #expect(state.hits.place(of: photo) == 2)
  }

  @Test func `closing ends the scan, and releases index and search`() throws {
    for number in 0..<50 { try tree.write(PhotoTree.png, to: FilePath("\(number)/a.png")) }
    weak var source: FolderPhotos?
    do {
      let made = FolderPhotos([tree.folder.path])
      source = made
      let picker = PhotoPicker(made)
      _ = wait(picker) { !$0.hits.isEmpty }
      picker.close()
    }
    // What still runs in the background ends soon, and releases what it uses.
    #expect(eventually { source == nil })
  }
}
