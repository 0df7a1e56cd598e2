import Glibc
import ProgramTestSupport
import TestSupport
import Testing

/// Many runs at once change one library, some of which are killed; afterwards nothing is lost, and
/// everything is in order.
///
/// `COLLAGE_STRESS=10` goes on for ten minutes, and prints its numbers.
@Suite(.waiting) struct LibraryStressTests {
  private static let minutes = unsafe getenv("COLLAGE_STRESS").flatMap {
    unsafe Int(String(cString: $0))
  }

  @Test func `some commands at once lose nothing`() throws {
    let stress = try LibraryStress()
    stress.run(commands: 100)
    try stress.check()
  }

  @Test(.enabled(if: minutes != nil, "COLLAGE_STRESS=10 runs it for ten minutes"))
  func `very many commands at once lose nothing`() throws {
    let end = ContinuousClock.now + .seconds(60 * (Self.minutes ?? 0))
    var rounds = 0
    var tally = StressTally()
    while ContinuousClock.now < end {
      let stress = try LibraryStress()
      stress.run(commands: 500)
      try stress.check()
      rounds += 1
      tally.add(stress.tally)
    }
    print("\(rounds) libraries, \(tally)")
  }
}
