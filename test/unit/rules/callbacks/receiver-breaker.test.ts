import { describe, expect, test } from 'vitest'
import type { Outcome } from '../../../../src/rules/callbacks/callback-schedule.ts'
import {
  failureCost,
  receiverHealth,
  receiverName,
  serverOfReceiver,
} from '../../../../src/rules/callbacks/receiver-breaker.ts'

describe('a receiver', () => {
  test.each([
    ['https://shop.example/notify', '7 34e4597a https://shop.example'],
    ['HTTPS://Shop.Example:443/a?b#c', '7 34e4597a https://shop.example'],
    ['http://shop.example/notify', '7 8a201c5b http://shop.example'],
    ['https://shop.example:8443', '7 a96bc869 https://shop.example:8443'],
    ['http://134744072/notify', '7 12bcf007 http://8.8.8.8'],
  ])('of %s is whose it is, its digits and its server: %s', (address, name) => {
    expect(receiverName(7, address)).toBe(name)
  })

  test('is shown by its server, with digits or without as before', () => {
    expect(serverOfReceiver('7 34e4597a https://shop.example')).toBe('https://shop.example')
    expect(serverOfReceiver('7 https://shop.example')).toBe('https://shop.example')
  })

  test('is another for another merchant', () => {
    const address = 'https://shop.example/notify'
    expect(receiverName(8, address)).not.toBe(receiverName(7, address))
  })
})

describe('the health of its server', () => {
  const healthAfter: Readonly<Record<Outcome, ReturnType<typeof receiverHealth>>> = {
    delivered: 'healthy',
    wrong_answer: 'failing',
    http_3xx: 'failing',
    http_4xx: 'failing',
    http_5xx: 'failing',
    timeout: 'failing',
    network: 'failing',
    dns: 'failing',
    refused: 'failing',
    tls: 'failing',
    blocked_address: 'unknown',
  }

  test.each(Object.entries(healthAfter))('after %s is %s', (outcome, health) => {
    const result = { outcome: outcome as Outcome, httpStatus: null, retryAfterSeconds: null }
    expect(receiverHealth(result)).toBe(health)
  })

  test.each([404, 405, 410, 429])('HTTP %i is failing', (httpStatus) => {
    const result = { outcome: 'http_4xx', httpStatus, retryAfterSeconds: null } as const
    expect(receiverHealth(result)).toBe('failing')
  })
})

test.each([
  [0, 1],
  [1_000, 1],
  [1_001, 2],
  [10_000, 10],
])('a failure that took %i ms costs %i', (durationMs, cost) => {
  expect(failureCost(durationMs)).toBe(cost)
})
