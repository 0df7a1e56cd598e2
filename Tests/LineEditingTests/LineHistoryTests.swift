import LineEditing
import Testing

struct LineHistoryTests {
  @Test(arguments: [
    ("<up>", "three|"), ("<up><up>", "two|"), ("<C-p><C-p><C-n>", "three|"),
    ("<up><up><up><up>", "one|"), ("<up><down>", "|"), ("<down>", "|"),
    // The line being typed is kept, and so is every other.
    ("dra<up><down>ft", "draft|"),
    ("draft<up>!<up><down>", "three!|"), ("draft<up>!<down><up><down>", "draft|"),
    ("draft<M-lt>", "one|"), ("draft<M-lt><M-gt>", "draft|"),
    // An entered line starts over, and changes only itself.
    ("<up><up>!<ret><up>", "two!|"), ("<up><up>!<ret><up><up><up>", "two|"),
    ("x<C-c><up>", "three|"),
  ])
  func `the arrows walk through the history`(input: String, line: String) {
    #expect(LineEditor("one", "two", "three", typing: input).marked == line)
  }

  @Test(arguments: [
    ("add<up>", "add b.jpg|"), ("add<up><up>", "add a.jpg|"), ("add<up><up><up>", "add a.jpg|"),
    ("add<up><up><down>", "add b.jpg|"), ("add<up><down>", "add|"),
    ("add<up><up><down><down>!", "add!|"),
    // The line itself is none to go to, and neither is the same line again.
    ("add b.jpg<up><up>", "clear|"), ("cle<up><up>", "clear|"),
    // Nothing begins like this, or nothing was typed: every line.
    ("x<up>", "add b.jpg|"), ("<up><up>", "clear|"), (" <up><up>", "clear|"),
    // A line that was changed on the way is a new beginning of nothing.
    ("add<up>!<up>", "clear|"), ("add<up><C-c><up><up>", "clear|"),
  ])
  func `the arrows walk through what begins as the line that was begun`(input: String, line: String)
  {
    var editor = LineEditor(history: History(Self.lines))
    editor.type(input)
    #expect(editor.marked == line)
  }

  @Test(arguments: [
    ("a", "dd b.jpg"), ("add a", ".jpg"), ("s", "ave"), ("", nil), (" ", nil), ("x", nil),
    ("save", nil),
    ("sa<left>", nil), ("<C-r>sa", nil), ("sa<C-c>", nil), ("add b.jp", "g"),
  ])
  func `the newest line that begins like this is suggested`(input: String, suggestion: String?) {
    var editor = LineEditor(history: History(Self.lines))
    editor.type(input)
    #expect(editor.suggestion == nil)
    editor.showsSuggestion = true
    #expect(editor.suggestion == suggestion)
  }

  @Test(arguments: [
    ("sa<right>", "save|"), ("sa<end>", "save|"), ("sa<C-e>!", "save!|"),
    ("sa<left><right>", "sa|"),
    ("sa<right><C-_>", "sa|"), ("sa<ret><up>", "sa|"), ("e\u{301}<right>", "e\u{301}|"),
  ])
  func `a movement to the right accepts what is suggested`(input: String, line: String) {
    var editor = LineEditor(history: History(Self.lines))
    editor.showsSuggestion = true
    editor.type(input)
    #expect(editor.marked == line)
    var blind = LineEditor(history: History(["save"]))
    blind.type("sa<right><end>")
    #expect(blind.marked == "sa|")
  }

  @Test func `lines are kept as far as they are worth it`() {
    var history = History(["a", "a", " ", "", "b", "a"], limit: 3)
    #expect(history.entries == ["a", "b", "a"])
    history.append("c")
    #expect(history.entries == ["b", "a", "c"])
    // The same text, but not the same bytes.
    history.append("e\u{301}")
    history.append("\u{E9}")
    #expect(history.entries.count == 3)
    #expect(history.entries[1] == history.entries[2])
    #expect(History(["a"], limit: 0).entries.isEmpty)
  }

  private static let lines = ["add a.jpg", "save", "add b.jpg", "clear", "add b.jpg"]

  private func view(_ input: String) -> String {
    var editor = LineEditor(history: History(Self.lines))
    editor.type(input)
    let view = editor.view(prompt: "> ", columns: 80)
    return view.prompt + view.before + "|" + view.after
  }

  @Test(arguments: [
    ("x<C-r>", "history '': x|"),
    ("<C-r>add", "history 'add': |add b.jpg"),
    ("<C-r>b.", "history 'b.': add |b.jpg"),
    ("<C-r>add<C-r>", "history 'add': |add a.jpg"),
    ("<C-r>add<C-r><C-s>", "history 'add': |add b.jpg"),
    ("<C-r>addx", "not in history 'addx': |add b.jpg"),
    ("<C-r>addx<bs>", "history 'add': |add b.jpg"),
    ("<C-r>add<C-r><C-r>", "not in history 'add': |add a.jpg"),
    ("<C-r>add<C-r><C-r> a", "history 'add a': |add a.jpg"),
    ("x<C-r>sa<bs><bs>", "history '': x|"),
    // Ways out: back, or on with what was found.
    ("x<C-r>sa<C-g>", "> x|"), ("x<C-r>sa<esc>", "> x|"),
    ("x<C-r>sa<right>", "> s|ave"), ("x<C-r>sa<C-e>!", "> save!|"),
    ("x<C-r>sa<up>", "> add a.jpg|"), ("x<C-r>sa<M-gt>", "> x|"),
    ("x<C-r>zz<end>", "> x|"), ("x<C-r>sa<C-c>", "> |"),
    // The latest query again.
    ("<C-r>sa<end><C-r><C-r>", "history 'sa': |save"),
    ("<C-r>" + pasted("sa"), "history 'sa': |save"),
  ])
  func `Control-R finds lines`(input: String, row: String) {
    #expect(view(input) == row)
  }

  @Test func `Return enters what was found`() {
    var editor = LineEditor(history: History(Self.lines))
    #expect(editor.type("<C-r>sav<ret>").last == .submitted("save"))
    #expect(
      editor.view(prompt: "> ", columns: 80)
        == LineView(prompt: "> ", clusters: [], cursor: 0, columns: 80))
  }

  @Test func `a long or hostile query leaves the row alone`() {
    var editor = LineEditor("save")
    editor.type("<C-r>" + pasted("\u{1B}[2J" + String(repeating: "日本", count: 50)))
    let view = editor.view(prompt: "> ", columns: 40)
    #expect(DisplayWidth.columns(of: view.prompt + view.before + view.after) < 40)
    #expect(!view.prompt.unicodeScalars.contains("\u{1B}"))
    #expect(view.prompt.hasSuffix("<本': "))
  }
}
