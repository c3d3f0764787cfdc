/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How integrators speak to the user. */
#include "integrate/integrator.h"

#include <stdarg.h>
#include <stdio.h>

void md_speaker_say(const struct md_speaker *speaker, const char *format, ...)
{
    char text[512];
    va_list arguments;
    if (speaker == NULL || speaker->say == NULL)
        return;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    speaker->say(speaker->context, text);
}

void md_speaker_warn(const struct md_speaker *speaker, const struct md_place *place,
                     const char *format, ...)
{
    char text[512];
    va_list arguments;
    if (speaker == NULL || speaker->warn == NULL)
        return;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    speaker->warn(speaker->context, place, text);
}
