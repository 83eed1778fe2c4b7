import { describe, expect, test } from 'vitest'
import { isWhole, rehearsal, whole } from './rehearsal.ts'

// As many as a run on an empty account has; the last test holds it to that.
const calls = 25
const each = Array.from({ length: calls }, (_, n) => n + 1)
const creating = /\bcreate\b|secret put/
const moments = [
  { when: 'before its effect', after: false },
  { when: 'after its effect, its answer lost', after: true },
]

describe.each(moments)('$when', ({ after }) => {
  test.each(each)(
    'stopped at call %i, the same command goes on and makes nothing twice',
    async (at) => {
      const one = rehearsal()
      expect(await one.runWith({ at, after, stops: true })).toBe('stopped')
      expect(await one.run()).toBeNull()
      expect(isWhole(one)).toEqual(whole())
    },
  )

  test.each(each)(
    'call %i fails: it says so or gets over it, and the same command goes on',
    async (at) => {
      const one = rehearsal()
      const end = await one.runWith({ at, after, stops: false })
      if (end !== null) {
        expect(end).toMatch(/failed\.\n {2}\| wrangler .*\n {2}\| fetch failed/)
        expect(end).toContain('give the same command again')
        // A creation that is seen to have had its effect needs no person.
        expect(after && creating.test(one.account.calls.at(at - 1) ?? '')).toBe(false)
        const secrets = structuredClone(one.account.workers)
        expect(await one.run()).toBeNull()
        for (const [name, worker] of Object.entries(secrets)) {
          expect(one.account.workers[name]?.secrets).toMatchObject(worker.secrets)
        }
      }
      expect(isWhole(one)).toEqual(whole())
    },
  )
})

test('again with any call failing: nothing is created and no key is set', async () => {
  const one = rehearsal()
  await one.run()
  const made = structuredClone(isWhole(one))
  const { secrets } = one.account.workers['merchant-pay-production'] ?? {}
  const kept = { ...secrets }
  const text = one.text()
  for (let at = 1; at <= calls; at += 1) {
    one.account.calls.length = 0
    await one.runWith({ at, after: false, stops: false })
    expect(one.account.calls.filter((call) => creating.test(call))).toEqual([])
  }
  expect([isWhole(one), one.text(), secrets]).toEqual([made, text, kept])
})

test('these are all calls of a run', async () => {
  const one = rehearsal()
  await one.run()
  expect(one.account.calls.length).toBe(calls)
})
