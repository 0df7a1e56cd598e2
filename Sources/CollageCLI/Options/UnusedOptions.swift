// Groups of options of which none is given: where the argument parser isn't used, each property
// needs a value of its own.

extension LibraryOptions {
  static var unused: Self {
    var options = Self()
    options.library = nil
    return options
  }
}

extension WebOptions {
  static var unused: Self {
    var options = Self()
    options.offline = false
    options.refresh = false
    options.maxDownload = nil
    options.webCache = nil
    options.caFile = nil
    return options
  }
}

extension SandboxOptions {
  static var unused: Self {
    var options = Self()
    options.isRequired = false
    return options
  }
}

extension ChoiceOptions {
  static var unused: Self {
    var options = Self()
    options.best = nil
    options.all = false
    options.folders = .unused
    return options
  }
}

extension FolderOptions {
  static var unused: Self {
    var options = Self()
    options.isRecursive = false
    options.takesCollages = false
    return options
  }
}

extension CollageArguments {
  static var unused: Self {
    var arguments = Self()
    arguments.layout = SettingArguments()
    arguments.order = .unused
    arguments.layoutFile = nil
    arguments.ofPhotos = PhotoSettingArguments()
    arguments.look = .unused
    arguments.common = .unused
    arguments.resources = .unused
    arguments.configuration = .unused
    return arguments
  }
}

extension LookOption {
  static var unused: Self {
    var option = Self()
    option.look = nil
    return option
  }
}

extension CommonSettingArguments {
  static var unused: Self {
    var arguments = Self()
    arguments.decoration = SettingArguments()
    arguments.text = SettingArguments()
    arguments.print = SettingArguments()
    arguments.encoding = SettingArguments()
    arguments.photos = SettingArguments()
    return arguments
  }
}

extension ResourceOptions {
  static var unused: Self {
    var options = Self()
    options.memory = nil
    options.jobs = nil
    return options
  }
}

extension ConfigurationOptions {
  static var unused: Self {
    var options = Self()
    options.isLeftOut = false
    return options
  }
}

extension PlaceOptions {
  static var unused: Self {
    var options = Self()
    options.noPhotoPlaces = false
    return options
  }
}
