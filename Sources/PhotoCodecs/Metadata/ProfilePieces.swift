/// The pieces of a JPEG's ICC profile. Each starts with its number and the number of pieces. By the
/// standard the first is 1, but some programs count from 0, leave out how many there are, or write
/// the whole profile twice.
struct ProfilePieces {
  private var pieces: [(number: UInt8, bytes: ArraySlice<UInt8>)] = []
  /// The number of pieces that the pieces state; nil if none does.
  private var count: UInt8?
  private var isConsistent = true

  mutating func add(_ payload: ArraySlice<UInt8>) {
    guard let number = payload.first, let count = payload.dropFirst().first, payload.count > 2
    else {
      isConsistent = false
      return
    }
    let piece = (number, bytes: payload.dropFirst(2))
    if pieces.contains(where: { $0 == piece }) { return }
    pieces.append(piece)
    guard count > 0 else { return }
    isConsistent = isConsistent && self.count ?? count == count
    self.count = count
  }

  /// The joined profile; empty if a piece is missing, or there are two different ones; nil if there
  /// are none.
  var whole: [UInt8]? {
    guard !pieces.isEmpty else { return isConsistent ? nil : [] }
    guard isConsistent, count.map(Int.init) ?? pieces.count == pieces.count else { return [] }
    // If none of them is numbered, their order in the file counts.
    let areNumbered = pieces.count == 1 || pieces.contains { $0.number > 0 }
    let sorted = areNumbered ? pieces.sorted { $0.number < $1.number } : pieces
    let numbers = sorted.map { Int($0.number) }
    guard
      !areNumbered || [0, 1].contains(where: { numbers.elementsEqual($0..<$0 + numbers.count) })
    else { return [] }
    return sorted.flatMap(\.bytes)
  }
}
