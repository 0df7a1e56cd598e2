/* The trial of what inflates PNGs in libpng's place. ISA-L is used in a way that its manual doesn't describe, and
 * libpng gets rows in the pieces that it has asked for so far; other versions may differ. */
#pragma once

#include "CPhotoCodecs.h"

/* Reads a small picture in both ways, once; loads ISA-L. */
CPhotoFastPath png_trial(void);
