#include <stdlib.h>
#include <string.h>

#include "CWebTransfer.h"
#include "Library.h"

/* A copy of a part that the caller frees; NULL if there is none. */
static char *part(const CURLU *url, CURLUPart which, unsigned int flags) {
  char *text = NULL;
  if (curl_library.url_get(url, which, &text, flags) != CURLUE_OK) return NULL;
  char *copy = strdup(text);
  curl_library.free(text);
  return copy;
}

static bool parse(CURLU *handle, const char *text, const char *base, struct cweb_url *url) {
  /* Other schemes are parsed too, so that the error can be about the scheme. */
  const unsigned int flags = CURLU_NON_SUPPORT_SCHEME | CURLU_URLENCODE;
  if (base && curl_library.url_set(handle, CURLUPART_URL, base, flags) != CURLUE_OK) return false;
  if (curl_library.url_set(handle, CURLUPART_URL, text, flags) != CURLUE_OK) return false;
  curl_library.url_set(handle, CURLUPART_FRAGMENT, NULL, 0);
  url->text = part(handle, CURLUPART_URL, 0);
  url->scheme = part(handle, CURLUPART_SCHEME, 0);
  url->host = part(handle, CURLUPART_HOST, 0);
  char *port = part(handle, CURLUPART_PORT, CURLU_DEFAULT_PORT);
  url->port = port ? (uint16_t)strtoul(port, NULL, 10) : 0;
  free(port);
  if (url->host) {
    for (char *c = url->host; *c; c++) {
      if (*c >= 'A' && *c <= 'Z') *c |= 0x20;
    }
  }
  return url->text && url->scheme && url->host;
}

bool cweb_parse_url(const char *text, const char *base, struct cweb_url *url) {
  memset(url, 0, sizeof *url);
  CURLU *handle = curl_library.url();
  if (!handle) return false;
  bool is_valid = parse(handle, text, base, url);
  curl_library.url_cleanup(handle);
  if (!is_valid) cweb_release_url(url);
  return is_valid;
}

void cweb_release_url(struct cweb_url *url) {
  free(url->text);
  free(url->scheme);
  free(url->host);
  memset(url, 0, sizeof *url);
}
