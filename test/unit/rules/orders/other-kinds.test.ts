import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { otherKinds } from '../../../../src/rules/orders/other-kinds.ts'
import { forAll } from '../../../support/property.ts'

const numbers = { collection: 'c', payout: 'p', link: 'l' }
const request = { numbers, amount: 50_000, timestamp: 1_000_000 }

describe('the order that a request in earlier names may copy', () => {
  test('has the number that the other endpoint reads, never one of its own kind', () => {
    const same = { sameAmount: 50_000, since: 999_400 }
    expect(
      otherKinds({ kind: 'collection', earlier: request, now: 1_000_000, toleranceSeconds: 300 }),
    ).toEqual({ collectionNo: '', payoutNo: 'p', linkNo: 'l', ...same })
    expect(
      otherKinds({ kind: 'payout', earlier: request, now: 1_000_000, toleranceSeconds: 300 }),
    ).toEqual({ collectionNo: 'c', payoutNo: '', linkNo: 'l', ...same })
    expect(
      otherKinds({ kind: 'link', earlier: request, now: 1_000_000, toleranceSeconds: 300 }),
    ).toEqual({ collectionNo: 'c', payoutNo: 'p', linkNo: '', ...same })
  })

  test('is nothing where the request names no other kind', () => {
    const alone = { ...request, numbers: { collection: 'c', payout: '', link: '' } }
    expect(
      otherKinds({ kind: 'collection', earlier: alone, now: 1_000_000, toleranceSeconds: 300 }),
    ).toBeNull()
    expect(
      otherKinds({ kind: 'payout', earlier: alone, now: 1_000_000, toleranceSeconds: 300 }),
    ).not.toBeNull()
  })

  test('is from any time where no window is kept', () => {
    expect(
      otherKinds({ kind: 'payout', earlier: request, now: 9_000_000, toleranceSeconds: 0 }),
    ).toMatchObject({ since: 0 })
  })
})

test('property: the copy is found whenever it was accepted, however late the request is', () => {
  const tolerance = fc.integer({ min: 1, max: 100_000 })
  const share = fc.double({ min: -1, max: 1, noNaN: true })
  const late = fc.integer({ min: 0, max: 100_000 })
  forAll([tolerance, share, share, late], (window, one, other, delay) => {
    const accepted = (part: number) => request.timestamp + Math.trunc(part * window)
    const written = accepted(other) + delay
    const since =
      otherKinds({ kind: 'payout', earlier: request, now: written, toleranceSeconds: window })
        ?.since ?? Number.NaN
    expect(since).toBeLessThanOrEqual(accepted(one))
    // No copy is looked for further back than that.
    expect(since).toBeGreaterThanOrEqual(request.timestamp - 3 * window)
    expect(since).toBeGreaterThanOrEqual(Math.min(written - delay, written) - 2 * window)
  })
})
