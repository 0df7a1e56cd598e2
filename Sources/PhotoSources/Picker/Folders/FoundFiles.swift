/// The photos that a search in folders has found, in order: 16 bytes each.
struct FoundFiles: PickerPhotoList {
  let blocks: [PhotoBlock]
  let places: [PhotoPlace]

  var count: Int { places.count }

  subscript(place: Int) -> PickerPhoto {
    let found = places[place]
    return .file(IndexedPhoto(block: blocks[Int(found.block)], index: Int(found.index)))
  }

  func place(of photo: PickerPhoto, near place: Int) -> Int? {
    guard case .file(let file) = photo else { return nil }
    let wanted =
      blocks.firstIndex { $0 === file.block }.map { ($0, file.index) }
      ?? position(inOtherScan: file)
    guard let (block, index) = wanted else { return nil }
    let isWanted = { (place: PhotoPlace) in Int(place.block) == block && Int(place.index) == index }
    return places.indices.contains(place) && isWanted(places[place])
      ? place : places.firstIndex(where: isWanted)
  }

  /// The block and index of a file that was found by another scan.
  private func position(inOtherScan file: IndexedPhoto) -> (block: Int, index: Int)? {
    let name = file.block.names[file.index]
    for (number, block) in blocks.enumerated() where block.folder == file.block.folder {
      if let index = (0..<block.count).first(where: { block.names[$0] == name }) {
        return (number, index)
      }
    }
    return nil
  }
}
