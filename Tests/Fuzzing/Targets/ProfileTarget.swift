@testable import Imaging
@testable import PhotoCodecs

/// A profile that is taken has one, three or four channels, and gives colours that are numbers, for
/// samples of 8 and of 16 bits.
func checkProfile(_ bytes: [UInt8]) throws(BrokenPromise) {
  guard let profile = ColourProfile(bytes) else { return }
  try expect([1, 3, 4].contains(profile.channels), "\(profile.channels) channels")
  switch profile.colours {
  case .rgb(let space):
    // A table for 16 bits takes a thousand times as long as reading the profile.
    for (channel, curve) in space.curves.enumerated() {
      let isPlain = curve.linearValues(depth: .eight).allSatisfy { (0...1).contains($0) }
      try expect(isPlain, "the values of channel \(channel) are from 0 to 1")
    }
    for target in ColourSpace.allCases {
      guard let matrix = space.linearMatrix(to: target.rgb) else { continue }
      let isFinite = matrix.columns.allSatisfy { $0.x.isFinite && $0.y.isFinite && $0.z.isFinite }
      try expect(isFinite, "the matrix to \(target) is made of numbers")
    }
  case .table(let table):
    let row = [UInt8](0..<64)
    for (depth, pixels) in [(SampleDepth.eight, 16), (.sixteen, 8)] {
      guard let transform = table.transform(to: .sRGB, depth: depth) else { continue }
      var words = [UInt16](repeating: 0x5A5A, count: pixels * 4)
      unsafe row.withUnsafeBytes { unsafe transform.apply($0.baseAddress!, to: &words) }
      let alphas = stride(from: 3, to: words.count, by: 4).map { words[$0] }
      try expect(!alphas.contains(0x5A5A), "every pixel has an alpha of its own")
    }
  case .highDynamicRange: throw BrokenPromise(description: "no profile has a high dynamic range")
  }
}
