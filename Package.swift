// swift-tools-version: 6.3
import PackageDescription

/// Whether warnings are errors: in `.ci/run` they are, but what only a later compiler warns of breaks nobody's build.
let refusesWarnings = Context.environment["COLLAGE_STRICT"] != nil

/// Whether libjpeg and libpng decode alone: what relies on more than they and ISA-L promise
/// (`CPhotoCodecs/FastPaths`) isn't compiled.
let isPlain = Context.environment["COLLAGE_PLAIN"] != nil

/// libFuzzer's archive, in the build for `.ci/fuzz`; nil in all others.
let fuzzer = Context.environment["COLLAGE_FUZZ"]

/// Whether that build is to be made fast: without optimisations and the address sanitizer.
let fuzzesBriefly = Context.environment["COLLAGE_FUZZ_BRIEFLY"] != nil

/// What libFuzzer needs of code to see which of it was run.
let tracedEdges = ["-sanitize=fuzzer", "-sanitize-coverage=edge,inline-8bit-counters,pc-table"]

/// The same with the optimisations that make it run often; debug builds also tell what is compared.
let traced: [SwiftSetting] =
  fuzzesBriefly
  ? [.unsafeFlags(tracedEdges)]
  : [
    .unsafeFlags(["-sanitize=fuzzer,address"], .when(configuration: .debug)),
    .unsafeFlags(tracedEdges, .when(configuration: .release)),
    .unsafeFlags(["-O", "-assert-config", "Debug"]),
  ]

/// The same of C; undefined behaviour ends the program.
let tracedC: [CSetting] = [
  .unsafeFlags(["-fsanitize=fuzzer-no-link,undefined", "-fsanitize-trap=undefined"]),
  .unsafeFlags(["-fno-sanitize-coverage=trace-cmp,stack-depth"], .when(configuration: .release)),
]

/// What a tenth of the compiler's time goes to in release builds: checking what it makes of functions, and information for
/// debuggers, which debug builds have, and those that are fuzzed.
let builtFaster =
  fuzzer == nil ? ["-disable-llvm-verify", "-gnone"].flatMap { ["-Xfrontend", $0] } : []

/// For all Swift targets of this package, but not for those of its dependencies.
let strict: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
    // Tests see what is internal in release builds, too.
    .unsafeFlags(["-enable-testing"] + builtFaster, .when(configuration: .release)),
  ] + (refusesWarnings ? [.treatAllWarnings(as: .error)] : [])
  + (fuzzer == nil ? [] : traced)

/// For all C targets. They leave no path of this folder in the program.
let c: [CSetting] =
  [
    .unsafeFlags(
      ["-Wall", "-Wextra"] + (refusesWarnings ? ["-Werror"] : [])
        + ["-std=gnu17", "-fmacro-prefix-map=\(Context.packageDirectory)/="])
  ] + (fuzzer == nil ? [] : tracedC)

/// For C targets that process pixels: optimised in debug builds too.
let optimizedC: [CSetting] = c + [.unsafeFlags(["-O2"], .when(configuration: .debug))]

/// For targets of which the program consists: what `-enable-testing` keeps though nobody calls it lies in sections of
/// its own, which the linker leaves out.
let linked: [SwiftSetting] =
  strict + [.unsafeFlags(["-Xfrontend", "-function-sections"], .when(configuration: .release))]

/// For targets that handle memory themselves: the standard library's assertions stay on in release builds, which are
/// what tests run, and cost no measurable time.
let checked: [SwiftSetting] = linked + [.unsafeFlags(["-assert-config", "Debug"])]

/// For targets that process pixels or search for layouts: optimised in debug builds too, because otherwise their tests
/// would take fifty times as long. That makes compiling them take three times as long.
let optimized: [SwiftSetting] = checked + [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// For targets that process no pixels: small in release builds, so that the program stays at 25 MB.
let compact: [SwiftSetting] =
  linked + (fuzzer == nil ? [.unsafeFlags(["-Osize"], .when(configuration: .release))] : [])

/// For tests: never optimised, so that they are compiled as fast in release builds as in debug builds. No module is
/// made of them, because nobody imports it: that would compile all declarations once more.
let unoptimized: [SwiftSetting] =
  strict
  + [
    .unsafeFlags(
      [
        "-Onone", "-no-whole-module-optimization", "-enable-batch-mode",
        "-no-emit-module-separately",
      ],
      .when(configuration: .release))
  ]

/// How release builds link the program, and the one that its start-up time is compared with. Swift's libraries are
/// built in here, and not by an option of the command, so that tests share what is compiled. Functions with the same
/// code are kept once, relocations are packed, and only what must be is exported, which saves 1 MB: lld, which comes
/// with Swift, can do that, and glibc 2.36 or later understands it. Tables for unwinding stacks, another 4 MB, are left
/// out: Swift's errors are values, and no exception of a library passes through this program. C++'s library, which
/// Swift's runtime needs, is built in as well, because looking up its symbols takes a seventh of the time in which the
/// program starts: in the folder that is searched first, its name stands for the archive.
let programLinking: [LinkerSetting] = [
  .unsafeFlags(
    [
      "-L", "\(Context.packageDirectory)/Sources/Program/StaticLibraries",
      "-Xclang-linker", "-static-libgcc",
      "-static-stdlib", "-l_FoundationCollections", "-l_FoundationCShims", "-use-ld=lld",
      "-Xlinker", "--icf=safe",
      "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs", "-Xlinker", "--no-export-dynamic",
      "-Xlinker", "--no-eh-frame-hdr", "-Xlinker", "-T",
      "-Xlinker", "\(Context.packageDirectory)/Sources/Program/NoUnwindTables.ld",
    ],
    .when(configuration: .release))
]

let openCombine: [Target.Dependency] = [
  .product(name: "OpenCombine", package: "OpenCombine"),
  .product(name: "OpenCombineDispatch", package: "OpenCombine"),
]
let argumentParser: Target.Dependency = .product(
  name: "ArgumentParser", package: "swift-argument-parser")
let system: Target.Dependency = .product(name: "SystemPackage", package: "swift-system")
/// The libraries of the prompt and the picker.
let terminalDependencies: [Target.Dependency] =
  [
    "CollageKit", "CProcess", "Files", "Imaging", "LineEditing", "PhotoCodecs", "PhotoLayouts",
    "PhotoSources", "ReactiveTraits", "SafeText", "TerminalPictures", "ThreadPool", system,
  ] + openCombine

/// The libraries of `collage`, and of the program that its start-up time is compared with.
let programDependencies: [Target.Dependency] = terminalDependencies + [argumentParser]

/// The libraries whose parsers are fuzzed.
let fuzzedDependencies: [Target.Dependency] = [
  "CDecoding", "CSandbox", "CSandboxedCodecs", "CollageKit", "Files", "Imaging", "LineEditing",
  "PhotoCodecs", "PhotoLayouts", "PhotoSources", "SafeText", "TestSupport", system,
]

let package = Package(
  name: "collage",
  products: [
    .executable(name: "collage", targets: ["collage"])
  ],
  dependencies: [
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
  ],
  targets: [
    .systemLibrary(name: "CLibPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    .systemLibrary(name: "CLibJPEG", pkgConfig: "libjpeg", providers: [.apt(["libjpeg-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CLCMS", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"])]),
    .systemLibrary(name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"])]),
    .systemLibrary(name: "CLinux"),
    // Needs libcurl's header, and loads the library itself when it is first used.
    .target(name: "CWebTransfer", cSettings: c),
    .target(
      name: "CPhotoCodecs",
      dependencies: ["CLibPNG", "CLibJPEG", "CLCMS", "CZlib"],
      exclude: isPlain ? ["FastPaths"] : ["FastPaths/README.md", "Plain"],
      cSettings: optimizedC + [.headerSearchPath(".")],
      // Built in, because the bytes of PNGs depend on its version.
      linkerSettings: [.linkedLibrary(":libdeflate.a")]
    ),
    .target(
      name: "CResampling",
      cSettings: optimizedC
    ),
    // Its weights are included by the compiler.
    .target(
      name: "CFaces", exclude: ["LICENSE.libfacedetection", "YuNet.weights"], cSettings: optimizedC),
    // Starts a process without rights, and is that process.
    .target(name: "CSandbox", dependencies: ["CProcess"], cSettings: c),
    // Needs headers of libwebp, libde265 and dav1d, and loads these libraries, HarfBuzz and FriBidi in that process.
    .target(
      name: "CSandboxedCodecs",
      dependencies: ["CLibPNG", "CSandbox"],
      cSettings: optimizedC,
      linkerSettings: [.linkedLibrary("m")]
    ),
    // Loads fontconfig when it is first used.
    .target(name: "CFontconfig", dependencies: ["CProcess"], cSettings: c),
    .target(name: "CProcess", cSettings: c),
    .target(name: "ThreadPool", dependencies: ["CProcess"], swiftSettings: linked),
    .target(
      name: "Imaging", dependencies: ["CResampling", "ThreadPool"], swiftSettings: optimized),
    .target(
      name: "PhotoCodecs",
      dependencies: [
        "CFaces", "CPhotoCodecs", "CResampling", "CSandbox", "CSandboxedCodecs", "CNettle", "Files",
        "Imaging", "ThreadPool", system,
      ],
      swiftSettings: optimized),
    .target(
      name: "ReactiveTraits", dependencies: ["ThreadPool"] + openCombine, swiftSettings: compact),
    .target(name: "SafeText", swiftSettings: compact),
    .target(name: "Files", dependencies: ["CLinux", system], swiftSettings: compact),
    .target(
      name: "PhotoLayouts", dependencies: ["Imaging", "SafeText", "ThreadPool"],
      swiftSettings: optimized),
    .target(
      name: "CollageKit",
      dependencies: [
        "Files", "Imaging", "PhotoCodecs", "PhotoLayouts", "PhotoSources", "ReactiveTraits",
        "SafeText", "ThreadPool",
        "CFontconfig", "CProcess", "CLinux", system,
      ] + openCombine,
      swiftSettings: checked),
    .target(
      name: "PhotoSources",
      dependencies: [
        "Files", "Imaging", "PhotoCodecs", "ReactiveTraits", "SafeText", "ThreadPool", "CLinux",
        "CNettle",
        "CWebTransfer", system,
      ] + openCombine,
      swiftSettings: compact),
    .target(
      name: "LineEditing", dependencies: ["Files", "SafeText", system], swiftSettings: compact),
    .target(
      name: "TerminalPictures", dependencies: ["Imaging", "PhotoCodecs"], swiftSettings: optimized),
    .target(
      name: "CollageTerminal", dependencies: terminalDependencies, swiftSettings: compact),
    .target(
      name: "CollageCLI", dependencies: programDependencies + ["CollageTerminal"],
      swiftSettings: compact),
    .executableTarget(
      name: "collage", dependencies: ["CollageCLI"], path: "Sources/Program",
      exclude: ["NoUnwindTables.ld", "StaticLibraries"],
      swiftSettings: compact,
      linkerSettings: programLinking),

    .target(
      name: "SamplePictures", dependencies: ["Imaging", "PhotoCodecs"],
      path: "Tests/Tools/SamplePictures",
      swiftSettings: optimized),
    .executableTarget(
      name: "collage-fixtures",
      dependencies: [
        "Imaging", "PhotoCodecs", "SamplePictures", "TestSupport", argumentParser, system,
      ],
      path: "Tests/Tools/FixtureGenerator", swiftSettings: strict),
    .executableTarget(
      name: "collage-benchmark",
      dependencies: [
        "Files", "Imaging", "SamplePictures", "TestSupport", "PhotoCodecs", "PhotoSources",
        "ReactiveTraits",
        argumentParser, system,
      ] + openCombine,
      path: "Tests/Tools/CollageBenchmark", exclude: ["install-peers", "paint-library"],
      swiftSettings: strict),
    .executableTarget(
      name: "collage-startup-baseline", dependencies: programDependencies,
      path: "Tests/Tools/StartupBaseline",
      swiftSettings: strict, linkerSettings: programLinking),

    .target(
      name: "CTracing", path: "Tests/CTracing",
      cSettings: c
    ),
    // Acts as a decoder that was taken over by a photo.
    .executableTarget(
      name: "collage-hostile-decoder", dependencies: ["CSandbox", "CSandboxedCodecs"],
      path: "Tests/HostileDecoder",
      cSettings: [.headerSearchPath("../../Sources/CSandbox")] + c),
    .target(
      name: "TestSupport", dependencies: ["CTracing", "Imaging", "PhotoCodecs", system],
      path: "Tests/TestSupport",
      swiftSettings: optimized),
    // The worker's codecs in the process of a fuzzer or a test.
    .target(
      name: "CDecoding", dependencies: ["CSandbox", "CSandboxedCodecs"],
      path: "Tests/Fuzzing/CDecoding",
      cSettings: [.headerSearchPath("../../../Sources/CSandboxedCodecs")] + c),
    .testTarget(
      name: "FuzzTargetsTests", dependencies: fuzzedDependencies, path: "Tests/Fuzzing",
      exclude: ["C", "CDecoding", "CLibFuzzer", "Cases", "Corpora", "Dictionaries", "Program"],
      sources: ["Replay", "Targets"],
      swiftSettings: unoptimized),
    .testTarget(
      name: "TestSupportTests", dependencies: ["TestSupport", "CollageCLI", system],
      swiftSettings: unoptimized),
    .testTarget(
      name: "FilesTests", dependencies: ["Files", "TestSupport", system], swiftSettings: unoptimized
    ),
    .testTarget(name: "ImagingTests", dependencies: ["Imaging"], swiftSettings: unoptimized),
    .testTarget(
      name: "PhotoCodecsTests",
      dependencies: [
        "CResampling", "CSandbox", "CSandboxedCodecs", "Imaging", "PhotoCodecs", "CZlib",
        "SamplePictures",
        "TestSupport",
        "ThreadPool", system,
      ],
      swiftSettings: unoptimized),
    .testTarget(
      name: "TerminalPicturesTests",
      dependencies: [
        "Imaging", "PhotoCodecs", "SamplePictures", "TerminalPictures", "TestSupport", system,
      ],
      swiftSettings: unoptimized),
    .testTarget(
      name: "ThreadPoolTests", dependencies: ["CProcess", "TestSupport", "ThreadPool"],
      swiftSettings: unoptimized),
    .testTarget(
      name: "ReactiveTraitsTests",
      dependencies: ["ReactiveTraits", "TestSupport", "ThreadPool"] + openCombine,
      swiftSettings: unoptimized),
    .testTarget(
      name: "PhotoSourcesTests",
      dependencies: [
        "Imaging", "PhotoSources", "PhotoCodecs", "ReactiveTraits", "SamplePictures", "TestSupport",
        "ThreadPool", system,
      ]
        + openCombine,
      swiftSettings: unoptimized),
    .testTarget(
      name: "PhotoLayoutsTests", dependencies: ["Imaging", "PhotoLayouts", "TestSupport"],
      swiftSettings: unoptimized),
    .testTarget(
      name: "CollageKitTests",
      dependencies: [
        "CollageKit", "Files", "Imaging", "PhotoCodecs", "PhotoLayouts", "PhotoSources",
        "ReactiveTraits", "SafeText", "SamplePictures", "TestSupport", "ThreadPool", system,
      ] + openCombine,
      swiftSettings: unoptimized),
    .testTarget(
      name: "LineEditingTests", dependencies: ["LineEditing", "TestSupport", system],
      swiftSettings: unoptimized),
    .testTarget(
      name: "CollageTerminalTests",
      dependencies: [
        "CollageKit", "CollageTerminal", "Imaging", "LineEditing", "PhotoCodecs", "PhotoLayouts",
        "PhotoSources", "ReactiveTraits", "SamplePictures", "TerminalPictures", "TestSupport",
        "ThreadPool", system,
      ],
      swiftSettings: unoptimized),
    .target(
      name: "ProgramTestSupport",
      dependencies: [
        "Files", "Imaging", "PhotoCodecs", "PhotoLayouts", "ReactiveTraits", "SamplePictures",
        "TestSupport", "ThreadPool", system,
      ],
      path: "Tests/ProgramTestSupport",
      swiftSettings: strict + [.unsafeFlags(["-Onone"], .when(configuration: .release))]),
    // Of the built program. They need nothing that the program is made of, so that they are compiled beside it.
    .testTarget(
      name: "ProgramTests",
      dependencies: [
        "CLinux", "collage-fixtures", "Imaging", "PhotoCodecs", "PhotoLayouts",
        "ProgramTestSupport", "ReactiveTraits", "SamplePictures", "TestSupport", "ThreadPool",
        system,
      ],
      swiftSettings: unoptimized),
    .testTarget(
      name: "CollageCLITests",
      dependencies: [
        "CollageCLI", "CollageKit", "CollageTerminal", "Imaging", "PhotoCodecs", "PhotoLayouts",
        "PhotoSources", "ProgramTestSupport", "ReactiveTraits", "TestSupport", "ThreadPool",
        argumentParser, system,
      ],
      swiftSettings: unoptimized),
  ]
)

// The build for `.ci/fuzz`: a program that runs one of the targets on libFuzzer's inputs.
if let fuzzer {
  package.targets.removeAll { $0.name == "FuzzTargetsTests" }
  package.targets += [
    .target(
      name: "FuzzTargets", dependencies: fuzzedDependencies, path: "Tests/Fuzzing/Targets",
      swiftSettings: strict),
    .target(
      name: "CLibFuzzer", path: "Tests/Fuzzing/CLibFuzzer",
      cSettings: [.unsafeFlags(["-std=gnu17", "-Wall", "-Wextra", "-O2"])],
      linkerSettings: [
        .unsafeFlags(
          ["8bit_counters", "pcs"].flatMap { ["-Xlinker", "--wrap=__sanitizer_cov_\($0)_init"] })
      ]),
    .executableTarget(
      name: "collage-fuzz", dependencies: ["CLibFuzzer", "FuzzTargets"],
      path: "Tests/Fuzzing/Program",
      swiftSettings: strict,
      linkerSettings: [.unsafeFlags([fuzzer]), .linkedLibrary("stdc++")]),
  ]
}

// The builds for the thread sanitizer: the tests of streams alone, or the program and the tests of all that several
// threads share, see .ci/check-rarely.
switch Context.environment["COLLAGE_THREAD_TESTS"] {
case "streams":
  let needed = ["CProcess", "ThreadPool", "ReactiveTraits", "TestSupport"]
  let tests = ["ThreadPoolTests", "ReactiveTraitsTests"]
  package.products = []
  package.targets.removeAll { !(needed + tests).contains($0.name) }
  let support = package.targets.first { $0.name == "TestSupport" }
  support?.sources = ["Waiting.swift", "Faults/NewThread.swift"]
  support?.dependencies = []
case "all":
  let sources = [
    "CollageKitTests": [
      "Support", "ComposerTests.swift", "EarlyBandEncoderTests.swift", "PhotoIntakeTests.swift",
      "ResourcesTests.swift",
      "SelectionHistoryTests.swift", "SelectionRulesTests.swift", "SelectionStateTests.swift",
      "SelectionStoreTests.swift",
    ],
    "PhotoCodecsTests": [
      "Support", "EXIFTests.swift", "FileHasherTests.swift", "PNGDecodingTests.swift",
      "Raw/RawFileTests.swift",
      "ResamplingTests.swift", "SpareThreadsTests.swift",
    ],
    "PhotoSourcesTests": nil, "ReactiveTraitsTests": nil, "ThreadPoolTests": nil,
  ]
  package.targets.removeAll { target in
    target.type == .executable
      ? target.name != "collage" : target.type == .test && sources[target.name] == nil
  }
  for target in package.targets where target.type == .test {
    target.sources = sources[target.name] ?? nil
  }
  // Most of what these compute is on one thread, and takes minutes here. Other tests share it out.
  package.targets.first { $0.name == "PhotoSourcesTests" }?.exclude = [
    "Series/BestPhotosTests.swift", "Series/PhotoTraitsTests.swift",
    "Series/SeriesFinderTests.swift",
  ]
default: break
}
