import FoundationEssentials
import SystemPackage
import TestSupport

/// Draws charts with matplotlib.
struct ChartPainter {
  private let interpreter: FilePath
  private let toolbox: InstalledTools

  /// - Throws: `noMatplotlib` if there is no Python with matplotlib.
  init(_ toolbox: InstalledTools) throws(BenchmarkError) {
    guard let interpreter = toolbox.python, toolbox.output(of: interpreter, ["-c", "import matplotlib"]) != nil else {
      throw .noMatplotlib
    }
    self.interpreter = interpreter
    self.toolbox = toolbox
  }

  /// Writes a PNG, 1800 pixels wide: twice the width of a page, for dense screens.
  func paint(_ chart: Chart, to path: FilePath) throws {
    var command = toolbox.command(interpreter, ["-c", Self.script, path.string], in: "/")
    command.standardInput = .bytes(Array(try JSONEncoder().encode(chart)))
    _ = try command.runToSuccess(as: "drawing the chart")
  }

  private static let script = """
    import json
    import sys
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot

    chart = json.load(sys.stdin)
    groups = chart["groups"]
    ink, faint = "#1f2328", "#656d76"
    colours = {"collage": "#d1242f", "montage": "#54689c", "magick montage": "#3f5080", "gm montage": "#7b8fc2", "vips tools": "#5f9a8c",
               "pyvips": "#8fc0b3", "pyvips wheel": "#3d7a6b", "Pillow": "#c9a25d", "floor": "#d0d7de"}
    pyplot.rcParams.update({"font.family": "sans-serif", "font.size": 10, "text.color": ink})

    row, above, head, foot = 0.24, 0.50, 0.60, 0.42  # inches
    heights = [row * len(group["bars"]) for group in groups]
    width, height = 9, head + sum(heights) + above * len(groups) + foot
    left, right = 0.115, 0.82
    figure = pyplot.figure(figsize=(width, height), dpi=200, facecolor="white")
    figure.text(0.012, 1 - 0.10 / height, "Wall time of one collage, less is better", fontsize=15, weight="bold", va="top")
    figure.text(0.012, 1 - 0.42 / height, chart["subtitle"], fontsize=9.5, color=faint, va="top")

    ratios = [bar["milliseconds"] / group["bars"][0]["milliseconds"] for group in groups for bar in group["bars"]]
    top = head
    for group, tall in zip(groups, heights):
        top += above
        axes = figure.add_axes((left, 1 - (top + tall) / height, right - left, tall / height))
        top += tall
        ours = group["bars"][0]["milliseconds"]
        for place, bar in enumerate(group["bars"]):
            name, ratio = bar["program"], bar["milliseconds"] / ours
            weight = "bold" if place == 0 else "normal"
            colour = faint if name == "floor" else ink
            axes.barh(place, ratio, height=0.76, color=colours.get(name, "#999999"))
            axes.text(-0.008, place, name, transform=axes.get_yaxis_transform(), ha="right", va="center_baseline",
                      weight=weight, color=colour)
            number = bar["label"] + ("" if place == 0 else f"  ·  {ratio:.2f}×")
            axes.annotate(number, (ratio, place), xytext=(5, 0), textcoords="offset points", ha="left",
                          va="center_baseline", weight=weight, color=colour)
        axes.set_xlim(0, max(ratios))
        axes.set_ylim(len(group["bars"]) - 0.5, -0.5)
        axes.axis("off")
        figure.text(0.012, 1 - (top - tall - 0.09) / height, group["title"], fontsize=11, weight="bold", va="bottom")
    figure.text(0.012, 0.12 / height, "×: times as long as collage.  floor: the decoders' and the encoder's own work alone.",
                fontsize=9.5, color=faint, va="bottom")
    figure.savefig(sys.argv[1], format="png")
    """
}
