/// What is known of the photos in some folders, at one moment.
struct FolderContent: Sendable {
  var index = PhotoIndexState()
  var isScanning = false
  /// Grows each time that headers were read.
  var headersRead = 0
  /// Why the scan ended early.
  var failure: PhotoIndexError?
}
