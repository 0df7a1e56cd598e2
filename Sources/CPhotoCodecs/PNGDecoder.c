#include "PNGDecoder.h"

/* libpng's default, set explicitly in case the library was built with another one. */
enum { MAX_SIDE = 1000000 };

static void read_bytes(png_structp codec, png_bytep output, size_t count) {
    PNGDecoder *decoder = png_get_io_ptr(codec);
    CPhotoStatus status = decoder->read(decoder->context, output, count);
    if (status == CPhotoStatusDone) return;
    decoder->errors.faults.end_missing = true;
    png_errors_leave(&decoder->errors, status, "the file ends too soon");
}

bool png_decoder_open(PNGDecoder *decoder, PNGRead read, void *context) {
    *decoder = (PNGDecoder){.read = read, .context = context};
    if (setjmp(decoder->errors.error_jump)) {
        png_decoder_close(decoder);
        return false;
    }
    decoder->codec = png_create_read_struct(PNG_LIBPNG_VER_STRING, &decoder->errors, png_errors_fail, png_errors_warn);
    if (decoder->codec) decoder->info = png_create_info_struct(decoder->codec);
    if (!decoder->info) {
        png_decoder_close(decoder);
        return false;
    }
    png_set_read_fn(decoder->codec, decoder, read_bytes);
    png_set_user_limits(decoder->codec, MAX_SIDE, MAX_SIDE);
    png_set_keep_unknown_chunks(decoder->codec, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    png_set_check_for_invalid_index(decoder->codec, 0);
    return true;
}

void png_decoder_close(PNGDecoder *decoder) {
    if (decoder->codec) png_destroy_read_struct(&decoder->codec, &decoder->info, NULL);
    decoder->codec = NULL;
}

void png_decoder_trust_data(PNGDecoder *decoder) {
    if (setjmp(decoder->errors.error_jump)) return;
    png_set_crc_action(decoder->codec, PNG_CRC_QUIET_USE, PNG_CRC_NO_CHANGE);
#ifdef PNG_IGNORE_ADLER32
    /* Many builds of libpng can't do this, but accept the option all the same. */
    png_set_option(decoder->codec, PNG_IGNORE_ADLER32, PNG_OPTION_ON);
#endif
}

CPhotoStatus png_decoder_read_info(PNGDecoder *decoder) {
    if (setjmp(decoder->errors.error_jump)) return decoder->errors.status;
    png_read_info(decoder->codec, decoder->info);
    return CPhotoStatusDone;
}

CPhotoStatus png_decoder_start(PNGDecoder *decoder, PNGRows rows) {
    if (setjmp(decoder->errors.error_jump)) return decoder->errors.status;
    png_structp codec = decoder->codec;
    if (rows == PNGRowsRGBA) {
        png_set_expand(codec);
        png_set_gray_to_rgb(codec);
        png_set_add_alpha(codec, 0xFFFF, PNG_FILLER_AFTER);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
        png_set_swap(codec);
#endif
    }
    png_set_interlace_handling(codec);
    png_read_update_info(codec, decoder->info);
    return CPhotoStatusDone;
}

CPhotoStatus png_decoder_read_row(PNGDecoder *decoder, uint8_t *row, size_t piece) {
    if (setjmp(decoder->errors.error_jump)) return decoder->errors.status;
    if (piece > 0) png_set_compression_buffer_size(decoder->codec, piece);
    png_read_row(decoder->codec, row, NULL);
    return CPhotoStatusDone;
}

CPhotoStatus png_decoder_finish(PNGDecoder *decoder) {
    if (setjmp(decoder->errors.error_jump)) return decoder->errors.status;
    png_set_crc_action(decoder->codec, PNG_CRC_DEFAULT, PNG_CRC_NO_CHANGE);
    png_read_end(decoder->codec, NULL);
    return CPhotoStatusDone;
}
