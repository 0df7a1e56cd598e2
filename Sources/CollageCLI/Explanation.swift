internal import CollageKit
internal import PhotoCodecs

/// What `--explain` prints: a line for each photo.
enum Explanation {
  static func table(of placements: [Placement]) -> String {
    var rows = [["photo", "size", "frame", "decoded at", "cropped"]]
    for placement in placements {
      rows.append([
        placement.photo.path.displayed, "\(placement.photo.size)", "\(placement.frame.size)",
        "1/\(8 / placement.plan.eighths)",
        percent(placement.croppedShare),
      ])
    }
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      zip(row, widths).map { text, width in text + String(repeating: " ", count: width - text.count) }
        .joined(separator: "  ").trimmingTrailingSpaces + "\n"
    }.joined()
  }

  /// With one digit after the point.
  private static func percent(_ share: Double) -> String {
    let tenths = Int((share * 1000).rounded())
    return "\(tenths / 10).\(tenths % 10) %"
  }
}

extension String {
  fileprivate var trimmingTrailingSpaces: String {
    String(reversed().drop { $0 == " " }.reversed())
  }
}
