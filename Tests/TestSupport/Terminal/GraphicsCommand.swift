/// One command of the kitty graphics protocol, without its picture.
package struct GraphicsCommand: Hashable, Sendable {
  /// What stood before the semicolon, for example `a=T,f=100,m=1`.
  package let keys: String
  /// How many bytes of base64 stood after it.
  package let payloadBytes: Int
}
