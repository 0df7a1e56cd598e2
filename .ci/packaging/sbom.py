"""usage: sbom.py VERSION ARCHITECTURE DEPENDS RECOMMENDS < Package.resolved
Writes what the package contains and needs, as CycloneDX 1.5, to standard output; $SOURCE_DATE_EPOCH is its time."""
import datetime, json, os, re, sys

version, architecture, depends, recommends = sys.argv[1:]


def library(name, scope, version=None, purl=None):
    found = {"type": "library", "name": name, "scope": scope}
    if version:
        found["version"] = version
    if purl:
        found["purl"] = purl
        found["bom-ref"] = purl
    return found


def contained(pin):
    place = pin["location"].removeprefix("https://").removesuffix(".git")
    release = pin["state"].get("version") or pin["state"]["revision"]
    return library(place.split("/")[-1], "required", release, f"pkg:swift/{place}@{release}")


def debian(relations, scope):
    for relation in filter(None, (part.strip() for part in relations.split(","))):
        name, minimum = re.match(r"([^ (|]+)(?: \(>= ([^)]+)\))?", relation).groups()
        yield library(name, scope, minimum, f"pkg:deb/debian/{name}?arch={architecture}&distro=bookworm")


toolchain = os.popen("swift --version 2>/dev/null").read()
swift = re.search(r"Swift version ([0-9.]+)", toolchain)
components = [contained(pin) for pin in sorted(json.load(sys.stdin)["pins"], key=lambda pin: pin["identity"])]
components.append(library("swift-stdlib", "required", swift and swift.group(1)))
deflate = os.popen("pkg-config --modversion libdeflate").read().strip()
components.append(library("libdeflate", "required", deflate, f"pkg:generic/libdeflate@{deflate}"))
components += [*debian(depends, "required"), *debian(recommends, "optional")]
time = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
subject = {"type": "application", "name": "collage", "version": version, "licenses": [{"license": {"id": "Apache-2.0"}}]}
json.dump(
    {
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "metadata": {"timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ"), "component": subject},
        "components": components,
    }, sys.stdout, indent=2)
print()
