extension SidecarFinder {
  /// - Parameter photos: of an index, whose folders have been read already.
  package convenience init(of photos: [IndexedPhoto]) {
    var known: [[UInt8]: FolderSidecars] = [:]
    var last: FolderSidecars?
    for photo in photos where photo.block.sidecars !== last {
      last = photo.block.sidecars
      known[Array(photo.block.folder)] = last
    }
    self.init(known: known)
  }
}
