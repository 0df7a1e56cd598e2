internal import TerminalPictures

/// Keeps track of the pictures that a terminal holds, and of their ids.
struct PictureStore {
  /// Ids are sometimes colours and so have 24 bits: 16 for the process, so that programs sharing a
  /// terminal don't replace each other's pictures, and 8 for its pictures.
  private let firstID: UInt32
  /// The last 8 bits of the ids.
  private let numbers: ClosedRange<UInt32>
  private var last: UInt32
  private var held: [TerminalPicture: UInt32] = [:]
  private var sending: Sending?

  private struct Sending {
    let picture: TerminalPicture
    let id: UInt32
  }

  /// - Parameters:
  ///   - process: distinguishes this program from others.
  ///   - numbers: 1 to 255; stores that use a terminal at the same time need different ones. A
  ///     store can hold as many pictures as it has numbers.
  init(process: Int32, numbers: ClosedRange<UInt32>) {
    firstID = UInt32(truncatingIfNeeded: process) << 8 & 0xFF_FF00
    self.numbers = numbers
    last = numbers.upperBound
  }

  /// Whether the terminal can show the picture now.
  func holds(_ picture: TerminalPicture) -> Bool {
    !picture.needsTransmission || held[picture] != nil
  }

  /// The ids of those pictures that can be shown.
  func ids(of pictures: [TerminalPicture]) -> LiveRegion.PictureIDs {
    var ids: LiveRegion.PictureIDs = [:]
    for picture in pictures where holds(picture) { ids[picture] = held[picture] ?? 0 }
    return ids
  }

  /// The pieces that send a picture to the terminal, which must have received the previous picture.
  /// `finish` must follow.
  mutating func begin(_ picture: TerminalPicture) -> [[UInt8]] {
    precondition(sending == nil)
    let used = Set(held.values)
    repeat {
      last = last == numbers.upperBound ? numbers.lowerBound : last + 1
    } while used.contains(firstID | last)
      && used.count < numbers.count
    let id = firstID | last
    sending = Sending(picture: picture, id: id)
    return picture.transmission(id: id)
  }

  /// Call it when the picture has been sent.
  mutating func finish() {
    if let sending { held[sending.picture] = sending.id }
    sending = nil
  }

  /// Interrupts a transmission, so that anything may be sent after the result.
  mutating func endTransmission(to terminal: any TerminalDevice) -> String {
    guard terminal.isTransmitting else {
      finish()
      return ""
    }
    terminal.cancelTransmission()
    defer { sending = nil }
    return sending.map { $0.picture.endOfTransmission + $0.picture.deletion(id: $0.id) } ?? ""
  }

  /// Forgets all other pictures, and makes the terminal forget them.
  mutating func remove(except pictures: [TerminalPicture]) -> String {
    let gone = held.filter { !pictures.contains($0.key) }
    for picture in gone.keys { held[picture] = nil }
    return gone.sorted { $0.value < $1.value }.map { $0.key.deletion(id: $0.value) }.joined()
  }

  /// Interrupts a transmission, and makes the terminal forget all pictures.
  mutating func removeAll(from terminal: any TerminalDevice) -> String {
    endTransmission(to: terminal) + remove(except: [])
  }
}
