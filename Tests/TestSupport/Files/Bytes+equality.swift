// Files and pixels are compared byte by byte in many tests, which aren't optimised: there, the standard
// library's generic functions take some hundred times as long as these.

extension Array where Element == UInt8 {
  package static func == (left: [UInt8], right: [UInt8]) -> Bool { left[...] == right[...] }
}

extension ArraySlice where Element == UInt8 {
  package static func == (left: ArraySlice<UInt8>, right: ArraySlice<UInt8>) -> Bool {
    left.elementsEqual(right)
  }
}
