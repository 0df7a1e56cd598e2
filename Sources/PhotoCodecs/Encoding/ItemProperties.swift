/// The properties of a HEIF file's items: each box once, and which items it is for.
struct ItemProperties {
  /// A property, and whether readers that don't know it must leave the item alone.
  struct Property: Hashable {
    let box: [UInt8]
    var isEssential = false
  }

  private var boxes: [[UInt8]] = []
  private var associations: [UInt8] = []
  private var itemCount = 0

  private static let essential: UInt8 = 0x80

  /// - Parameter properties: of the item, in their order; at most 127 different ones in a file.
  mutating func add(_ properties: [Property], to item: Int) {
    itemCount += 1
    associations += BoxWriter.number(item, 2) + [UInt8(properties.count)]
    for property in properties {
      let index = boxes.firstIndex(of: property.box) ?? boxes.count
      if index == boxes.count { boxes.append(property.box) }
      associations.append(UInt8(index + 1) | (property.isEssential ? Self.essential : 0))
    }
  }

  /// The "iprp" box.
  var box: [UInt8] {
    BoxWriter.box(
      "iprp", BoxWriter.box("ipco", Array(boxes.joined())),
      BoxWriter.fullBox("ipma", BoxWriter.number(itemCount, 4) + associations))
  }
}
