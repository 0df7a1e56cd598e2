internal import Glibc

/// Finds the entries of a record by their names: at once if they are asked for in the order in
/// which they were stored, as a folder's names mostly come.
struct RecordLookup {
  let record: FolderRecord
  private var next = 0
  /// A hash table of entries, made when it is first needed; -1 for an empty place.
  private var table: [Int32] = []
  /// Which entries were found.
  private var found: [Bool]

  init(_ record: FolderRecord) {
    self.record = record
    found = Array(repeating: false, count: record.count)
  }

  /// The index of a name's entry; nil if there is none.
  mutating func index(of name: ArraySlice<UInt8>) -> Int? {
    let index = next < record.count && isName(name, next) ? next : inTable(name)
    if let index {
      next = index + 1
      found[index] = true
    }
    return index
  }

  /// The index of a name's last entry, wherever that is; nil if there is none.
  mutating func last(_ name: ArraySlice<UInt8>) -> Int? { inTable(name) }

  /// The names that weren't asked for.
  var others: [[UInt8]] {
    found.indices.filter { !found[$0] }.map { Array(record.name($0)) }
  }

  private func isName(_ name: ArraySlice<UInt8>, _ index: Int) -> Bool {
    let other = record.name(index)
    guard other.count == name.count else { return false }
    if name.isEmpty { return true }
    return unsafe name.withUnsafeBytes { name in
      unsafe other.withUnsafeBytes { other in
        unsafe memcmp(name.baseAddress!, other.baseAddress!, name.count) == 0
      }
    }
  }

  private mutating func inTable(_ name: ArraySlice<UInt8>) -> Int? {
    if record.count == 0 { return nil }
    if table.isEmpty { makeTable() }
    let place = place(of: name)
    return table[place] < 0 ? nil : Int(table[place])
  }

  private mutating func makeTable() {
    var size = 16
    while size < 2 * record.count { size *= 2 }
    table = Array(repeating: -1, count: size)
    for index in 0..<record.count { table[place(of: record.name(index))] = Int32(index) }
  }

  /// The place of a name, or where it would be.
  private func place(of name: ArraySlice<UInt8>) -> Int {
    var hash = StableHash()
    hash.combine(name)
    var place = Int(truncatingIfNeeded: hash.value >> 1) & (table.count - 1)
    while table[place] >= 0, !isName(name, Int(table[place])) {
      place = (place + 1) & (table.count - 1)
    }
    return place
  }
}
