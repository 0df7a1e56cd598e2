/* An ICC profile through our interface of Little CMS: a profile that is taken gives what it promises. */
#include <stdlib.h>

#include "CPhotoCodecs.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    CColourProfile *profile = ccolour_profile_open(bytes, count);
    if (!profile) return 0;
    CColourProfileInfo info = ccolour_profile_info(profile);
    if (info.curves_only) {
        float values[256];
        double xyz[3];
        for (int channel = 0; channel < (info.channels == 1 ? 1 : 3); channel++) {
            if (!ccolour_profile_curve(profile, channel, values, 256)) abort();
            if (info.channels == 3 && !ccolour_profile_colourant(profile, channel, xyz)) abort();
        }
    }
    ccolour_profile_close(profile);
    return 0;
}
