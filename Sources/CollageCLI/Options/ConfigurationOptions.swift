internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal
internal import SystemPackage

/// Whether what the user has set for all collages is used.
struct ConfigurationOptions: ParsableArguments {
  @Flag(
    name: .customLong("no-config"),
    help: """
      Leave out the user's own defaults and looks, so that the same command makes the same collage \
      for everybody; 'collage config' shows them.
      """)
  var isLeftOut = false

  var settings: UserSettings { isLeftOut ? UserSettings(nil) : UserSettings() }
}
