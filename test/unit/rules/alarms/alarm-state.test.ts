import fc from 'fast-check'
import { expect, test } from 'vitest'
import { alarmChannels } from '../../../../src/contract/back-office/states.ts'
import {
  type AlarmState,
  heard,
  owedTo,
  stands,
  stepAlarm,
} from '../../../../src/rules/alarms/alarm-state.ts'
import { forAll } from '../../../support/property.ts'

const key = { name: 'database_down', subject: 'database:0' } as const

/** What a minute is like: whether the alarm is true, and whether each channel takes a message. */
type Minute = { readonly isTrue: boolean; readonly takes: readonly [boolean, boolean] }

const minutes = fc.array(
  fc.record({
    // Runs of minutes, so that the damping lets some through.
    isTrue: fc.boolean(),
    length: fc.integer({ min: 1, max: 6 }),
    takes: fc.tuple(fc.boolean(), fc.boolean()),
  }),
  { maxLength: 30 },
)
const damping = fc.record({
  raiseAfter: fc.integer({ min: 0, max: 240 }),
  overAfter: fc.integer({ min: 0, max: 240 }),
})

function run(given: readonly Minute[], terms: { raiseAfter: number; overAfter: number }) {
  let state: AlarmState | null = null
  const told = { webhook: [] as string[], telegram: [] as string[] }
  const states: (AlarmState | null)[] = []
  given.forEach(({ isTrue, takes }, minute) => {
    const now = minute * 60
    state = stepAlarm({ key, before: state, value: isTrue ? 7 : null, now, damping: terms })
    states.push(state)
    for (const [n, channel] of alarmChannels.entries()) {
      const what: 'raised' | 'over' | null = state === null ? null : owedTo(channel, state, now)
      if (state === null || what === null || !takes[n]) continue
      state = heard({ channel, state, what, now })
      told[channel].push(what)
    }
  })
  return { states, told }
}

const spread = (runs: readonly (Minute & { readonly length: number })[]) =>
  runs.flatMap(({ length, ...minute }) => Array.from({ length }, () => minute))

test('no channel is ever told twice that an alarm is raised without hearing in between that it is over', () => {
  forAll([minutes, damping], 500, (runs, terms) => {
    const { told } = run(spread(runs), terms)
    // What came and went before a channel could hear of it is told as over alone.
    for (const news of Object.values(told)) expect(news.join(' ')).not.toContain('raised raised')
  })
})

test('a channel that takes messages hears raised, over, raised, over …', () => {
  forAll([minutes, damping], 500, (runs, terms) => {
    const open = spread(runs).map(({ isTrue }) => ({ isTrue, takes: [true, true] as const }))
    const { told, states } = run(open, terms)
    for (const channel of alarmChannels) {
      const heardOf = told[channel]
      expect(heardOf).toEqual(heardOf.map((_, n) => (n % 2 === 0 ? 'raised' : 'over')))
      const last = states.at(-1) ?? null
      expect(heardOf.length % 2 === 1).toBe(last !== null && stands(last))
    }
  })
})

test('nothing is lost: once a channel takes messages again it knows whether the alarm stands', () => {
  forAll([minutes, damping], 500, (runs, terms) => {
    const shut = spread(runs)
    const last = shut.at(-1)?.isTrue ?? false
    const quiet = Array.from({ length: 6 }, () => ({ isTrue: last, takes: [true, true] as const }))
    const { told, states } = run([...shut, ...quiet], terms)
    const state = states.at(-1) ?? null
    for (const channel of alarmChannels) {
      const knows = told[channel].at(-1) === 'raised'
      expect(knows).toBe(state !== null && stands(state))
    }
  })
})

test('it is raised only after it was true for long enough in a row, and over only after it was false so long', () => {
  forAll([minutes, damping], 500, (runs, terms) => {
    const given = spread(runs)
    const { states } = run(given, terms)
    states.forEach((state, minute) => {
      const before = states[minute - 1] ?? null
      const stood = before !== null && stands(before)
      const isStanding = state !== null && stands(state)
      const inARow = (wanted: boolean) => {
        let first = minute
        while (first > 0 && given[first - 1]?.isTrue === wanted) first -= 1
        return (minute - first) * 60
      }
      if (isStanding && !stood) expect(inARow(true)).toBeGreaterThanOrEqual(terms.raiseAfter)
      if (!isStanding && stood) expect(inARow(false)).toBeGreaterThanOrEqual(terms.overAfter)
      // And no later than that.
      if (given[minute]?.isTrue && inARow(true) >= terms.raiseAfter) expect(isStanding).toBe(true)
      if (!given[minute]?.isTrue && inARow(false) >= terms.overAfter) expect(isStanding).toBe(false)
    })
  })
})

test('an alarm that came and went without a message is told for a day, and no longer', () => {
  const terms = { raiseAfter: 0, overAfter: 0 }
  const raised = stepAlarm({ key, before: null, value: 1, now: 0, damping: terms })
  const over = stepAlarm({ key, before: raised, value: null, now: 60, damping: terms })
  if (over === null) throw new Error('it is forgotten')
  expect(owedTo('webhook', over, 60 + 86_399)).toBe('over')
  expect(owedTo('webhook', over, 60 + 86_400)).toBeNull()
  // Whoever has heard of it hears of its end all the same.
  const known = heard({ channel: 'telegram', state: over, what: 'raised', now: 60 })
  expect(owedTo('telegram', known, 60 + 86_400)).toBe('over')
})
