import { expect, test } from 'vitest'
import { lookOf } from '../../../../scripts/release/look.ts'

const addresses = [
  '--base-url=https://pay.example',
  '--exchange-url=https://members.example/exchange',
  '--backoffice-url=https://desk.example',
]
const merchant = {
  SMOKE_UID: 'SMOKE1',
  SMOKE_SECRET: 'x'.repeat(40),
  SMOKE_NOTIFY_URL: 'https://receiver.example/n',
}
const token = { SMOKE_ACCESS_CLIENT_ID: 'id', SMOKE_ACCESS_CLIENT_SECRET: 'secret' }

type Changes = Partial<Pick<Parameters<typeof lookOf>[0], 'withDesk' | 'hasTester' | 'vars'>>
const look = (changes: Changes) => {
  const vars = { ...merchant, ...token }
  return lookOf({ addresses, isInUse: true, hasTester: true, withDesk: true, vars, ...changes })
}

test('a release asks the desk for its alarms, and needs a service token for it', () => {
  expect(look({}).alarms).not.toBeNull()
  expect(() => look({ vars: merchant })).toThrow('SMOKE_ACCESS_CLIENT_ID')
})

test('one that mends a broken desk neither asks it nor needs the token, and awaits callbacks all the same', () => {
  expect(look({ withDesk: false, vars: merchant }).alarms).toBeNull()
  const { SMOKE_NOTIFY_URL: _, ...withoutReceiver } = merchant
  expect(() => look({ withDesk: false, vars: withoutReceiver })).toThrow('SMOKE_NOTIFY_URL')
})

test('one that binds a new database of test merchants asks nothing as one, and the desk all the same', () => {
  expect(look({ hasTester: false, vars: token }).alarms).not.toBeNull()
  expect(() => look({ hasTester: false, vars: {} })).toThrow('SMOKE_ACCESS_CLIENT_ID')
})
