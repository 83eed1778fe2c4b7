import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { contextFrom } from '../../../src/context.ts'
import { aMerchant, expectRefused, paths, post } from '../support/service.ts'

// The defaults of the settings that are numbers.
const numbers = [
  ['TIMESTAMP_TOLERANCE_SECONDS', 'timestampToleranceSeconds', 300],
  ['LINK_LIFETIME_SECONDS', 'linkLifetimeSeconds', 1800],
  ['MATCHED_GRACE_SECONDS', 'matchedGraceSeconds', 3600],
  ['SLOT_REST_SECONDS', 'slotRestSeconds', 1800],
  ['SLOT_LATE_SECONDS', 'slotLateSeconds', 86_400],
  ['PROOF_SECONDS', 'proofSeconds', 172_800],
  ['ARCHIVE_AFTER_DAYS', 'archiveAfterDays', 0],
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

test('ARCHIVE_AFTER_DAYS is 0, or at least 35', () => {
  const days = (value: string) => contextFrom({ ...env, ARCHIVE_AFTER_DAYS: value }).settings
  expect(['0', '35'].map((value) => days(value).archiveAfterDays)).toEqual([0, 35])
  for (const value of ['1', '34']) expect(() => days(value)).toThrow('ARCHIVE_AFTER_DAYS')
})

describe('APPROVALS', () => {
  const approvals = (changes: object) => contextFrom({ ...env, ...changes }).settings.approvals
  const local = { BASE_URL: 'http://127.0.0.1:8787', EXCHANGE_URL: '' }
  const unset = { BASE_URL: '', EXCHANGE_URL: '' }

  test.each([undefined, '', ' '])(
    '%j is on in a deployment, and off where the address is local',
    (APPROVALS) => {
      expect(approvals({ APPROVALS })).toEqual({ on: true, from: 10_000_000 })
      expect(approvals({ APPROVALS, ...local }).on).toBe(false)
      expect(approvals({ APPROVALS, ...unset }).on).toBe(false)
    },
  )

  test('on and off are what they say, wherever', () => {
    for (const where of [{}, local, unset]) {
      expect(approvals({ APPROVALS: 'on', ...where }).on).toBe(true)
      expect(approvals({ APPROVALS: 'off', ...where }).on).toBe(false)
    }
  })

  test.each(['ON', 'yes', 'true', '1', 'o n'])('%j is refused by name', (APPROVALS) => {
    expect(() => approvals({ APPROVALS })).toThrow('APPROVALS')
  })

  test.each([
    ['', 10_000_000],
    ['500', 50_000],
    ['0', 0],
    ['never', null],
  ])('APPROVAL_FROM %j is %j hundredths', (APPROVAL_FROM, from) => {
    expect(approvals({ APPROVAL_FROM }).from).toBe(from)
  })

  test.each(['-1', '1.5', '1e5', 'Never', '100,000'])('APPROVAL_FROM %j is refused', (given) => {
    expect(() => approvals({ APPROVAL_FROM: given })).toThrow('APPROVAL_FROM')
  })
})

describe('where alarms go', () => {
  const alarms = (changes: object) => contextFrom({ ...env, ...changes }).settings.alarms

  test('is nowhere where nothing is set', () => {
    expect(alarms({})).toEqual({
      webhookUrl: null,
      webhookSecret: '',
      telegramToken: '',
      telegramChatId: '',
      escalationUrl: null,
      quietHours: null,
    })
  })

  test('is what the settings and secrets say', () => {
    const set = { ALARM_WEBHOOK_URL: 'https://a.example/b', ALARM_WEBHOOK_SECRET: 's' }
    const bot = {
      TELEGRAM_BOT_TOKEN: '1:a-B_c',
      TELEGRAM_CHAT_ID: '-100',
      QUIET_HOURS: '23:00-07:30',
    }
    expect(alarms({ ...set, ...bot })).toMatchObject({
      webhookSecret: 's',
      telegramToken: '1:a-B_c',
      telegramChatId: '-100',
      quietHours: { from: 1_380, until: 450 },
    })
    expect(alarms(set).webhookUrl?.href).toBe('https://a.example/b')
    const next = { ALARM_ESCALATION_URL: 'https://a.example/next' }
    expect(alarms(next).escalationUrl?.href).toBe('https://a.example/next')
  })

  test.each([
    ['ALARM_WEBHOOK_URL', 'a.example'],
    ['ALARM_WEBHOOK_URL', 'ftp://a.example'],
    ['ALARM_WEBHOOK_URL', 'http://a.example'],
    ['ALARM_ESCALATION_URL', 'http://a.example'],
    ['HEARTBEAT_URL', 'http://a.example/beat'],
    ['HEARTBEAT_URL', 'a.example'],
    ['TELEGRAM_CHAT_ID', 'my chat'],
    ['QUIET_HOURS', '23-7'],
    ['QUIET_HOURS', '25:00-07:00'],
    ['QUIET_HOURS', '07:00-07:00'],
  ])('%s %j is refused by name', (name, value) => {
    expect(() => alarms({ [name]: value })).toThrow(name)
  })

  test('is a plain address where the service is local only', () => {
    const local = { BASE_URL: 'http://127.0.0.1:8787', EXCHANGE_URL: '' }
    const set = { ALARM_WEBHOOK_URL: 'http://127.0.0.1:9000/' }
    expect(alarms({ ...set, ...local }).webhookUrl?.href).toBe('http://127.0.0.1:9000/')
  })
})

test('the heartbeat goes to the address that is set, and to none where it is not', () => {
  const heartbeat = (changes: object) => contextFrom({ ...env, ...changes }).settings.heartbeatUrl
  expect(heartbeat({})).toBeNull()
  expect(heartbeat({ HEARTBEAT_URL: ' https://a.example/beat ' })?.href).toBe(
    'https://a.example/beat',
  )
})

test('the age of a deployment is that of its version, else that of the isolate', () => {
  const deployedAt = (VERSION: unknown) => contextFrom({ ...env, VERSION } as Env).deployedAt
  expect(deployedAt({ id: 'a', tag: '', timestamp: '2026-01-31T07:04:05.678Z' })).toBe(
    1_769_843_045,
  )
  const now = Math.floor(Date.now() / 1000)
  for (const unknown of [undefined, { id: 'a', tag: '', timestamp: '' }]) {
    expect(deployedAt(unknown)).toBeGreaterThanOrEqual(now)
  }
})

test('an empty window is the default, not off: a copy of a request is refused after five minutes', async () => {
  const shop = await aMerchant()
  const timestamp = Math.floor(Date.now() / 1000) - 3600
  const send = (TIMESTAMP_TOLERANCE_SECONDS: string) =>
    post(shop, paths.balance, { timestamp }, { ...env, TIMESTAMP_TOLERANCE_SECONDS })
  expectRefused(await send(''), 422, 'timestamp_out_of_range')
  expect((await send('0')).status).toBe(200)
})

describe('SANDBOX_MERCHANT', () => {
  const shown = (given: unknown) =>
    contextFrom({ ...env, SANDBOX_MERCHANT: given } as Env).settings.sandboxMerchant

  test.each([undefined, '', ' '])('%j is none', (given) => {
    expect(shown(given)).toBeNull()
  })

  test.each([
    ['TEST0001:a-secret', 'TEST0001', 'a-secret'],
    [' T.1-x_:a:b=c\n', 'T.1-x_', 'a:b=c'],
  ])('%j is a uid and its secret', (given, uid, secret) => {
    expect(shown(given)).toEqual({ uid, secret })
  })

  test.each(['TEST0001', 'TEST0001:', ':secret', 'a b:c', 'T:a b', `${'x'.repeat(21)}:a`])(
    '%j is refused by name',
    (given) => {
      expect(() => shown(given)).toThrow('SANDBOX_MERCHANT')
    },
  )
})
