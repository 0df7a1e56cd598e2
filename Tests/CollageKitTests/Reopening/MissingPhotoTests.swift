import FoundationEssentials
import Imaging
import PhotoLayouts
import ReactiveTraits
import SystemPackage
import TestSupport
import Testing

@testable import CollageKit

/// Selections with photos whose files are missing.
@Suite struct MissingPhotoTests {
  private let folder: TemporaryFolder
  private let size = PixelSize(width: 24, height: 16)

  init() throws { folder = try TemporaryFolder() }

  private func missing(_ name: FilePath, number: UInt64 = 1) -> Photo {
    Photo(missing: .file(name), size, .up, number: number)
  }

  private func store(_ photos: [Photo]) -> SelectionStore {
    var options = CollageOptions.on(PixelSize(width: 60, height: 40))
    options.layout.pick = 2
    options[photo: 1].focus = FocusPoint(x: 0, y: 1).map(PhotoFocus.point)
    let store = SelectionStore()
    #expect(store.take(Selection(photos, options)) == nil)
    return store
  }

  @Test func `a save is refused until none is missing`() throws {
    try folder.writePhotos(2).forEach { _ in }
    let store = store([try folder.photo("0.png"), missing("b.png")])
    #expect(store.state[.save]?.rule == .noneMissing)
    #expect(
      store.state[.save]?.description
        == "photo 2, b.png, is missing; supply it with 'replace 2 FILE', or remove it")
    let saved = store.save(
      with: .small(), to: FileWriter(folder.path(of: "out.png"), replacesForeign: false)
    ).wait()
    #expect(throws: CollageError.self) { try saved.get() }
    #expect(try !folder.names().contains("out.png"))
    #expect(store.replace(at: 1, with: try folder.photo("1.png")) == nil)
    #expect(store.state[.save] == nil)
  }

  @Test func `several missing photos are told at once`() throws {
    let store = store([missing("a.png"), missing("b.png", number: 2)])
    #expect(
      store.state[.save]?.description
        == "photos 1, 2 (a.png, b.png) are missing; supply each with 'replace N FILE', or remove them"
    )
  }

  @Test func `of very many missing photos the first are named`() {
    let photos = (1...5000).map { missing(FilePath("\($0).png"), number: UInt64($0)) }
    let shown = (1...12).map { "\($0).png" }.joined(separator: ", ")
    #expect(
      SelectionRules().refusalToSave(photos)?.reason.hasSuffix(
        "(\(shown) and 4988 more) are missing") == true)
  }

  @Test func `in the place of a missing photo one of its size keeps focus and layout`() throws {
    try folder.writePhotos(1).forEach { _ in }
    try folder.writePhoto("tall.png", .varied(PixelSize(width: 16, height: 24)))
    for (name, keeps) in [("0.png", true), ("tall.png", false)] as [(FilePath, Bool)] {
      let store = store([try folder.photo("0.png"), missing("b.png")])
      #expect(store.replace(at: 1, with: try folder.photo(name)) == nil)
      #expect(store.selection.options.layout.pick == (keeps ? 2 : 1))
      #expect((store.selection.options[photo: 1].focus == nil) != keeps)
    }
  }

  @Test func `reopening is one step that can be undone`() throws {
    try folder.writePhotos(1).forEach { _ in }
    let store = SelectionStore()
    #expect(store.add([try folder.photo("0.png")]) == nil)
    _ = store.set { $0.layout.gap = .pixels(3) }
    let before = store.selection
    #expect(store.take(Selection([missing("a.png"), missing("b.png")], CollageOptions())) == nil)
    #expect(store.selection.count == 2 && store.selection.options.layout.gap == LayoutOptions().gap)
    #expect(store.undo() == nil)
    #expect(store.selection == before)
  }

  @Test func `a preview shows an empty frame for a missing photo, and no fault`() throws {
    try folder.writePhoto("0.png", .plain(.red, size))
    let options = CollageOptions.on(PixelSize(width: 60, height: 20))
    let plan = try CollagePlan([try folder.photo("0.png"), missing("b.png")], options)
    let composer = PreviewComposer(resources: Resources())
    let preview = try composer.preview(of: plan, options, size: PixelSize(width: 60, height: 20))
      .wait().get()
    #expect(preview.missing == [1] && preview.damaged == [] && preview.faults == [])
    let (first, second) = (preview.raster[5, 10], preview.raster[45, 10])
    #expect(first == .red && second == Colour(red: 160, green: 160, blue: 160))
  }

  @Test func `a missing photo can't be opened`() {
    #expect(throws: PhotoError(path: "b.png", cause: .notFound)) { _ = try missing("b.png").open() }
  }
}

/// Decodes values in tests.
enum JSONDecoding {
  static func decode<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(json.utf8))
  }
}
