import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AlarmChannel, alarmChannels } from '../../../../src/contract/back-office/states.ts'
import {
  type AlarmNotice,
  type AlarmState,
  afterNotice,
  isRaised,
  nextNotice,
  stepAlarm,
} from '../../../../src/rules/alarms/alarm-steps.ts'
import { forAll } from '../../../support/property.ts'

const key = { name: 'database_down', subject: 'database:0' } as const

/** What a minute is like: whether the alarm is true, and whether each channel takes a message. */
type Minute = { readonly isTrue: boolean; readonly takes: readonly [boolean, boolean, boolean] }

const minutes = fc.array(
  fc.record({
    // Runs of minutes, so that the damping lets some through.
    isTrue: fc.boolean(),
    length: fc.integer({ min: 1, max: 6 }),
    takes: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()),
  }),
  { maxLength: 30 },
)
const damping = fc.record({
  raiseAfter: fc.integer({ min: 0, max: 240 }),
  overAfter: fc.integer({ min: 0, max: 240 }),
})

const aFound = { value: 7, detail: '' }

function run(given: readonly Minute[], terms: { raiseAfter: number; overAfter: number }) {
  let state: AlarmState | null = null
  const news: Record<AlarmChannel, { what: AlarmNotice; minute: number }[]> = {
    webhook: [],
    telegram: [],
    escalation: [],
  }
  const states: (AlarmState | null)[] = []
  given.forEach(({ isTrue, takes }, minute) => {
    const now = minute * 60
    state = stepAlarm({ key, before: state, found: isTrue ? aFound : null, now, damping: terms })
    states.push(state)
    for (const [n, channel] of alarmChannels.entries()) {
      const what: AlarmNotice | null = state === null ? null : nextNotice(channel, state, now)
      if (state === null || what === null || !takes[n]) continue
      state = afterNotice({ channel, state, what, now })
      news[channel].push({ what, minute })
    }
  })
  /** What a channel heard, without what it heard again. */
  const heardBy = (channel: AlarmChannel) =>
    news[channel].flatMap(({ what }) => (what === 'reminder' ? [] : [what]))
  return { states, news, heardBy }
}

/** Those that hear of an alarm at once. */
const atOnce = ['webhook', 'telegram'] as const

const allTake = [true, true, true] as const

const spread = (runs: readonly (Minute & { readonly length: number })[]) =>
  runs.flatMap(({ length, ...minute }) => Array.from({ length }, () => minute))

test('no channel gets an alarm as raised twice without getting it as over in between', () => {
  forAll([minutes, damping], 500, (runs, terms) => {
    const { heardBy } = run(spread(runs), terms)
    // What came and went before a channel could hear of it is told as over alone.
    for (const channel of alarmChannels) {
      expect(heardBy(channel).join(' ')).not.toContain('raised raised')
    }
  })
})

test('a channel that takes messages hears raised, over, raised, over …', () => {
  forAll([minutes, damping], 500, (runs, terms) => {
    const open = spread(runs).map(({ isTrue }) => ({ isTrue, takes: allTake }))
    const { heardBy, states } = run(open, terms)
    for (const channel of atOnce) {
      const heardOf = heardBy(channel)
      expect(heardOf).toEqual(heardOf.map((_, n) => (n % 2 === 0 ? 'raised' : 'over')))
      const last = states.at(-1) ?? null
      expect(heardOf.length % 2 === 1).toBe(last !== null && isRaised(last))
    }
  })
})

test('nothing is lost: once a channel takes messages again it knows whether the alarm stands', () => {
  forAll([minutes, damping], 500, (runs, terms) => {
    const shut = spread(runs)
    const last = shut.at(-1)?.isTrue ?? false
    const quiet = Array.from({ length: 6 }, () => ({ isTrue: last, takes: allTake }))
    const { heardBy, states } = run([...shut, ...quiet], terms)
    const state = states.at(-1) ?? null
    for (const channel of atOnce) {
      const knows = heardBy(channel).at(-1) === 'raised'
      expect(knows).toBe(state !== null && isRaised(state))
    }
  })
})

test('a reminder comes an hour after the channel heard last, while the alarm stands, and only then', () => {
  forAll([fc.integer({ min: 1, max: 400 }), fc.boolean()], 100, (length, takes) => {
    const first = { isTrue: true, takes: [true, takes, true] as const }
    const given = Array.from({ length }, () => first)
    const { news } = run(given, { raiseAfter: 0, overAfter: 0 })
    const minutesOf = (channel: AlarmChannel) => news[channel].map(({ minute }) => minute)
    const every = (hour: number, from: number) =>
      Array.from(
        { length: Math.max(0, Math.ceil((length - from) / hour)) },
        (_, n) => from + n * hour,
      )
    expect(minutesOf('webhook')).toEqual(every(60, 0))
    expect(minutesOf('telegram')).toEqual(takes ? every(60, 0) : [])
    expect(minutesOf('escalation')).toEqual(every(60, 15))
    for (const channel of alarmChannels) {
      const [raised, ...again] = news[channel].map(({ what }) => what)
      expect(raised ?? 'raised').toBe('raised')
      expect(again.every((what) => what === 'reminder')).toBe(true)
    }
  })
})

test('the escalation channel hears of the end only of what it heard of, or had to', () => {
  forAll([minutes, damping], 500, (runs, terms) => {
    const { states, news } = run(spread(runs), terms)
    for (const [index, { what, minute }] of news.escalation.entries()) {
      const last = news.escalation[index - 1]?.what ?? 'over'
      if (last !== 'over') continue
      const { raisedAt, overAt } = states[minute] ?? { raisedAt: null, overAt: null }
      const until = what === 'over' ? (overAt ?? 0) : minute * 60
      expect(until - (raisedAt ?? until)).toBeGreaterThanOrEqual(870)
    }
  })
})

test('of an acknowledged alarm nobody hears until it is over, and of the next one everybody', () => {
  const terms = { raiseAfter: 0, overAfter: 0 }
  const raised = stepAlarm({ key, before: null, found: aFound, now: 0, damping: terms })
  if (raised === null) throw new Error('it is not raised')
  const known = afterNotice({ channel: 'webhook', state: raised, what: 'raised', now: 0 })
  const state = { ...known, acknowledgement: { at: 60, by: 'ann', note: '' } }
  for (const channel of alarmChannels) {
    for (const now of [60, 900, 3_600, 86_400]) expect(nextNotice(channel, state, now)).toBeNull()
  }
  const over = stepAlarm({ key, before: state, found: null, now: 90_000, damping: terms })
  if (over === null) throw new Error('it is forgotten')
  const ends = alarmChannels.map((channel) => nextNotice(channel, over, 90_000))
  expect(ends).toEqual(['over', 'over', null])
  const heardOver = afterNotice({ channel: 'webhook', state: over, what: 'over', now: 90_000 })
  const next = stepAlarm({ key, before: heardOver, found: aFound, now: 90_060, damping: terms })
  if (next === null) throw new Error('it is not raised again')
  const again = alarmChannels.map((channel) => nextNotice(channel, next, 90_060 + 900))
  expect(again).toEqual(['raised', 'raised', 'raised'])
})

test('an alarm is raised only after it was true for long enough in a row, and over only after it was false so long', () => {
  forAll([minutes, damping], 500, (runs, terms) => {
    const given = spread(runs)
    const { states } = run(given, terms)
    states.forEach((state, minute) => {
      const before = states[minute - 1] ?? null
      const stood = before !== null && isRaised(before)
      const isStanding = state !== null && isRaised(state)
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

test('an alarm that came and went without a message is sent for a day, and no longer', () => {
  const terms = { raiseAfter: 0, overAfter: 0 }
  const raised = stepAlarm({ key, before: null, found: aFound, now: 0, damping: terms })
  const over = stepAlarm({ key, before: raised, found: null, now: 60, damping: terms })
  if (over === null) throw new Error('it is forgotten')
  expect(nextNotice('webhook', over, 60 + 86_399)).toBe('over')
  expect(nextNotice('webhook', over, 60 + 86_400)).toBeNull()
  // Whoever has heard of it hears of its end all the same.
  const known = afterNotice({ channel: 'telegram', state: over, what: 'raised', now: 60 })
  expect(nextNotice('telegram', known, 60 + 86_400)).toBe('over')
})
