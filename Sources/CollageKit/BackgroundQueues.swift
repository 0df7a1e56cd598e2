package import Dispatch

extension DispatchQueue {
  /// Where photos are read and drawn.
  package static let composing = DispatchQueue(label: "collage.composing", qos: .userInitiated, attributes: .concurrent)
  /// Where collages are encoded and written.
  package static let writing = DispatchQueue(label: "collage.writing", qos: .userInitiated, attributes: .concurrent)
}
