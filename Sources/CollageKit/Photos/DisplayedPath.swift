internal import SafeText
package import SystemPackage

extension FilePath {
  /// The path's bytes, without the closing zero.
  package var bytes: [UInt8] {
    unsafe withPlatformString { path in
      unsafe Array(UnsafeBufferPointer(start: path, count: length)).map { UInt8(bitPattern: $0) }
    }
  }

  /// The path with exactly these bytes, UTF-8 or not; they must hold no zero.
  package init(bytes: [UInt8]) {
    precondition(!bytes.contains(0), "a path can't hold a zero byte")
    self = unsafe (bytes + [0]).withUnsafeBufferPointer { buffer in
      unsafe buffer.withMemoryRebound(to: CInterop.PlatformChar.self) { text in
        unsafe FilePath(platformString: text.baseAddress!)
      }
    }
  }

  /// The path for display on one line: control characters and bytes that are not UTF-8 are shown as `\xNN`.
  package var displayed: String { bytes.displayed }
}

extension Collection<UInt8> {
  /// These bytes as text on one line: control characters and bytes that are not UTF-8 are shown as `\xNN`.
  package var displayed: String { TerminalText.escaped(self) }
}
