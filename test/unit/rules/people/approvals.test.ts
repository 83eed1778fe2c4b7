import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  approvalLifeSeconds,
  currentState,
  parseSubject,
  sameCallText,
  subjectText,
} from '../../../../src/rules/people/approvals.ts'
import { recordId } from '../../../../src/rules/people/principal.ts'
import { forAll } from '../../../support/property.ts'

const aSecond = () => fc.integer({ min: 1_760_000_000, max: 2_000_000_000 })

test('an approval waits for a day, and is expired after it whatever is stored', () => {
  forAll([aSecond(), fc.integer({ min: 0, max: 15 })], (askedAt, database) => {
    const waiting = { id: recordId(askedAt * 1000, 0.5, database), state: 'waiting' } as const
    expect(currentState(waiting, askedAt)).toBe('waiting')
    expect(currentState(waiting, askedAt + approvalLifeSeconds)).toBe('waiting')
    expect(currentState(waiting, askedAt + approvalLifeSeconds + 1)).toBe('expired')
    const done = { ...waiting, state: 'done' } as const
    expect(currentState(done, askedAt + approvalLifeSeconds + 1)).toBe('done')
  })
})

test('two calls are the same by name, path and body, however the names of the body are ordered', () => {
  const call = { name: 'reverse', path: { trade_no: 'C1' }, body: { a: 1, b: { c: 2, d: [3] } } }
  const text = sameCallText({ ...call, sent: 'x' })
  expect(sameCallText({ ...call, body: { b: { d: [3], c: 2 }, a: 1 }, sent: 'y' })).toBe(text)
  expect(sameCallText({ ...call, body: { ...call.body, e: undefined }, sent: null })).toBe(text)
  for (const other of [
    { ...call, name: 'settle' },
    { ...call, path: { trade_no: 'C2' } },
    { ...call, body: { ...call.body, a: 2 } },
    { ...call, body: { ...call.body, b: { c: 2, d: [3, 3] } } },
  ]) {
    expect(sameCallText({ ...other, sent: 'x' })).not.toBe(text)
  }
})

test('a subject is one text, and back, with colons in its name', () => {
  for (const name of ['M1', 'service:night-batch', '']) {
    expect(parseSubject(subjectText({ kind: 'person', name }))).toEqual({ kind: 'person', name })
  }
})
