/** The least that `ARCHIVE_AFTER_DAYS` may be, other than 0, as the settings check. */
export const archivedDaysMin = 35
