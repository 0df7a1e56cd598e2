import PhotoCodecs
import SystemPackage
import Testing

@testable import PhotoSources

@Suite struct SortedPhotosTests {
  @Test(arguments: SearchOrder.allCases) func `an order that grows is the order of the whole`(
    order: SearchOrder
  ) {
    var random = SystemRandomNumberGenerator()
    let blocks = (0..<12).map { number in
      let photos = (0..<random.next(upperBound: UInt(20)) + 1).map { _ in
        let picture = ScannedPicture(
          format: .png,
          identity: FileIdentity(
            device: 0, inode: 0, size: 0,
            modified: FileTime(
              seconds: Int(random.next(upperBound: UInt(5))) * 86400 + 1_000_000, 0),
            changed: FileTime(seconds: 0, 0)))
        return (Array("\(random.next(upperBound: UInt(1000)))-\(number).png".utf8), picture)
      }
      return PhotoBlock(ScannedFolder(root: FilePath("/nowhere/\(number % 5)")), photos)
    }
    func content(_ count: Int) -> FolderContent {
      var content = FolderContent()
      for block in blocks.prefix(count) { content.index.append(.photos(block)) }
      return content
    }
    func names(_ sorted: SortedPhotos) -> [String] {
      PickerHits(FoundFiles(blocks: sorted.blocks, places: sorted.places)).map { photo in
        if case .file(let file) = photo { file.path.string } else { "" }
      }
    }
    var growing = SortedPhotos(order)
    for count in [0, 1, 4, 4, 9, 12] { growing.update(to: content(count)) }
    var whole = SortedPhotos(order)
    whole.update(to: content(12))
    #expect(names(growing) == names(whole) && !whole.places.isEmpty)
    // Another scan has other blocks.
    growing.update(to: content(3))
    whole = SortedPhotos(order)
    whole.update(to: content(3))
    #expect(names(growing) == names(whole))
  }
}
