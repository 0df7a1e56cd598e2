import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import CollageTerminal

/// Windows that have room for nothing, or for more than any screen shows.
@Suite struct WindowSizeTests {
  @Test(arguments: [
    (0, 0, 24, 80), (0, 7, 24, 80), (1, 1, 1, 1), (50, 200, 50, 200), (65_535, 65_535, 500, 1000),
  ])
  func `a window's size is one that can be drawn`(
    rows: UInt16, columns: UInt16, shown: Int, across: Int
  ) throws {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    var (ours, theirs): (Int32, Int32) = (-1, -1)
    try #require(unsafe openpty(&ours, &theirs, nil, nil, &size) == 0)
    let (terminal, device) = (FileDescriptor(rawValue: ours), FileDescriptor(rawValue: theirs))
    defer {
      try? terminal.close()
      try? device.close()
    }
    let window = try #require(RawTerminal(input: device, output: device)).size
    #expect(window == TerminalSize(rows: shown, columns: across))
  }
}
