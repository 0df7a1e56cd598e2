"""usage: sbom.py VERSION ARCHITECTURE DEPENDS RECOMMENDS FOLDER < Package.resolved
Writes what the package contains and needs, as CycloneDX 1.5 (collage_VERSION.cdx.json) and SPDX 2.3 (collage_VERSION.spdx.json),
into FOLDER; $SOURCE_DATE_EPOCH is their time."""
import datetime, hashlib, json, os, re, sys

version, architecture, depends, recommends, folder = sys.argv[1:]
time = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
time = time.strftime("%Y-%m-%dT%H:%M:%SZ")
swift_licence = "Apache-2.0 WITH Swift-exception"


def component(name, link, version=None, purl=None, licence="NOASSERTION"):
    """link: how the program has it, as SPDX calls it: CONTAINS (data), STATIC_LINK, DYNAMIC_LINK or OPTIONAL_DEPENDENCY_OF."""
    return {"name": name, "link": link, "version": version, "purl": purl, "licence": licence}


def pinned(pin):
    place = pin["location"].removeprefix("https://").removesuffix(".git")
    release = pin["state"].get("version") or pin["state"]["revision"]
    licence = "MIT" if "OpenCombine" in place else swift_licence
    return component(place.split("/")[-1], "STATIC_LINK", release, f"pkg:swift/{place}@{release}", licence)


def debian(relations, link):
    for relation in filter(None, (part.strip() for part in relations.split(","))):
        name, minimum = re.match(r"([^ (|]+)(?: \(>= ([^)]+)\))?", relation).groups()
        yield component(name, link, minimum, f"pkg:deb/debian/{name}?arch={architecture}&distro=bookworm")


toolchain = os.popen("swift --version 2>/dev/null").read()
swift = re.search(r"Swift version ([0-9.]+)", toolchain)
deflate = os.popen("pkg-config --modversion libdeflate").read().strip()
gcc = os.popen("dpkg-query -W -f '${Version} ' 'libstdc++-*-dev' 2>/dev/null").read().split()
gcc_licence = "GPL-3.0-or-later WITH GCC-exception-3.1"
components = [pinned(pin) for pin in sorted(json.load(sys.stdin)["pins"], key=lambda pin: pin["identity"])]
components += [
    component("swift-stdlib", "STATIC_LINK", swift and swift.group(1), licence=swift_licence),
    component("libdeflate", "STATIC_LINK", deflate, f"pkg:generic/libdeflate@{deflate}", "MIT"),
    component("libstdc++", "STATIC_LINK", gcc[-1] if gcc else None, licence=gcc_licence),
    component("libgcc", "STATIC_LINK", gcc[-1] if gcc else None, licence=gcc_licence),
    # Data in the program.
    component("yunet-weights", "CONTAINS", purl="pkg:github/ShiqiYu/libfacedetection", licence="BSD-3-Clause"),
    component("unicode-tables", "CONTAINS", licence="Unicode-DFS-2016"),
    *debian(depends, "DYNAMIC_LINK"),
    *debian(recommends, "OPTIONAL_DEPENDENCY_OF"),
]


def cyclonedx():
    def entry(part):
        kind = "data" if part["link"] == "CONTAINS" else "library"
        scope = "optional" if part["link"] == "OPTIONAL_DEPENDENCY_OF" else "required"
        found = {"type": kind, "name": part["name"], "scope": scope}
        if part["version"]:
            found["version"] = part["version"]
        if part["purl"]:
            found["purl"] = found["bom-ref"] = part["purl"]
        return found

    subject = {"type": "application", "name": "collage", "version": version, "licenses": [{"license": {"id": "Apache-2.0"}}]}
    return {
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "metadata": {"timestamp": time, "component": subject}, "components": [entry(part) for part in components],
    }


def spdx():
    def package(name, release, licence, purl):
        found = {
            "SPDXID": "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name), "name": name, "downloadLocation": "NOASSERTION",
            "filesAnalyzed": False, "licenseConcluded": licence, "licenseDeclared": licence, "copyrightText": "NOASSERTION",
        }
        if release:
            found["versionInfo"] = release
        if purl:
            reference = {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": purl}
            found["externalRefs"] = [reference]
        return found

    def relation(part, other):
        ends = (other["SPDXID"], part["link"], "SPDXRef-collage")
        if part["link"] != "OPTIONAL_DEPENDENCY_OF":
            ends = ends[::-1]
        return dict(zip(("spdxElementId", "relationshipType", "relatedSpdxElement"), ends))

    subject = package("collage", version, "Apache-2.0", None)
    others = [package(part["name"], part["version"], part["licence"], part["purl"]) for part in components]
    described = {"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": "SPDXRef-collage"}
    digest = hashlib.sha256(json.dumps([version, architecture, components]).encode()).hexdigest()
    return {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"collage-{version}-{architecture}", "documentNamespace": f"urn:collage:spdx/{digest}",
        "creationInfo": {"created": time, "creators": ["Organization: The developers of collage"]},
        "packages": [subject, *others],
        "relationships": [described, *(relation(part, other) for part, other in zip(components, others))],
    }


for ending, document in ("cdx", cyclonedx()), ("spdx", spdx()):
    with open(f"{folder}/collage_{version}.{ending}.json", "w") as file:
        json.dump(document, file, indent=2)
        file.write("\n")
