import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { until } from '../../scripts/demo/story.ts'
import { type Receiver, startListening } from './support/programs.ts'
import {
  type Attempt,
  anyCallback,
  attemptAt,
  eventsOf,
  secondsNow,
  send,
  sendAsWritten,
  someTold,
  type Told,
} from './support/signed-callback.ts'

// `npm run long -- samples` sends more.
const callbacks = Number(process.env.SAMPLE_CALLBACKS ?? 40)
const everyByte = process.env.SAMPLE_CALLBACKS !== undefined

const secret = 'test-secret-for-callbacks/+=0123456789'
const success = { status: 200, text: 'success' }

// All of them at once, because each takes its time to start.
const otherSecret = 'the other of two, while one is replaced'
const account = { api: 'http://127.0.0.1:9', uid: 'TEST0001', secret, otherSecret }
const receivers = inject('samples').map((sample) => {
  const starting = startListening(sample, account)
  starting.catch(() => {})
  return [sample.name, starting] as const
})

describe.each(receivers)('%s', (_name, starting) => {
  let receiver: Receiver

  beforeAll(async () => {
    receiver = await starting
  })
  afterAll(() => receiver.stop())

  const sending = (attempt: Attempt) => send(receiver.url, attempt)
  const acted = ({ id }: Told) =>
    receiver.lines().filter((line) => line.startsWith(`acted ${id} `)).length
  const actedOnce = async (told: Told) => {
    await until(
      async () => acted(told),
      (times) => times > 0,
    )
    expect(acted(told)).toBe(1)
  }
  const refused = async (told: Told, attempt: Attempt, what: string) => {
    expect({ what, status: (await sending(attempt)).status }).toEqual({ what, status: 401 })
    expect({ what, acted: acted(told) }).toEqual({ what, acted: 0 })
  }

  test('accepts a right callback and acts on it once, however often it comes', async () => {
    const told = someTold()
    expect(await sending(attemptAt(told, secret))).toEqual(success)
    await actedOnce(told)
    for (const attempt of [2, 3]) {
      const again = attemptAt(told, secret, { attempt, at: secondsNow() - 100 + attempt })
      expect(await sending(again)).toEqual(success)
    }
    const next = { ...told, id: `${told.id.split('.')[0]}.99` }
    expect(await sending(attemptAt(next, secret))).toEqual(success)
    await actedOnce(next)
    expect(acted(told)).toBe(1)
  })

  test('acts once on a callback that comes ten times at a time', async () => {
    const told = someTold()
    const attempt = attemptAt(told, secret)
    const answers = await Promise.all(Array.from({ length: 10 }, () => sending(attempt)))
    expect(answers).toEqual(Array.from({ length: 10 }, () => success))
    await actedOnce(told)
  })

  test('tells what it acts on: id, event or type, transaction number', async () => {
    const told = someTold()
    const { event = 'collection', trade_no } = told.body as Record<string, unknown>
    await sending(attemptAt(told, secret))
    await actedOnce(told)
    expect(receiver.lines()).toContain(`acted ${told.id} ${event} ${trade_no}`)
  })

  test('refuses a forged callback, and still acts on the right one of that id', async () => {
    const told = someTold()
    const forger = 'another secret'
    await refused(told, attemptAt(told, forger), 'forged')
    await refused(told, attemptAt(told, secret, { secrets: [forger] }), 'forged headers')
    await refused(told, attemptAt(told, ''), 'no secret')
    await refused(told, signAlone(attemptAt(told, forger)), 'forged sign alone')
    await refused(told, signAlone(attemptAt(told, '')), 'no secret, sign alone')
    expect(await sending(attemptAt(told, secret))).toEqual(success)
    await actedOnce(told)
  })

  test('goes by webhook-signature whatever sign is, and by sign where there is none', async () => {
    for (const key of [secret, otherSecret]) {
      const [one, other] = [someTold(), someTold()]
      const bySignature = attemptAt(one, key, { signedWith: 'another', secrets: ['older', key] })
      expect(await sending(bySignature)).toEqual(success)
      await actedOnce(one)
      expect(await sending(signAlone(attemptAt(other, key)))).toEqual(success)
      await actedOnce(other)
    }
  })

  test('refuses sign alone for a changed body, an old one, and one without an id', async () => {
    const told = someTold()
    const right = signAlone(attemptAt(told, secret))
    const body = String(right.body).replace('"type":"collection"', '"type":"payout"')
    await refused(told, { ...right, body }, 'another type')
    const { 'webhook-id': _, ...nameless } = right.headers
    await refused(told, { ...right, headers: nameless }, 'without an id')
    const old = attemptAt(told, secret, { at: secondsNow() - 310 })
    const renewed = { ...old.headers, 'webhook-timestamp': String(secondsNow()) }
    await refused(told, signAlone({ ...old, headers: renewed }), 'an old one')
  })

  test('refuses a callback of ten minutes ago, or of ten minutes from now', async () => {
    const told = someTold()
    for (const seconds of [-600, -310, 310, 600]) {
      const attempt = attemptAt(told, secret, { at: secondsNow() + seconds })
      await refused(told, attempt, `${seconds} s`)
      expect((await sending(attempt)).text).toMatch(/^too old/)
    }
    const recent = attemptAt(told, secret, { at: secondsNow() - 240 })
    expect(await sending(recent)).toEqual(success)
    await actedOnce(told)
  })

  test('refuses a body of which one byte was changed', async () => {
    const told = someTold()
    const { headers, body } = attemptAt(told, secret)
    const bytes = Buffer.from(body)
    const step = everyByte ? 1 : Math.ceil(bytes.length / 20)
    for (let at = 0; at < bytes.length; at += step) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      await refused(told, { headers, body: changed }, `byte ${at}`)
    }
    const longer = { headers, body: `${body} ` }
    await refused(told, longer, 'a byte more')
    await refused(told, { headers, body: '' }, 'none')
    await refused(told, { headers, body: '{' }, 'no JSON')
    await refused(told, { headers, body: '[]' }, 'no object')
    expect(await sending({ headers, body })).toEqual(success)
    await actedOnce(told)
  })

  test('refuses a callback of which a header was changed or left out', async () => {
    const told = someTold()
    const { headers, body } = attemptAt(told, secret)
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
      const { [name]: value = '', ...others } = headers
      // Without the signature `sign` decides.
      const isSignature = name === 'webhook-signature'
      if (!isSignature) await refused(told, { headers: others, body }, `without ${name}`)
      const step = everyByte ? 1 : 9
      for (let at = 0; at < value.length; at += step) {
        const other = String.fromCharCode(value.charCodeAt(at) ^ 1)
        const changed = value.slice(0, at) + other + value.slice(at + 1)
        await refused(
          told,
          { headers: { ...others, [name]: changed }, body },
          `${name}: ${changed}`,
        )
      }
      const wrong = ['0', 'x', '-1', `${value}0`, `${value}x`, ...(isSignature ? [] : [''])]
      for (const changed of wrong) {
        await refused(
          told,
          { headers: { ...others, [name]: changed }, body },
          `${name}: ${changed}`,
        )
      }
    }
    expect(await sending({ headers, body })).toEqual(success)
    await actedOnce(told)
  })

  test('accepts whatever the service may send', async () => {
    await fc.assert(
      fc.asyncProperty(anyCallback(), fc.boolean(), async (told, isSignAlone) => {
        const attempt = attemptAt(told, secret)
        const sent = isSignAlone ? signAlone(attempt) : attempt
        expect(await sending(sent)).toEqual(success)
        await actedOnce(told)
      }),
      { numRuns: callbacks },
    )
  })

  test.each([
    ['true'],
    ['false'],
    ['null'],
    ['{}'],
    ['[]'],
    ['{"fee": 1.50, "bank": {"code": "004", "open": true}}'],
  ])('accepts a further field, %s', async (json) => {
    const told = { ...someTold(), later: { later: json } }
    expect(await sending(attemptAt(told, secret))).toEqual(success)
    await actedOnce(told)
    // Whoever verifies `sign` has to take the text of what is no string as it was sent.
    const other = { ...someTold(), later: { later: json } }
    expect(await sending(signAlone(attemptAt(other, secret)))).toEqual(success)
    await actedOnce(other)
  })

  test('finds headers by their names in any case', async () => {
    for (const change of [titled, (name: string) => name.toUpperCase()]) {
      const told = someTold()
      const { headers, body } = attemptAt(told, secret)
      const named = Object.entries(headers).map(([name, value]) => [change(name), value])
      const attempt = { headers: Object.fromEntries(named), body }
      expect(await sendAsWritten(receiver.url, attempt)).toBe(200)
      await actedOnce(told)
    }
  })

  const bookedOf = async (events: readonly Told[], number: unknown) => {
    for (const told of events) {
      for (const attempt of [1, 2]) {
        expect(await sending(attemptAt(told, secret, { attempt }))).toEqual(success)
      }
    }
    const begin = `booked ${number} `
    const lines = await until(
      async () => receiver.lines().filter((line) => line.startsWith(begin)),
      (found) => found.length >= events.length,
    )
    return lines.map((line) => line.slice(begin.length))
  }

  test('credits an order once that is paid, reversed and paid again', async () => {
    const events = eventsOf('collection', [77, 0, 77, 77, 12.5])
    const booked = await bookedOf(events, events[0]?.body.trade_no)
    expect(booked).toEqual(['77.00', '-77.00', '77.00', '0.00', '-64.50'])
    expect(events.map(acted)).toEqual([1, 1, 1, 1, 1])
  })

  test('takes back a payout that is returned', async () => {
    const events = eventsOf('payout', [77, 0])
    const booked = await bookedOf(events, events[0]?.body.serial_no)
    expect(booked).toEqual(['77.00', '-77.00'])
  })

  test('goes by the newest event, even if an older one came behind it', async () => {
    const [paid, reversed, again] = eventsOf('collection', [77, 0, 50])
    if (!paid || !reversed || !again) throw new Error('three are drawn')
    const booked = await bookedOf([paid, again, reversed], paid.body.trade_no)
    expect(booked).toEqual(['77.00', '-27.00', '0.00'])
  })

  test('serves nothing else', async () => {
    const attempt = attemptAt(someTold(), secret)
    expect((await send(`${receiver.url}/else`, attempt)).status).toBe(404)
    expect((await fetch(receiver.url)).status).toBeGreaterThanOrEqual(400)
  })
})

/** As it comes through something that drops `webhook-signature`. */
function signAlone({ headers, body }: Attempt): Attempt {
  const { 'webhook-signature': _, ...others } = headers
  return { headers: others, body }
}

function titled(name: string): string {
  return name.replace(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase())
}
