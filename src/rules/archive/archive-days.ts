/** The lowest `ARCHIVE_AFTER_DAYS` other than 0; the settings check it. */
export const archivedDaysMin = 35
