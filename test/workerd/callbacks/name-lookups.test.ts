import { describe, expect, test } from 'vitest'
import { aDeliverer, attemptsAt, callbackOf } from '../support/deliverer.ts'
import { aMerchant } from '../support/service.ts'

// Decisions §6, "Addresses": with a resolver in the settings, names are looked up before each attempt.

const url = 'https://shop.example/notify'

describe('a name', () => {
  test('with public addresses is called, and looked up again after its time to live', async () => {
    const { deliverer, asked, attempt } = await aResolver(() => ({ A: ['8.8.8.8'], AAAA: [] }))
    expect(await attempt()).toMatchObject({ state: 'delivered' })
    await attempt()
    expect(asked).toEqual(['A shop.example', 'AAAA shop.example'])
    deliverer.advance(60)
    await attempt()
    expect(asked).toHaveLength(4)
  })

  test.each([
    ['10.0.0.1', { A: ['8.8.8.8', '10.0.0.1'], AAAA: [] }],
    ['169.254.169.254', { A: ['169.254.169.254'], AAAA: ['2606:4700::1111'] }],
    ['fd00:ec2::254', { A: ['8.8.8.8'], AAAA: ['fd00:ec2::254'] }],
  ])('that leads to %s is not called, and its callback stays due', async (address, answers) => {
    const { called, attempt } = await aResolver(() => answers)
    const row = await attempt()
    expect(row).toMatchObject({ state: 'due', attempts: 1, last_outcome: 'blocked_address' })
    expect(await answerOf(row.order_id)).toBe(`leads to ${address}`)
    await attempt()
    expect(called).toEqual([])
  })

  test.each([
    ['does not exist', () => 3],
    ['has servers that fail', () => 2],
    ['has no address', () => ({ A: [], AAAA: [] })],
  ])('that %s is an attempt that failed for its name', async (_what, answers) => {
    const { called, attempt } = await aResolver(answers)
    expect(await attempt()).toMatchObject({ state: 'due', attempts: 1, last_outcome: 'dns' })
    expect(called).toEqual([])
  })

  test('without an address is looked up again at the next attempt', async () => {
    let answers: Answers = 3
    const { attempt } = await aResolver(() => answers)
    await attempt()
    answers = { A: ['8.8.8.8'], AAAA: [] }
    expect(await attempt()).toMatchObject({ state: 'delivered' })
  })

  test('is not looked up without a resolver, nor is an IP address', async () => {
    const silent = await aResolver(() => 3, null)
    expect(await silent.attempt()).toMatchObject({ state: 'delivered' })
    const { asked, attempt } = await aResolver(() => 3)
    expect(await attempt('https://8.8.8.8/notify')).toMatchObject({ state: 'delivered' })
    expect([...silent.asked, ...asked]).toEqual([])
  })
})

describe('a resolver that fails stops no callbacks', () => {
  test.each([
    ['breaks the connection', 'broken' as const],
    ['answers with a fault', 'fault' as const],
    ['refuses', 5],
  ])('when it %s', async (_what, answers) => {
    const { deliverer, attempt } = await aResolver(() => answers)
    expect(await attempt()).toMatchObject({ state: 'delivered' })
    expect(deliverer.logged).toContainEqual(expect.objectContaining({ event: 'resolver_failed' }))
  })

  test('but one private address of half an answer blocks the call', async () => {
    const { attempt } = await aResolver((type) => {
      return type === 'A' ? { A: ['10.0.0.1'], AAAA: [] } : 'broken'
    })
    expect(await attempt()).toMatchObject({ last_outcome: 'blocked_address' })
  })
})

/** Addresses of each type, a response code, or no answer. */
type Answers = { A: string[]; AAAA: string[] } | number | 'broken' | 'fault'

async function aResolver(
  answers: (type: 'A' | 'AAAA') => Answers,
  resolver: string | null = 'https://resolver.example/dns-query',
) {
  const asked: string[] = []
  const called: string[] = []
  const plain = aDeliverer()
  const deliverer = aDeliverer(undefined, {
    settings: { ...plain.context.settings, callbackDnsUrl: resolver ? new URL(resolver) : null },
    fetch: async (address, init) => {
      const { hostname, pathname, searchParams } = new URL(address)
      if (hostname !== 'resolver.example') {
        called.push(address)
        return new Response('success')
      }
      const type = searchParams.get('type') === 'A' ? 'A' : 'AAAA'
      asked.push(`${type} ${searchParams.get('name')}`)
      expect(pathname).toBe('/dns-query')
      expect(new Headers(init.headers).get('accept')).toBe('application/dns-json')
      return dnsResponse(type, answers(type))
    },
  })
  const { uid } = await aMerchant()
  const attempt = async (address = url) => {
    const [id = 0] = await deliverer.owe(uid, 1, address)
    await deliverer.deliver(id)
    return callbackOf(id)
  }
  return { deliverer, asked, called, attempt }
}

function dnsResponse(type: 'A' | 'AAAA', answers: Answers): Response {
  if (answers === 'broken') throw new TypeError('connection lost')
  if (answers === 'fault') return new Response('no', { status: 502 })
  if (typeof answers === 'number') return Response.json({ Status: answers })
  const code = { A: 1, AAAA: 28 }[type]
  const records = answers[type].map((data) => ({ name: 'x', type: code, TTL: 60, data }))
  return Response.json({ Status: 0, Answer: records })
}

async function answerOf(id: number): Promise<string> {
  return (await attemptsAt(id))[0]?.answer ?? ''
}
