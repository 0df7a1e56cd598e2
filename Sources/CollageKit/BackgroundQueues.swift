internal import Dispatch

extension DispatchQueue {
  /// Where photos are read and drawn.
  static let composing = DispatchQueue(label: "collage.composing", qos: .userInitiated, attributes: .concurrent)
  /// Where collages are encoded and written.
  static let writing = DispatchQueue(label: "collage.writing", qos: .userInitiated, attributes: .concurrent)
}
