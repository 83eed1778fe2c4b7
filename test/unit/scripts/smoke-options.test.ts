import { expect, test } from 'vitest'
import { readCommand } from '../../../scripts/smoke/options.ts'
import { firstDifference } from '../../../scripts/smoke/public-checks.ts'

const own = { SMOKE_UID: 'SMOKE01', SMOKE_SECRET: 'not-to-be-shown' }
const base = ['--base-url', 'https://pay.example']
const local = ['--base-url', 'http://127.0.0.1:8787']

test('a deployment is checked as the merchant of the environment, without orders', () => {
  const read = readCommand([...base, '--exchange-url', 'https://members.example/topup'], own)
  expect(read).toMatchObject({ uid: 'SMOKE01', secret: 'not-to-be-shown', isWriting: false })
  expect(read.baseUrl.origin).toBe('https://pay.example')
  expect(read.exchangeUrl?.href).toBe('https://members.example/topup')
  expect(read.backofficeUrl).toBeNull()
})

test('a service token and a receiver are taken from the environment, never from the command line', () => {
  const access = { SMOKE_ACCESS_CLIENT_ID: 'an-id', SMOKE_ACCESS_CLIENT_SECRET: 'a-secret' }
  const read = readCommand(base, { ...own, ...access, SMOKE_NOTIFY_URL: 'https://hook.example/a' })
  expect(read.access).toEqual({
    'cf-access-client-id': 'an-id',
    'cf-access-client-secret': 'a-secret',
  })
  expect(read.notifyUrl?.href).toBe('https://hook.example/a')
  expect(readCommand(base, own)).toMatchObject({ access: null, notifyUrl: null })
})

test('--without-merchant needs no uid and secret', () => {
  const read = readCommand([...base, '--without-merchant'], {})
  expect(read).toMatchObject({ isPublic: true, uid: '', secret: '' })
})

test('npm start is checked as its demo merchant unless the environment has another', () => {
  expect(readCommand([...local, '--write'], {})).toMatchObject({ uid: 'DEMO0001', isWriting: true })
  expect(readCommand(local, own)).toMatchObject({ uid: 'SMOKE01' })
})

test.each([
  [[], own, '--base-url is missing'],
  [['--base-url', 'pay.example'], own, 'like https://pay.example, not "pay.example"'],
  [['--base-url', 'ftp://pay.example'], own, 'like https://pay.example'],
  [['--base-url', 'https://a:b@pay.example'], own, 'like https://pay.example'],
  [['--base-url', 'https://pay.example/api'], own, 'without a path, like https://pay.example'],
  [['--base-url', 'http://pay.example'], own, 'must begin with https'],
  [[...base, '--backoffice-url', 'https://desk.example/x'], own, '--backoffice-url must be a host'],
  [[...base, '--wrte'], own, "Unknown option '--wrte'"],
  [[...base, 'more'], own, "Unexpected argument 'more'"],
  [[...base, '--secret', 'not-to-be-shown'], own, 'Set the merchant in SMOKE_UID and SMOKE_SECRET'],
  [[...base, '--uid=SMOKE01'], own, 'Set the merchant in SMOKE_UID and SMOKE_SECRET'],
  [[...base, '--write', '--without-merchant'], own, '--write needs a merchant'],
  [base, { ...own, SMOKE_ACCESS_CLIENT_ID: 'an-id' }, 'or neither'],
  [base, { ...own, SMOKE_NOTIFY_URL: 'hook' }, 'SMOKE_NOTIFY_URL must be an address'],
  [base, {}, 'SMOKE_UID and SMOKE_SECRET are not set'],
  [base, { SMOKE_UID: 'SMOKE01', SMOKE_SECRET: '' }, 'SMOKE_SECRET is not set'],
  [local, { SMOKE_UID: 'SMOKE01' }, 'SMOKE_SECRET is not set'],
  [[...base, '--write'], { ...own, SMOKE_UID: 'SHOP0001' }, 'Nothing was sent'],
  [[...base, '--write'], { ...own, SMOKE_UID: 'DEMO0001' }, 'Nothing was sent'],
  [[...local, '--write'], { ...own, SMOKE_UID: 'SHOP0001' }, 'Nothing was sent'],
])('%j is refused with what to change', (args, environment, message) => {
  const reading = () => readCommand(args, environment)
  expect(reading).toThrow(message)
  expect(reading).not.toThrow('not-to-be-shown')
})

test.each([
  [{ a: 1, b: { c: [1, 2] } }, { b: { c: [1, 2] }, a: 1 }, null],
  [{ a: { b: 1 } }, { a: { b: 2 } }, 'a › b'],
  [{ a: [1, 2] }, { a: [1] }, 'a › 1'],
  [{ a: 1 }, { a: 1, more: null }, 'more'],
  [{ a: null }, { a: {} }, 'a'],
  [1, 'x', 'the top'],
])('%j and %j differ at %j', (one, other, place) => {
  expect(firstDifference(one, other)).toBe(place)
})
