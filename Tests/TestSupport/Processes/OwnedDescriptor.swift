import SystemPackage

/// A file descriptor with one owner; it is closed at the latest when the owner goes away.
struct OwnedDescriptor: ~Copyable, Sendable {
  /// The kernel's number for it, or -1 once it is closed.
  private(set) var number: Int32

  /// Takes over the descriptor; nil stands for one that is closed already.
  init(_ file: FileDescriptor?) { number = file?.rawValue ?? -1 }

  deinit { if isOpen { try? FileDescriptor(rawValue: number).close() } }

  var isOpen: Bool { number >= 0 }

  mutating func close() {
    if isOpen { try? FileDescriptor(rawValue: number).close() }
    number = -1
  }
}
