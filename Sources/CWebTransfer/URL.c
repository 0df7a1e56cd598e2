#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "CWebTransfer.h"
#include "Library.h"

/* A copy of a part of the URL, for the caller to free; NULL if there is none. */
static char *part(CURLU *url, CURLUPart which, unsigned int flags) {
    char *text = NULL;
    if (curl_library.url_get(url, which, &text, flags) != CURLUE_OK) return NULL;
    char *copy = strdup(text);
    curl_library.free(text);
    return copy;
}

static bool is_same(CURLU *first, CURLU *second, CURLUPart which) {
    char *one = part(first, which, CURLU_DEFAULT_PORT), *other = part(second, which, CURLU_DEFAULT_PORT);
    bool result = one && other && strcasecmp(one, other) == 0;
    free(one);
    free(other);
    return result;
}

/* Copies the base's user name and password to a URL of the same server that has none. */
static void keep_user(CURLU *handle, const char *base) {
    char *own = part(handle, CURLUPART_USER, 0);
    CURLU *old = own ? NULL : curl_library.url();
    free(own);
    if (!old) return;
    if (curl_library.url_set(old, CURLUPART_URL, base, CURLU_NON_SUPPORT_SCHEME) == CURLUE_OK &&
        is_same(handle, old, CURLUPART_SCHEME) && is_same(handle, old, CURLUPART_HOST) &&
        is_same(handle, old, CURLUPART_PORT)) {
        char *user = part(old, CURLUPART_USER, 0), *password = part(old, CURLUPART_PASSWORD, 0);
        if (user) curl_library.url_set(handle, CURLUPART_USER, user, 0);
        if (password) curl_library.url_set(handle, CURLUPART_PASSWORD, password, 0);
        free(user);
        free(password);
    }
    curl_library.url_cleanup(old);
}

/* Whether a normalised URL is read back as itself. If its host was percent-encoded, the decoded host may be invalid. */
static bool is_normal(CURLU *handle, const char *text, unsigned int flags) {
    if (curl_library.url_set(handle, CURLUPART_URL, text, flags) != CURLUE_OK) return false;
    char *again = part(handle, CURLUPART_URL, 0);
    bool result = again && strcmp(again, text) == 0;
    free(again);
    return result;
}

static bool parse(CURLU *handle, const char *text, const char *base, struct cweb_url *url) {
    /* Other schemes are parsed as well, so that the error can be about the scheme. */
    const unsigned int flags = CURLU_NON_SUPPORT_SCHEME | CURLU_URLENCODE;
    if (base && curl_library.url_set(handle, CURLUPART_URL, base, flags) != CURLUE_OK) return false;
    if (curl_library.url_set(handle, CURLUPART_URL, text, flags) != CURLUE_OK) return false;
    if (base) keep_user(handle, base);
    curl_library.url_set(handle, CURLUPART_FRAGMENT, NULL, 0);
    url->text = part(handle, CURLUPART_URL, 0);
    url->scheme = part(handle, CURLUPART_SCHEME, 0);
    url->host = part(handle, CURLUPART_HOST, 0);
    if (!url->host) url->host = strdup("");
    char *port = part(handle, CURLUPART_PORT, CURLU_DEFAULT_PORT);
    url->port = port ? (uint16_t)strtoul(port, NULL, 10) : 0;
    free(port);
    if (url->host) {
        for (char *c = url->host; *c; c++) {
            if (*c >= 'A' && *c <= 'Z') *c |= 0x20;
        }
    }
    return url->text && url->scheme && url->host && is_normal(handle, url->text, flags);
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
