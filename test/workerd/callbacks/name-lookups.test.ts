import { describe, expect, test } from 'vitest'
import { aCallbackWorld, callbackOf } from '../support/deliverer.ts'
import { aMerchant, rows } from '../support/service.ts'

// Decisions §6, "Addresses": where a deployment names a resolver, names are looked up before each attempt.

const url = 'https://shop.example/notify'

describe('a name', () => {
  test('with public addresses is called, and looked up again only when its time is over', async () => {
    const { world, asked, attempt } = await aResolvedWorld(() => ({ A: ['8.8.8.8'], AAAA: [] }))
    expect(await attempt()).toMatchObject({ state: 'delivered' })
    await attempt()
    expect(asked).toEqual(['A shop.example', 'AAAA shop.example'])
    world.advance(60)
    await attempt()
    expect(asked).toHaveLength(4)
  })

  test.each([
    ['10.0.0.1', { A: ['8.8.8.8', '10.0.0.1'], AAAA: [] }],
    ['169.254.169.254', { A: ['169.254.169.254'], AAAA: ['2606:4700::1111'] }],
    ['fd00:ec2::254', { A: ['8.8.8.8'], AAAA: ['fd00:ec2::254'] }],
  ])('that leads to %s is not called, and not forgotten', async (address, answers) => {
    const { called, attempt } = await aResolvedWorld(() => answers)
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
    const { called, attempt } = await aResolvedWorld(answers)
    expect(await attempt()).toMatchObject({ state: 'due', attempts: 1, last_outcome: 'dns' })
    expect(called).toEqual([])
  })

  test('is looked up anew after it led nowhere', async () => {
    let answers: Answers = 3
    const { attempt } = await aResolvedWorld(() => answers)
    await attempt()
    answers = { A: ['8.8.8.8'], AAAA: [] }
    expect(await attempt()).toMatchObject({ state: 'delivered' })
  })

  test('is not looked up where no resolver is named, nor is an address that is none', async () => {
    const silent = await aResolvedWorld(() => 3, null)
    expect(await silent.attempt()).toMatchObject({ state: 'delivered' })
    const { asked, attempt } = await aResolvedWorld(() => 3)
    expect(await attempt('https://8.8.8.8/notify')).toMatchObject({ state: 'delivered' })
    expect([...silent.asked, ...asked]).toEqual([])
  })
})

describe('a resolver that does not answer stops no callbacks', () => {
  test.each([
    ['breaks the connection', 'broken' as const],
    ['answers with a fault', 'fault' as const],
    ['refuses', 5],
  ])('when it %s', async (_what, answers) => {
    const { world, attempt } = await aResolvedWorld(() => answers)
    expect(await attempt()).toMatchObject({ state: 'delivered' })
    expect(world.logged).toContainEqual(expect.objectContaining({ event: 'resolver_failed' }))
  })

  test('but what it did say holds: a half of the answer that is not public is enough', async () => {
    const { attempt } = await aResolvedWorld((type) => {
      return type === 'A' ? { A: ['10.0.0.1'], AAAA: [] } : 'broken'
    })
    expect(await attempt()).toMatchObject({ last_outcome: 'blocked_address' })
  })
})

/** Addresses of each kind; a response code; or no answer. */
type Answers = { A: string[]; AAAA: string[] } | number | 'broken' | 'fault'

async function aResolvedWorld(
  answers: (type: 'A' | 'AAAA') => Answers,
  resolver: string | null = 'https://resolver.example/dns-query',
) {
  const asked: string[] = []
  const called: string[] = []
  const plain = aCallbackWorld()
  const world = aCallbackWorld(undefined, {
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
    const [id = 0] = await world.owe(uid, 1, address)
    await world.deliver(id)
    return callbackOf(id)
  }
  return { world, asked, called, attempt }
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
  const query = 'select answer from callback_attempts where order_id = ? and number = 1'
  return (await rows<{ answer: string }>(query, id))[0]?.answer ?? ''
}
