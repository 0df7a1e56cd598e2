"""'Make collage' in the menu of Nautilus, which reads this file if python3-nautilus is installed."""
import subprocess

from gi.repository import GObject, Nautilus

PROGRAM = "/usr/libexec/collage/make-collage"


class CollageMenu(GObject.GObject, Nautilus.MenuProvider):
    def get_file_items(self, *arguments):
        # Nautilus before 43 also passes its window, as the first argument.
        files = arguments[-1]
        paths = [file.get_location().get_path() for file in files]
        if not paths or None in paths or not all(file.get_mime_type().startswith("image/") for file in files):
            return []
        return [
            self.item("make", "Make collage", "Combine these photos into one picture", paths),
            self.item("prompt", "Make collage…", "Arrange these photos in a terminal", paths, "--prompt"),
        ]

    def item(self, name, label, tip, paths, *options):
        item = Nautilus.MenuItem(name="Collage::" + name, label=label, tip=tip, icon="collage")
        command = [PROGRAM, *options, "--", *paths]
        item.connect("activate", lambda _: subprocess.Popen(command, start_new_session=True))
        return item
