import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { signedJson } from '../../scripts/client/merchant-client.ts'
import { until } from '../../scripts/demo/story.ts'
import { type LookUps, startLookUps } from './support/look-ups.ts'
import { type Receiver, startListening } from './support/programs.ts'
import {
  type Attempt,
  anyCallback,
  attemptAt,
  eventsOf as drawEvents,
  someCallback as drawnCallback,
  type Event,
  orderOf,
  ownNumberOf,
  secondsNow,
  send,
  sendAsWritten,
  signAlone,
} from './support/signed-callback.ts'

// `npm run long -- samples` sends more.
const callbacks = Number(process.env.SAMPLE_CALLBACKS ?? 40)
const everyByte = process.env.SAMPLE_CALLBACKS !== undefined

const secret = 'test-secret-for-callbacks/+=0123456789'
const success = { status: 200, text: 'success' }

// All of them at once, because each takes its time to start.
const otherSecret = 'the other of two, while one is replaced'
const lookUpsStarting = startLookUps()
const receivers = inject('samples').map((sample) => {
  const starting = lookUpsStarting.then(({ url }) =>
    startListening(sample, { api: url, uid: 'TEST0001', secret, otherSecret }),
  )
  starting.catch(() => {})
  return [sample.name, starting] as const
})

let lookUps: LookUps
beforeAll(async () => {
  lookUps = await lookUpsStarting
})
afterAll(() => lookUps.stop())

describe.each(receivers)('%s', (_name, starting) => {
  let receiver: Receiver

  beforeAll(async () => {
    receiver = await starting
  })
  afterAll(() => receiver.stop())

  const sending = (attempt: Attempt) => send(receiver.url, attempt)
  const acted = ({ id }: Event) =>
    receiver.lines().filter((line) => line.startsWith(`acted ${id} `)).length
  // Told of an order that was placed.
  const someCallback = (uid?: string) => placed(drawnCallback(uid))
  const eventsOf = (...drawn: Parameters<typeof drawEvents>) => drawEvents(...drawn).map(placed)
  const placed = (callback: Event) => {
    receiver.place(orderOf(JSON.stringify(callback.body)))
    return callback
  }
  const actedOnce = async (callback: Event) => {
    await until(
      async () => acted(callback),
      (times) => times > 0,
    )
    expect(acted(callback)).toBe(1)
  }
  const bookedFor = (callback: Event) => {
    const begin = `booked ${ownNumberOf(callback)} `
    const lines = receiver.lines().filter((line) => line.startsWith(begin))
    return lines.map((line) => line.slice(begin.length))
  }
  // Of what came without webhook-signature: what the service says of the order is booked, and no id is told.
  const actedByLookUp = async (callback: Event, attempt: Attempt, stands: number) => {
    lookUps.stands.set(ownNumberOf(callback), stands)
    const before = bookedFor(callback).length
    expect(await sending(attempt)).toEqual(success)
    await until(
      async () => bookedFor(callback).length,
      (count) => count > before,
    )
    const { event, type } = callback.body as Record<string, unknown>
    expect(receiver.lines()).toContain(`acted - ${event ?? type} ${ownNumberOf(callback)}`)
    expect([acted(callback), lookUps.asked.at(-1)]).toEqual([0, ownNumberOf(callback)])
  }
  const refused = async (callback: Event, attempt: Attempt, what: string) => {
    expect({ what, status: (await sending(attempt)).status }).toEqual({ what, status: 401 })
    expect({ what, acted: acted(callback) }).toEqual({ what, acted: 0 })
  }

  test('accepts a right callback and acts on it once, however often it comes', async () => {
    const callback = someCallback()
    expect(await sending(attemptAt(callback, secret))).toEqual(success)
    await actedOnce(callback)
    for (const attempt of [2, 3]) {
      const again = attemptAt(callback, secret, { attempt, at: secondsNow() - 100 + attempt })
      expect(await sending(again)).toEqual(success)
    }
    const next = { ...callback, id: `${callback.id.split('.')[0]}.99` }
    expect(await sending(attemptAt(next, secret))).toEqual(success)
    await actedOnce(next)
    expect(acted(callback)).toBe(1)
  })

  test('acts once on a callback that comes ten times at a time', async () => {
    const callback = someCallback()
    const attempt = attemptAt(callback, secret)
    const answers = await Promise.all(Array.from({ length: 10 }, () => sending(attempt)))
    expect(answers).toEqual(Array.from({ length: 10 }, () => success))
    await actedOnce(callback)
  })

  test('tells what it acts on: id, event or type, own number', async () => {
    const callback = someCallback()
    const { event = 'collection' } = callback.body as Record<string, unknown>
    await sending(attemptAt(callback, secret))
    await actedOnce(callback)
    expect(receiver.lines()).toContain(`acted ${callback.id} ${event} ${ownNumberOf(callback)}`)
  })

  test('refuses a forged callback, and still acts on the right one of that id', async () => {
    const callback = someCallback()
    const forger = 'another secret'
    await refused(callback, attemptAt(callback, forger), 'forged')
    await refused(callback, attemptAt(callback, secret, { secrets: [forger] }), 'forged headers')
    await refused(callback, attemptAt(callback, ''), 'no secret')
    await refused(callback, signAlone(attemptAt(callback, forger)), 'forged sign alone')
    await refused(callback, signAlone(attemptAt(callback, '')), 'no secret, sign alone')
    expect(await sending(attemptAt(callback, secret))).toEqual(success)
    await actedOnce(callback)
  })

  test('goes by webhook-signature whatever sign is, and by sign where there is none', async () => {
    for (const key of [secret, otherSecret]) {
      const [one, other] = [someCallback(), someCallback()]
      const bySignature = attemptAt(one, key, { signedWith: 'another', secrets: ['older', key] })
      expect(await sending(bySignature)).toEqual(success)
      await actedOnce(one)
      await actedByLookUp(other, signAlone(attemptAt(other, key)), 42)
      expect(bookedFor(other)).toEqual(['42.00'])
    }
  })

  test('books what a look-up says where every webhook- header was dropped', async () => {
    for (const type of ['collection', 'payout'] as const) {
      const [callback] = eventsOf(type, [77])
      if (callback === undefined) throw new Error('one is drawn')
      await actedByLookUp(callback, signAlone(attemptAt(callback, secret), /^webhook-/), 12.5)
      expect(bookedFor(callback)).toEqual(['12.50'])
    }
  })

  test('credits nothing by a genuine body that is sent again without webhook-signature', async () => {
    const events = eventsOf('collection', [77, 0, 50])
    const [paid, reversed, again] = events
    if (!paid || !reversed || !again) throw new Error('three are drawn')
    const late = { ...paid, id: `${paid.id}.999` }
    const captured = signAlone(attemptAt(paid, secret))
    const forged = { ...captured, headers: { ...captured.headers, 'webhook-id': late.id } }
    const next = [attemptAt(paid, secret), attemptAt(reversed, secret), attemptAt(again, secret)]
    for (const [at, stands] of [77, 0, 50].entries()) {
      expect(await sending(next[at] as Attempt)).toEqual(success)
      await actedByLookUp(late, forged, stands)
    }
    // No event was passed over, nothing was booked for the forged ones, and their id was not remembered.
    expect(bookedFor(paid)).toEqual(['77.00', '0.00', '-77.00', '0.00', '50.00', '0.00'])
    expect(events.map(acted)).toEqual([1, 1, 1])
    expect(await sending(attemptAt(late, secret))).toEqual(success)
    await actedOnce(late)
  })

  test('does not acknowledge sign alone of an order that a look-up does not find', async () => {
    const callback = someCallback()
    expect((await sending(signAlone(attemptAt(callback, secret)))).status).toBe(500)
    expect([acted(callback), bookedFor(callback)]).toEqual([0, []])
  })

  test('refuses what it has signed itself, and what is of another merchant', async () => {
    const callback = someCallback()
    const { orderid, amount } = callback.body as Record<string, unknown>
    const requests = { orderid, amount, status: 'succeeded', paid_amount: amount }
    for (const body of [requests, { orderid, type: 'collection', outcome: 'paid' }]) {
      const request = signedJson('TEST0001', secret, body)
      const own = { headers: attemptAt(callback, secret).headers, body: request }
      await refused(callback, signAlone(own), 'a request of its own')
      await refused(callback, signAlone(own, /^webhook-/), 'a request of its own, without headers')
    }
    const foreign = someCallback('TEST0002')
    await refused(foreign, attemptAt(foreign, secret), 'another merchant')
    await refused(foreign, signAlone(attemptAt(foreign, secret)), 'another merchant, sign alone')
  })

  test.each(['.0', '.x', '.', '.1.2', '.-1', '.12345678901', ' .2'])(
    'refuses an id that names no event, cb_X%s, though it is signed',
    async (end) => {
      const callback = someCallback()
      const odd = { ...callback, id: `${callback.id.split('.')[0]}${end}` }
      await refused(odd, attemptAt(odd, secret), odd.id)
    },
  )

  test('refuses sign alone for a changed body, and an old one', async () => {
    const callback = someCallback()
    const right = signAlone(attemptAt(callback, secret))
    const body = String(right.body).replace('"type":"collection"', '"type":"payout"')
    await refused(callback, { ...right, body }, 'another type')
    const old = attemptAt(callback, secret, { at: secondsNow() - 310 })
    const renewed = { ...old.headers, 'webhook-timestamp': String(secondsNow()) }
    await refused(callback, signAlone({ ...old, headers: renewed }), 'an old one')
  })

  test('refuses a callback of ten minutes ago, or of ten minutes from now', async () => {
    const callback = someCallback()
    for (const seconds of [-600, -310, 310, 600]) {
      const attempt = attemptAt(callback, secret, { at: secondsNow() + seconds })
      await refused(callback, attempt, `${seconds} s`)
      expect((await sending(attempt)).text).toMatch(/^too old/)
    }
    const recent = attemptAt(callback, secret, { at: secondsNow() - 240 })
    expect(await sending(recent)).toEqual(success)
    await actedOnce(callback)
  })

  test('refuses a body of which one byte was changed', async () => {
    const callback = someCallback()
    const { headers, body } = attemptAt(callback, secret)
    const bytes = Buffer.from(body)
    const step = everyByte ? 1 : Math.ceil(bytes.length / 20)
    for (let at = 0; at < bytes.length; at += step) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      await refused(callback, { headers, body: changed }, `byte ${at}`)
    }
    const longer = { headers, body: `${body} ` }
    await refused(callback, longer, 'a byte more')
    await refused(callback, { headers, body: '' }, 'none')
    await refused(callback, { headers, body: '{' }, 'no JSON')
    await refused(callback, { headers, body: '[]' }, 'no object')
    expect(await sending({ headers, body })).toEqual(success)
    await actedOnce(callback)
  })

  test('refuses a callback of which a header was changed or left out', async () => {
    const callback = someCallback()
    const { headers, body } = attemptAt(callback, secret)
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
      const { [name]: value = '', ...others } = headers
      // Without the signature `sign` decides.
      const isSignature = name === 'webhook-signature'
      if (!isSignature) await refused(callback, { headers: others, body }, `without ${name}`)
      const step = everyByte ? 1 : 9
      for (let at = 0; at < value.length; at += step) {
        const other = String.fromCharCode(value.charCodeAt(at) ^ 1)
        const changed = value.slice(0, at) + other + value.slice(at + 1)
        await refused(
          callback,
          { headers: { ...others, [name]: changed }, body },
          `${name}: ${changed}`,
        )
      }
      const wrong = ['0', 'x', '-1', `${value}0`, `${value}x`, ...(isSignature ? [] : [''])]
      for (const changed of wrong) {
        await refused(
          callback,
          { headers: { ...others, [name]: changed }, body },
          `${name}: ${changed}`,
        )
      }
    }
    expect(await sending({ headers, body })).toEqual(success)
    await actedOnce(callback)
  })

  test('accepts whatever the service may send', async () => {
    await fc.assert(
      fc.asyncProperty(anyCallback(), fc.boolean(), async (drawn, isSignAlone) => {
        const callback = placed(drawn)
        const attempt = attemptAt(callback, secret)
        if (isSignAlone) return actedByLookUp(callback, signAlone(attempt), 1)
        expect(await sending(attempt)).toEqual(success)
        await actedOnce(callback)
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
    const callback = { ...someCallback(), later: { later: json } }
    expect(await sending(attemptAt(callback, secret))).toEqual(success)
    await actedOnce(callback)
    // Whoever verifies `sign` has to take the text of what is no string as it was sent.
    const other = { ...someCallback(), later: { later: json } }
    await actedByLookUp(other, signAlone(attemptAt(other, secret)), 1)
  })

  test('finds headers by their names in any case', async () => {
    for (const change of [titled, (name: string) => name.toUpperCase()]) {
      const callback = someCallback()
      const { headers, body } = attemptAt(callback, secret)
      const named = Object.entries(headers).map(([name, value]) => [change(name), value])
      const attempt = { headers: Object.fromEntries(named), body }
      expect(await sendAsWritten(receiver.url, attempt)).toBe(200)
      await actedOnce(callback)
    }
  })

  const bookedOf = async (events: readonly Event[]) => {
    for (const callback of events) {
      for (const attempt of [1, 2]) {
        expect(await sending(attemptAt(callback, secret, { attempt }))).toEqual(success)
      }
    }
    const [first] = events
    return until(
      async () => (first === undefined ? [] : bookedFor(first)),
      (found) => found.length >= events.length,
    )
  }

  test('credits an order once that is paid, reversed and paid again', async () => {
    const events = eventsOf('collection', [77, 0, 77, 77, 12.5])
    const booked = await bookedOf(events)
    expect(booked).toEqual(['77.00', '-77.00', '77.00', '0.00', '-64.50'])
    expect(events.map(acted)).toEqual([1, 1, 1, 1, 1])
  })

  test('takes back a payout that is returned', async () => {
    const events = eventsOf('payout', [77, 0])
    const booked = await bookedOf(events)
    expect(booked).toEqual(['77.00', '-77.00'])
  })

  test('goes by the newest event, even if an older one came behind it', async () => {
    const [paid, reversed, again] = eventsOf('collection', [77, 0, 50])
    if (!paid || !reversed || !again) throw new Error('three are drawn')
    const booked = await bookedOf([paid, again, reversed])
    expect(booked).toEqual(['77.00', '-27.00', '0.00'])
  })

  test('records nothing of an order that was not placed, so that its callback comes again', async () => {
    const callback = drawnCallback()
    const attempt = attemptAt(callback, secret)
    expect((await sending(attempt)).status).toBe(500)
    expect([acted(callback), bookedFor(callback)]).toEqual([0, []])
    placed(callback)
    expect(await sending(attempt)).toEqual(success)
    await actedOnce(callback)
  })

  test('books nothing of the test callback, whose order nobody has placed', async () => {
    for (const type of ['collection', 'payout'] as const) {
      const [drawn] = drawEvents(type, [77])
      if (drawn === undefined) throw new Error('one is drawn')
      const own = type === 'collection' ? 'orderid' : 'serial_no'
      const callback = { ...drawn, body: { ...drawn.body, [own]: `TEST-${drawn.body[own]}` } }
      expect(await sending(attemptAt(callback, secret))).toEqual(success)
      expect(bookedFor(callback).filter((one) => Number(one) !== 0)).toEqual([])
    }
  })

  test('books a collection of a link that was placed, whose own number the platform gives', async () => {
    const merchant_order_no = `L-${secondsNow()}`
    receiver.place(`link ${merchant_order_no}`)
    for (const type of ['collection', 'payout'] as const) {
      const [drawn] = drawEvents(type, [77])
      if (drawn === undefined) throw new Error('one is drawn')
      const callback = { ...drawn, body: { ...drawn.body, merchant_order_no } }
      const isOfLink = type === 'collection'
      expect((await sending(attemptAt(callback, secret))).status).toBe(isOfLink ? 200 : 500)
      if (isOfLink) await actedOnce(callback)
      expect(bookedFor(callback)).toEqual(isOfLink ? ['77.00'] : [])
    }
  })

  test('does not read what is far longer than any callback', async () => {
    const callback = { ...someCallback(), later: { later: JSON.stringify('x'.repeat(70_000)) } }
    const answer = await sending(attemptAt(callback, secret)).catch(() => null)
    expect(answer?.status).not.toBe(200)
    expect(acted(callback)).toBe(0)
  })

  test('serves nothing else', async () => {
    const attempt = attemptAt(someCallback(), secret)
    expect((await send(`${receiver.url}/else`, attempt)).status).toBe(404)
    expect((await fetch(receiver.url)).status).toBeGreaterThanOrEqual(400)
  })
})

function titled(name: string): string {
  return name.replace(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase())
}
