@testable import PhotoCodecs

/// A profile that is taken has one, three or four channels, and gives colours that are numbers.
func checkProfile(_ bytes: [UInt8]) throws(BrokenPromise) {
  guard let profile = ColourProfile(bytes) else { return }
  try expect([1, 3, 4].contains(profile.channels), "\(profile.channels) channels")
}
