#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "Finder.h"

/* The part of fontconfig that is used, declared here so that its header isn't needed to build. */
typedef struct FcConfig FcConfig;
typedef struct FcPattern FcPattern;
typedef struct FcCharSet FcCharSet;

struct FcFontSet {
    int count, capacity;
    FcPattern **fonts;
};

enum { match_pattern = 0, result_match = 0 };

/* Return type, name, parameters. */
#define FUNCTIONS(each)                                                                                    \
    each(int, FcGetVersion, (void)) each(FcConfig *, FcInitLoadConfigAndFonts, (void))                     \
        each(FcPattern *, FcPatternCreate, (void)) each(void, FcPatternDestroy, (FcPattern *))             \
            each(int, FcPatternAddString, (FcPattern *, const char *, const char *))                       \
                each(int, FcPatternGetString, (FcPattern *, const char *, int, const char **))             \
                    each(int, FcPatternGetInteger, (FcPattern *, const char *, int, int *))                \
                        each(int, FcPatternGetBool, (FcPattern *, const char *, int, int *))               \
                            each(int, FcPatternGetCharSet, (FcPattern *, const char *, int, FcCharSet **)) \
                                each(int, FcCharSetHasChar, (FcCharSet *, uint32_t))                       \
                                    each(int, FcConfigSubstitute, (FcConfig *, FcPattern *, int))          \
                                        each(void, FcDefaultSubstitute, (FcPattern *)) each(               \
                                            struct FcFontSet *, FcFontSort,                                \
                                            (FcConfig *, FcPattern *, int, FcCharSet **, int *))           \
                                            each(void, FcFontSetDestroy, (struct FcFontSet *))

#define DECLARE(result, name, parameters) static result(*name) parameters;
FUNCTIONS(DECLARE)

static FcConfig *configuration;

static void fail_loading(struct answer_with_text *found) {
    static const char file[] = "libfontconfig.so.1:";
    const char *message = dlerror();
    if (!message) message = "";
    /* Otherwise the message is about another library, which this one needs. */
    const bool is_missing = strncmp(message, file, sizeof file - 1) == 0 && strstr(message, "No such file");
    found->answer.status = is_missing ? CFontLibraryMissing : CFontLibraryUnusable;
    snprintf(found->text, sizeof found->text, "%s", message);
}

/* Returns false, and says so in the answer, if fontconfig can't be loaded. */
static bool load(struct answer_with_text *found) {
    void *file = dlopen("libfontconfig.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!file) {
        fail_loading(found);
        return false;
    }
#define FIND(result, name, parameters)    \
    *(void **)&name = dlsym(file, #name); \
    if (!name) {                          \
        fail_loading(found);              \
        return false;                     \
    }
    FUNCTIONS(FIND)
    return true;
}

void find_version(struct answer_with_text *found) {
    if (!load(found)) return;
    const int version = FcGetVersion();
    found->answer.status = CFontNone;
    snprintf(found->text, sizeof found->text, "%d.%d.%d", version / 10000, version / 100 % 100, version % 100);
}

/* Whether one of the font's names is this one, ignoring case. */
static bool has_name(FcPattern *font, const char *family) {
    const char *name;
    for (int i = 0; FcPatternGetString(font, "family", i, &name) == result_match; i++) {
        if (strcasecmp(name, family) == 0) return true;
    }
    return false;
}

static bool is_generic(const char *family) { return strcmp(family, "sans-serif") == 0 || strcmp(family, "emoji") == 0; }

/* Whether it stands for all instances of a variable font at once. */
static bool is_variable(FcPattern *font) {
    int is_variable = 0;
    return FcPatternGetBool(font, "variable", 0, &is_variable) == result_match && is_variable;
}

static bool is_wanted(FcPattern *font, const char *family, const uint32_t *characters, size_t count) {
    const char *format;
    FcCharSet *available;
    if (FcPatternGetString(font, "fontformat", 0, &format) != result_match) return false;
    if (strcmp(format, "TrueType") != 0 && strcmp(format, "CFF") != 0) return false;
    if (!is_generic(family) && !has_name(font, family)) return false;
    if (FcPatternGetCharSet(font, "charset", 0, &available) != result_match) return false;
    for (size_t i = 0; i < count; i++) {
        if (!FcCharSetHasChar(available, characters[i])) return false;
    }
    return true;
}

/* Finds a font among those that stand for whole variable fonts, or among the others; false if none fits. */
static bool find(
    const struct FcFontSet *fonts, bool wants_variable, const char *family, const uint32_t *characters, size_t count,
    struct answer_with_text *found) {
    for (int i = 0; i < fonts->count; i++) {
        FcPattern *font = fonts->fonts[i];
        const char *file;
        int index = 0;
        if (is_variable(font) != wants_variable || !is_wanted(font, family, characters, count)) continue;
        if (FcPatternGetString(font, "file", 0, &file) != result_match || strlen(file) >= sizeof found->text) continue;
        strcpy(found->text, file);
        FcPatternGetInteger(font, "index", 0, &index);
        /* For a variable font as a whole the upper half names no instance. */
        found->answer.index = (uint32_t)index & (wants_variable ? 0xffffU : 0x7fffffffU);
        found->answer.status = CFontFound;
        return true;
    }
    return false;
}

void find_font(const char *family, const uint32_t *characters, size_t count, struct answer_with_text *found) {
    if (!load(found)) return;
    configuration = FcInitLoadConfigAndFonts();
    found->answer.status = CFontNone;
    FcPattern *pattern = configuration ? FcPatternCreate() : NULL;
    if (!pattern) return;
    FcPatternAddString(pattern, "family", family);
    FcConfigSubstitute(configuration, pattern, match_pattern);
    FcDefaultSubstitute(pattern);
    int result;
    struct FcFontSet *fonts = FcFontSort(configuration, pattern, 0, NULL, &result);
    /* Prefer a named instance, because its designer made it for this weight. */
    if (fonts && !find(fonts, false, family, characters, count, found))
        find(fonts, true, family, characters, count, found);
    if (fonts) FcFontSetDestroy(fonts);
    FcPatternDestroy(pattern);
}
