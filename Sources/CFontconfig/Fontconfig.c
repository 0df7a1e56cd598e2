#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

#include "CFontconfig.h"

/* What is used of fontconfig: its header isn't needed to build. */
typedef struct FcConfig FcConfig;
typedef struct FcPattern FcPattern;
typedef struct FcCharSet FcCharSet;

struct FcFontSet {
  int count, capacity;
  FcPattern **fonts;
};

enum { match_pattern = 0, result_match = 0 };

/* Return type, name, parameters. */
#define FUNCTIONS(each)                                                                      \
  each(FcConfig *, FcInitLoadConfigAndFonts, (void))                                         \
  each(FcPattern *, FcPatternCreate, (void))                                                 \
  each(void, FcPatternDestroy, (FcPattern *))                                                \
  each(int, FcPatternAddString, (FcPattern *, const char *, const char *))                   \
  each(int, FcPatternGetString, (FcPattern *, const char *, int, const char **))             \
  each(int, FcPatternGetInteger, (FcPattern *, const char *, int, int *))                    \
  each(int, FcPatternGetBool, (FcPattern *, const char *, int, int *))                       \
  each(int, FcPatternGetCharSet, (FcPattern *, const char *, int, FcCharSet **))             \
  each(int, FcCharSetHasChar, (FcCharSet *, uint32_t))                                       \
  each(int, FcConfigSubstitute, (FcConfig *, FcPattern *, int))                              \
  each(void, FcDefaultSubstitute, (FcPattern *))                                             \
  each(struct FcFontSet *, FcFontSort, (FcConfig *, FcPattern *, int, FcCharSet **, int *))  \
  each(void, FcFontSetDestroy, (struct FcFontSet *))

#define DECLARE(result, name, parameters) static result(*name) parameters;
FUNCTIONS(DECLARE)

static FcConfig *configuration;

static void load(void) {
  void *file = dlopen("libfontconfig.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!file) return;
#define FIND(result, name, parameters) \
  *(void **)&name = dlsym(file, #name); \
  if (!name) return;
  FUNCTIONS(FIND)
  configuration = FcInitLoadConfigAndFonts();
}

/* Whether one of the font's names is this one, in any case. */
static bool has_name(FcPattern *font, const char *family) {
  const char *name;
  for (int i = 0; FcPatternGetString(font, "family", i, &name) == result_match; i++) {
    if (strcasecmp(name, family) == 0) return true;
  }
  return false;
}

static bool is_generic(const char *family) { return strcmp(family, "sans-serif") == 0 || strcmp(family, "emoji") == 0; }

static bool is_wanted(FcPattern *font, const char *family, const uint32_t *characters, size_t count) {
  const char *format;
  FcCharSet *available;
  int is_variable = 0;
  if (FcPatternGetString(font, "fontformat", 0, &format) != result_match) return false;
  if (strcmp(format, "TrueType") != 0 && strcmp(format, "CFF") != 0) return false;
  if (FcPatternGetBool(font, "variable", 0, &is_variable) == result_match && is_variable) return false;
  if (!is_generic(family) && !has_name(font, family)) return false;
  if (FcPatternGetCharSet(font, "charset", 0, &available) != result_match) return false;
  for (size_t i = 0; i < count; i++) {
    if (!FcCharSetHasChar(available, characters[i])) return false;
  }
  return true;
}

static enum CFontStatus find(
    const struct FcFontSet *fonts, const char *family, const uint32_t *characters, size_t count, char *path,
    size_t path_size, int *index) {
  for (int i = 0; i < fonts->count; i++) {
    const char *file;
    if (!is_wanted(fonts->fonts[i], family, characters, count)) continue;
    if (FcPatternGetString(fonts->fonts[i], "file", 0, &file) != result_match || strlen(file) >= path_size) continue;
    strcpy(path, file);
    *index = 0;
    FcPatternGetInteger(fonts->fonts[i], "index", 0, index);
    /* The upper half says which instance of a variable font it is. */
    *index &= 0xffff;
    return CFontFound;
  }
  return CFontNone;
}

enum CFontStatus cfont_find(
    const char *family, const uint32_t *characters, size_t count, char *path, size_t path_size, int *index) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  if (!configuration) return CFontLibraryMissing;
  FcPattern *pattern = FcPatternCreate();
  if (!pattern) return CFontNone;
  FcPatternAddString(pattern, "family", family);
  FcConfigSubstitute(configuration, pattern, match_pattern);
  FcDefaultSubstitute(pattern);
  int result;
  struct FcFontSet *fonts = FcFontSort(configuration, pattern, 0, NULL, &result);
  const enum CFontStatus status = fonts ? find(fonts, family, characters, count, path, path_size, index) : CFontNone;
  if (fonts) FcFontSetDestroy(fonts);
  FcPatternDestroy(pattern);
  return status;
}
