#include "CPhotoCodecs.h"

#include <stdlib.h>

#include <lcms2.h>

struct CColourProfile {
    cmsContext context;
    cmsHPROFILE profile;
};

struct CColourTransform {
    cmsContext context;
    cmsHTRANSFORM transform;
};

/* Drops Little CMS's error messages: only whether a profile can be used matters. */
static void ignore_error(cmsContext context, cmsUInt32Number code, const char *text) {
    (void)context, (void)code, (void)text;
}

static cmsContext create_context(void) {
    cmsContext context = cmsCreateContext(NULL, NULL);
    if (context) cmsSetLogErrorHandlerTHR(context, ignore_error);
    return context;
}

CColourProfile *ccolour_profile_open(const uint8_t *bytes, size_t count) {
    CColourProfile *profile = calloc(1, sizeof *profile);
    if (!profile) return NULL;
    profile->context = create_context();
    if (profile->context && count <= UINT32_MAX)
        profile->profile = cmsOpenProfileFromMemTHR(profile->context, bytes, (cmsUInt32Number)count);
    if (profile->profile) return profile;
    ccolour_profile_close(profile);
    return NULL;
}

void ccolour_profile_close(CColourProfile *profile) {
    if (!profile) return;
    if (profile->profile) cmsCloseProfile(profile->profile);
    if (profile->context) cmsDeleteContext(profile->context);
    free(profile);
}

static bool has_device_class(cmsHPROFILE profile) {
    switch (cmsGetDeviceClass(profile)) {
    case cmsSigInputClass:
    case cmsSigDisplayClass:
    case cmsSigOutputClass:
    case cmsSigColorSpaceClass: return cmsGetPCS(profile) == cmsSigXYZData || cmsGetPCS(profile) == cmsSigLabData;
    default: return false;
    }
}

static bool has_table(cmsHPROFILE profile) {
    static const cmsTagSignature tables[] = {cmsSigAToB0Tag, cmsSigAToB1Tag, cmsSigDToB0Tag, cmsSigDToB1Tag};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        if (cmsIsTag(profile, tables[i])) return true;
    return false;
}

CColourProfileInfo ccolour_profile_info(const CColourProfile *profile) {
    CColourProfileInfo info = {0};
    cmsHPROFILE handle = profile->profile;
    if (!has_device_class(handle)) return info;
    bool table = has_table(handle);
    switch (cmsGetColorSpace(handle)) {
    case cmsSigGrayData:
        info.channels = 1;
        info.curves_only = !table && cmsReadTag(handle, cmsSigGrayTRCTag);
        break;
    case cmsSigRgbData:
        info.channels = 3;
        info.curves_only = !table && cmsGetPCS(handle) == cmsSigXYZData && cmsReadTag(handle, cmsSigRedTRCTag) &&
                           cmsReadTag(handle, cmsSigGreenTRCTag) && cmsReadTag(handle, cmsSigBlueTRCTag) &&
                           cmsReadTag(handle, cmsSigRedColorantTag) && cmsReadTag(handle, cmsSigGreenColorantTag) &&
                           cmsReadTag(handle, cmsSigBlueColorantTag);
        break;
    case cmsSigCmykData: info.channels = 4; break;
    default: break;
    }
    return info;
}

bool ccolour_profile_curve(const CColourProfile *profile, int channel, float *linearValues, size_t count) {
    static const cmsTagSignature tags[] = {cmsSigRedTRCTag, cmsSigGreenTRCTag, cmsSigBlueTRCTag};
    bool grey = cmsGetColorSpace(profile->profile) == cmsSigGrayData;
    const cmsToneCurve *curve = cmsReadTag(profile->profile, grey ? cmsSigGrayTRCTag : tags[channel]);
    if (!curve) return false;
    for (size_t i = 0; i < count; i++) linearValues[i] = cmsEvalToneCurveFloat(curve, (float)i / (float)(count - 1));
    return true;
}

bool ccolour_profile_colourant(const CColourProfile *profile, int channel, double xyz[3]) {
    static const cmsTagSignature tags[] = {cmsSigRedColorantTag, cmsSigGreenColorantTag, cmsSigBlueColorantTag};
    const cmsCIEXYZ *colourant = cmsReadTag(profile->profile, tags[channel]);
    if (!colourant) return false;
    xyz[0] = colourant->X;
    xyz[1] = colourant->Y;
    xyz[2] = colourant->Z;
    return true;
}

static cmsUInt32Number input_format(int channels, int bytes) {
    switch (channels) {
    case 1: return COLORSPACE_SH(PT_GRAY) | CHANNELS_SH(1) | EXTRA_SH(3) | BYTES_SH(bytes);
    case 3: return COLORSPACE_SH(PT_RGB) | CHANNELS_SH(3) | EXTRA_SH(1) | BYTES_SH(bytes);
    default: return COLORSPACE_SH(PT_CMYK) | CHANNELS_SH(4) | BYTES_SH(bytes);
    }
}

CColourTransform *ccolour_transform_create(
    const uint8_t *from, size_t from_count, const uint8_t *to, size_t to_count, int depth) {
    CColourTransform *transform = calloc(1, sizeof *transform);
    if (!transform) return NULL;
    transform->context = create_context();
    cmsHPROFILE source = NULL, target = NULL;
    if (transform->context) {
        source = cmsOpenProfileFromMemTHR(transform->context, from, (cmsUInt32Number)from_count);
        target = cmsOpenProfileFromMemTHR(transform->context, to, (cmsUInt32Number)to_count);
    }
    if (source && target) {
        int channels = (int)cmsChannelsOf(cmsGetColorSpace(source));
        /* Without its cache a transform can be used by several threads at once. */
        transform->transform = cmsCreateTransformTHR(
            transform->context, source, input_format(channels, depth / 8), target, TYPE_RGBA_16,
            INTENT_RELATIVE_COLORIMETRIC, cmsFLAGS_BLACKPOINTCOMPENSATION | cmsFLAGS_NOCACHE);
    }
    if (source) cmsCloseProfile(source);
    if (target) cmsCloseProfile(target);
    if (transform->transform) return transform;
    ccolour_transform_destroy(transform);
    return NULL;
}

void ccolour_transform_destroy(CColourTransform *transform) {
    if (!transform) return;
    if (transform->transform) cmsDeleteTransform(transform->transform);
    if (transform->context) cmsDeleteContext(transform->context);
    free(transform);
}

void ccolour_transform_apply(const CColourTransform *transform, const void *input, uint16_t *output, size_t pixels) {
    cmsDoTransform(transform->transform, input, output, (cmsUInt32Number)pixels);
}
