import { expect, test } from 'vitest'
import { type LogEntry, logEvents } from '../../src/contract/log/log-events.ts'
import { type LogEvent, type LogField, logFields } from '../../src/contract/log/log-fields.ts'
import { jobNames } from '../../src/jobs/minute-jobs.ts'
import { valueText } from '../../src/rules/alarms/alarm-message.ts'
import { alarmTable } from '../../src/rules/alarms/alarm-table.ts'
import { filesIn, readProject } from '../support/project-files.ts'

// docs/watching.md lists what src writes and runs, in the same words.

// The table itself, and the documentation's examples of answers, are no places that write a line.
const sources = filesIn('src').filter(
  (path) => /\.tsx?$/.test(path) && !/^src\/(?:contract\/log|documentation)\//.test(path),
)
const events = new Map<string, LogEvent>(Object.entries(logEvents))

test('every kind of log line is in docs/watching.md, and no other', () => {
  const rows = Array.from(events, ([name, { always, sometimes, means, remedy }]) => {
    const some = sometimes === undefined ? '' : `; sometimes ${codes(sometimes)}`
    return `| \`${name}\` | ${means} | ${codes(always)}${some} | ${remedy ?? '–'} |`
  })
  expect(rowsOf('Log lines')).toEqual(rows)
})

test('every field of a log line is in docs/watching.md, and no other', () => {
  const rows = Object.entries(logFields).map(([name, { means }]) => `| \`${name}\` | ${means} |`)
  expect(rowsOf('Fields')).toEqual(rows)
})

test('every field is in some log line', () => {
  const used = new Set<LogField>(
    Array.from(events.values(), ({ always, sometimes = [] }) => [...always, ...sometimes]).flat(),
  )
  expect(Object.keys(logFields).filter((name) => !used.has(name as LogField))).toEqual([])
})

test('every kind of log line is written somewhere, and each that is written is listed', () => {
  const written = new Set(
    sources.flatMap((path) =>
      Array.from(readProject(path).matchAll(/\bevent: '(\w+)'/g), ([, name = '']) => name),
    ),
  )
  expect([...written].filter((name) => !events.has(name))).toEqual([])
  expect([...events.keys()].filter((name) => !written.has(name))).toEqual([])
})

test('a line that is not listed, lacks a field, or has another one does not compile', () => {
  const lines: LogEntry[] = [
    { event: 'alarm_over', alarm: 'server_errors', subject: '', severity: 'page' },
    // @ts-expect-error: there is no such line
    { event: 'alarm_gone', alarm: 'server_errors' },
    // @ts-expect-error: it lacks its severity
    { event: 'alarm_over', alarm: 'server_errors', subject: '' },
    // @ts-expect-error: it has no actor
    { event: 'alarm_over', alarm: 'server_errors', subject: '', severity: 'page', actor: 'x' },
    // @ts-expect-error: a status is a number
    { event: 'request', request_id: '', method: '', path: '', duration_ms: 1, status: '200' },
  ]
  expect(lines).toHaveLength(5)
})

test('every alarm is in docs/watching.md, and no other', () => {
  const rows = Object.entries(alarmTable).map(([name, alarm]) => {
    const { severity, about, unit, threshold, raiseMinutes, overMinutes } = alarm
    const limit = unit === 'flag' ? '' : valueText(threshold, unit).en
    const says = `${alarm.means.en} | ${alarm.remedy.en} | ${alarm.runbook}`
    const minutes = `${raiseMinutes}, ${overMinutes}`
    return `| \`${name}\` | ${severity} | ${about} | ${limit} | ${minutes} | ${says} |`
  })
  expect(rowsOf('Alarms')).toEqual(rows)
})

test('each job of the minute is in docs/watching.md, and no other', () => {
  const rows = rowsOf('Jobs of the minute').map((row) => /`(\w+)`/.exec(row)?.[1])
  expect(rows).toEqual(jobNames)
})

function codes(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(' ')
}

function rowsOf(heading: string): string[] {
  const [, section = ''] = readProject('docs/watching.md').split(`\n## ${heading}\n`)
  const [table = ''] = section.split('\n## ')
  return table.split('\n').filter((line) => line.startsWith('| `'))
}
