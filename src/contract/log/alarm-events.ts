import type { LogEvent } from './log-fields.ts'

/** The log lines of the watch. */
export const alarmEvents = {
  alarm_raised: {
    always: ['alarm', 'subject', 'severity', 'value'],
    means: 'an alarm was true for long enough, and stands',
    remedy: 'what the table of alarms says',
  },
  alarm_over: {
    always: ['alarm', 'subject', 'severity'],
    means: 'an alarm that stood is over',
    remedy: null,
  },
  alarms_told: {
    always: ['channel', 'count'],
    sometimes: ['http_status'],
    means: 'a message with so many alarms was taken by a channel',
    remedy: null,
  },
  alarms_not_told: {
    always: ['channel', 'count', 'outcome'],
    sometimes: ['http_status'],
    means: 'a channel did not take a message; `incomplete` where a part of its settings is missing',
    remedy:
      'nothing while it is rare: the next minute tries again; else mend its settings, and try `POST /api/alarms/test`',
  },
  watch_without_database: {
    always: ['database', 'fault'],
    means: 'a database did not answer the watch: its other alarms stay as they were',
    remedy: 'look at the database; the alarm `database_down` is raised if it lasts',
  },
  counts_not_kept: {
    always: ['fault'],
    means: 'what an isolate has counted of its answers could not be written',
    remedy: 'nothing: it is written with what it counts next',
  },
} as const satisfies Readonly<Record<string, LogEvent>>
