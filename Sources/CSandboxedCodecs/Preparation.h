/* What libraries would otherwise ask the system when they are first used, which a protected worker may not. Call these
   while a library is loaded. */
#pragma once

/* The C library asks how much memory there is when it first sorts more than 1,024 bytes. */
void prepare_sorting(void);

/* It reads the time zone whenever a date is made, unless one is set whose name hasn't changed. Dates are in UTC from now
   on. */
void prepare_dates(void);
