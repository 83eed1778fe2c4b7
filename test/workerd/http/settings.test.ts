import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { contextFrom } from '../../../src/context.ts'
import { aMerchant, expectRefused, paths, post } from '../support/service.ts'

// The defaults of the settings that are numbers.
const numbers = [
  ['TIMESTAMP_TOLERANCE_SECONDS', 'timestampToleranceSeconds', 300],
  ['LINK_LIFETIME_SECONDS', 'linkLifetimeSeconds', 1800],
  ['MATCHED_GRACE_SECONDS', 'matchedGraceSeconds', 3600],
] as const

describe.each(numbers)('%s', (name, setting, standard) => {
  const withValue = (value: unknown): Env => ({ ...env, [name]: value })

  test.each([undefined, '', ' '])('%j stands for the default', (value) => {
    expect(contextFrom(withValue(value)).settings[setting]).toBe(standard)
  })

  test('left out stands for the default', () => {
    const rest = Object.fromEntries(Object.entries(env).filter(([one]) => one !== name))
    expect(contextFrom(rest as unknown as Env).settings[setting]).toBe(standard)
  })

  test.each(['90', ' 90 ', 90])('%j is 90', (value) => {
    expect(contextFrom(withValue(value)).settings[setting]).toBe(90)
  })

  test.each(['x', '-1', '1.5', '0x64', '1e3', 'Infinity', '300s'])(
    '%j is refused by name',
    (value) => {
      expect(() => contextFrom(withValue(value))).toThrow(name)
    },
  )
})

test('an empty window is the default, not off: a copy of a request is refused after five minutes', async () => {
  const shop = await aMerchant()
  const timestamp = Math.floor(Date.now() / 1000) - 3600
  const send = (TIMESTAMP_TOLERANCE_SECONDS: string) =>
    post(shop, paths.balance, { timestamp }, { ...env, TIMESTAMP_TOLERANCE_SECONDS })
  expectRefused(await send(''), 422, 'timestamp_out_of_range')
  expect((await send('0')).status).toBe(200)
})
