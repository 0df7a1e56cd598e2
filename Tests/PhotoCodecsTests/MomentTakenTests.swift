import Testing

@testable import PhotoCodecs

/// When photos were taken, as their fields have it.
struct MomentTakenTests {
  private func moment(_ text: String) -> MomentTaken? { MomentTaken(text.utf8, .xmp) }

  @Test(arguments: [
    ("2024:07:15 12:34:56", "2024-07-15T12:34:56"), ("2024-07-15T12:34:56Z", "2024-07-15T12:34:56"),
    ("2024:02:29 23:59:60", "2024-02-29T23:59:60"), ("2024:07:15   :  :  ", "2024-07-15"),
    ("2024:07:15", "2024-07-15"), ("2024:07:15 24:00:00", "2024-07-15"),
    ("0001:01:01 00:00:00", "0001-01-01T00:00:00"), ("2024-07-15T12:34", "2024-07-15T12:34:00"),
    ("2021:09:11 15:14:56.000", "2021-09-11T15:14:56"),
    ("2024-07-15T12:34:56.78+02:00", "2024-07-15T12:34:56.780"),
    ("2024-07-15T12:34:56.0000251", "2024-07-15T12:34:56.000025"),
    ("1955", "1955"), ("1955-06", "1955-06"), ("1955:00:00 00:00:00", "1955"),
    ("1955:06:00 00:00:00", "1955-06"), ("1955:  :  ", "1955"), ("9999-12-31", "9999-12-31"),
  ])
  func `a date is as precise as its text`(text: String, wanted: String) {
    #expect(moment(text)?.description == wanted)
  }

  @Test(arguments: [
    "", "0000:00:00 00:00:00", "    :  :     :  :  ", "2023:02:29 00:00:00", "2024:13:01 00:00:00",
    "2024:04:31 00:00:00", "1900:02:29 00:00:00", "-024:07:15 00:00:00", "２０２４:07:15", "soon",
    "9999-99-99T99:99:99", "0000", "20240715",
  ])
  func `what no calendar has is no date`(text: String) {
    #expect(moment(text) == nil)
  }

  @Test(arguments: [
    ("+02:00", "+02:00"), ("-0330", "-03:30"), ("Z", "+00:00"), ("+14", "+14:00"), ("+99:99", nil),
    ("+25:00", nil), ("", nil), ("x", nil),
  ])
  func `an offset is read, unless no clock has it`(text: String, wanted: String?) {
    let moment = moment("2024-07-15T12:34:56" + text)
    #expect(moment?.description == "2024-07-15T12:34:56")
    #expect(moment?.offsetText == wanted)
  }

  @Test func `IPTC's zeros are unknown`() {
    func text(_ date: String, _ time: String) -> String? {
      MomentTaken(iptc: Array(date.utf8), time: Array(time.utf8)).map {
        $0.description + ($0.offsetText ?? "")
      }
    }
    #expect(text("20240715", "123456+0200") == "2024-07-15T12:34:56+02:00")
    #expect(text("20240715", "1234") == "2024-07-15" && text("20240715", "") == "2024-07-15")
    #expect(text("19550600", "") == "1955-06" && text("19550000", "101010") == "1955")
    #expect(text("00000000", "123456") == nil && text("202407", "") == nil && text("", "") == nil)
  }

  @Test(arguments: [
    ("2024-05-01T10:15:30Z", "2024-05-01T10:15:30+00:00"),
    ("Wed, 01 May 2024 10:15:30 +0200", "2024-05-01T10:15:30+02:00"),
    ("1 May 2024 10:15:30 GMT", "2024-05-01T10:15:30+00:00"),
    ("2024:05:01 10:15:30", "2024-05-01T10:15:30"),
  ])
  func `a PNG's time has one of three forms`(text: String, wanted: String) {
    let moment = MomentTaken(png: Array(text.utf8))
    #expect((moment?.description ?? "") + (moment?.offsetText ?? "") == wanted)
    #expect(MomentTaken(png: Array("yesterday".utf8)) == nil)
  }

  @Test func `a sidecar that repeats the second corrects nothing`() {
    let own = StatedMoments(
      original: MomentTaken(
        exif: "2021:09:11 15:14:56".utf8, fraction: Array("34".utf8)[...],
        offset: Array("+02:00".utf8)[...]))
    func shown(_ sidecar: String) -> String? {
      let sidecar = StatedMoments(original: moment(sidecar))
      return MomentTaken(own, sidecar: sidecar, name: nil, modified: nil).map {
        "\($0) \($0.offsetText ?? "-") \($0.source.rawValue)"
      }
    }
    #expect(shown("2021:09:11 15:14:56.000") == "2021-09-11T15:14:56.340 +02:00 exif")
    #expect(shown("2021:09:11 15:14:57") == "2021-09-11T15:14:57 - sidecar")
    #expect(shown("2021-09-11T15:14:56+01:00") == "2021-09-11T15:14:56.340 +01:00 sidecar")
    #expect(shown("1987") == "1987 - sidecar")
  }

  @Test func `the order of sources is that of what they mean`() throws {
    let scan = StatedMoments(
      digitised: MomentTaken("2011:09:10 12:00:00".utf8, .exif),
      changed: MomentTaken("2012:01:01 12:00:00".utf8, .exif))
    let name = Array("IMG_20240501_101530.jpg".utf8)
    func source(
      _ photo: StatedMoments, sidecar: String? = nil, takeout: Int? = nil, _ name: [UInt8]? = nil
    ) -> String? {
      MomentTaken(
        photo, sidecar: StatedMoments(original: sidecar.flatMap { moment($0) }),
        takeout: takeout.flatMap { MomentTaken(unixTime: $0, .takeout) }, name: name, modified: 0
      )?.source.rawValue
    }
    #expect(source(scan, sidecar: "1955", takeout: 5, name) == "sidecar")
    #expect(source(scan, takeout: 5, name) == "exif")
    let changed = StatedMoments(changed: scan.changed)
    #expect(source(changed, takeout: 5, name) == "takeout")
    #expect(source(changed, name) == "name" && source(changed) == "exif")
    #expect(source(StatedMoments()) == "file")
  }

  @Test func `a photo without an offset was taken where the nearest one was`() {
    func exif(_ time: String, _ offset: String? = nil) -> MomentTaken? {
      MomentTaken(
        exif: "2024:06:\(time)".utf8, fraction: nil, offset: offset.map { Array($0.utf8)[...] })
    }
    let moments = [
      exif("01 09:00:00", "-05:00"), exif("01 09:10:00"), exif("01 09:20:00", "-05:00"),
      exif("09 09:00:00", "+02:00"), exif("09 09:10:00"), exif("09 09:20:00", "+02:00"),
    ].compactMap(\.self)
    let times = TimesInOrder(moments)
    let instants = moments.map(times.instant(of:))
    #expect(instants == instants.sorted() && moments.count == 6)
    #expect(instants[1] - instants[0] == 600_000_000 && instants[4] - instants[3] == 600_000_000)
    #expect(TimesInOrder([moments[1], moments[4]]).isByClock)
    // A year begins at its start.
    let years = ["1955", "1955-06", "1955-06-15", "1956"].compactMap { moment($0) }
    #expect(years.map(\.clock) == years.map(\.clock).sorted())
    #expect(years[0].digits == 19_550_000_000_000 && years[1].digits == 19_550_600_000_000)
  }
}
