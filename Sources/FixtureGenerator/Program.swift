@main
enum Program {
  static func main() {}
}
