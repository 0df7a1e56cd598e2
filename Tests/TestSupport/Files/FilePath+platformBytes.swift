package import SystemPackage

extension FilePath {
  /// The path as the kernel sees it; it need not be UTF-8.
  package var platformBytes: [UInt8] {
    unsafe withPlatformString { name in
      unsafe UnsafeBufferPointer(start: name, count: length).map { UInt8(bitPattern: $0) }
    }
  }

  /// A path of these bytes, which need not be UTF-8, up to the first NUL.
  package init(platformBytes: [UInt8]) {
    let name: [CChar] = platformBytes.map { CChar(bitPattern: $0) } + [0]
    self.init(platformString: name)
  }
}
