internal import Files
internal import PhotoCodecs
internal import SystemPackage

/// A body that is being received into a file. Unless it is finished, nothing of it is left behind.
///
/// In a cache it has a name, and is locked while it is being written, which distinguishes it from a
/// file whose program was killed. Elsewhere it never has a name.
struct IncomingFile: ~Copyable {
  /// The file's name in the cache; nil if it has none.
  private(set) var name: FilePath.Component?
  /// The folder in which it has its name; nil if it has none.
  private let folder: CacheFolder?
  private let descriptor: FileDescriptor
  private var hash = SHA256()
  private(set) var size = 0
  /// Whether `finish` has handed the descriptor over.
  private var isFinished = false

  private init(
    owning descriptor: FileDescriptor, _ name: FilePath.Component? = nil,
    in folder: CacheFolder? = nil
  ) {
    self.descriptor = descriptor
    self.name = name
    self.folder = folder
  }

  deinit {
    if !isFinished { try? descriptor.close() }
    if let name { folder?.remove(name) }
  }

  /// Creates a file that only this user can read.
  ///
  /// - Parameters:
  ///   - cache: nil to create a file without a name.
  ///   - folder: where to create a file without a name, also if the cache can't be used.
  static func create(in cache: WebCache?, or folder: FilePath) throws(FetchError) -> IncomingFile {
    // On the second try the cache has recreated its folders.
    for _ in 0..<2 {
      guard let incoming = cache?.incomingFolder() else { break }
      do throws(Errno) {
        let (name, descriptor) = try incoming.createTemporary()
        return IncomingFile(owning: descriptor, name, in: incoming)
      } catch {
        cache?.forgetFolders()
      }
    }
    return try create(in: folder)
  }

  private static func create(in folder: FilePath) throws(FetchError) -> IncomingFile {
    let path = folder.appending(CacheFolder.Names.random())
    do throws(Errno) {
      let descriptor = try FileSystem.opened(
        path, .readWrite, [.create, .exclusiveCreate], permissions: .ownerReadWrite)
      try? FileSystem.remove(path)
      return IncomingFile(owning: descriptor)
    } catch {
      throw .storing(error)
    }
  }

  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) throws(FetchError) {
    unsafe hash.update(bytes)
    size += bytes.count
    do throws(Errno) {
      _ = try FileSystem.typed { try unsafe descriptor.writeAll(bytes) }
    } catch {
      throw .storing(error)
    }
  }

  /// The finished file. Its name is removed unless `store` gives it another.
  ///
  /// - Parameter store: moves the file of this name to the name given by its digest; returns
  ///   whether it did.
  consuming func finish(_ store: (FilePath.Component, Digest, _ size: Int) -> Bool)
    -> DownloadedFile
  {
    let digest = Digest(hash)
    if let name, store(name, digest, size) { self.name = nil }
    isFinished = true
    return DownloadedFile(owning: descriptor, digest: digest, size: size)
  }
}
