package import PhotoCodecs

extension MomentTaken {
  /// "3 May 2024", "May 2024", "2024": as much as is known of the day.
  package var dayInWords: String? { CaptionFormat.text(of: self, "d MMMM yyyy") }
}
