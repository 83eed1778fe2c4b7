import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { OverrideName } from '../../../../src/contract/back-office/orders/overrides.ts'
import { roles } from '../../../../src/contract/back-office/roles.ts'
import {
  concernOfAdjustment,
  concernOfPayment,
  concernOfReversal,
  concernOfTrust,
  needsSecondPerson,
  standingConcern,
  type Trust,
} from '../../../../src/rules/people/second-person.ts'
import { forAll } from '../../../support/property.ts'

const terms = { on: true, from: 10_000_000 }
const reversal = (amount: number) => ({ why: 'reversal', amount }) as const
const anAmount = () => fc.integer({ min: 0, max: 30_000_000 })

describe('a call waits', () => {
  test('from the amount on, alone or with what its actor carried out alone that day', () => {
    expect(needsSecondPerson(reversal(9_999_999), terms, 0)).toBe(false)
    expect(needsSecondPerson(reversal(10_000_000), terms, 0)).toBe(true)
    expect(needsSecondPerson(reversal(4_000_000), terms, 5_999_999)).toBe(false)
    expect(needsSecondPerson(reversal(4_000_000), terms, 6_000_000)).toBe(true)
  })

  test('never by amount where none is set, and always for what always needs somebody', () => {
    const never = { on: true, from: null }
    forAll([anAmount(), anAmount()], (amount, alone) => {
      expect(needsSecondPerson(reversal(amount), never, alone)).toBe(false)
      expect(needsSecondPerson(standingConcern('secret_rotated'), never, alone)).toBe(true)
    })
  })

  test('never while approvals are off, nor where nothing is of concern', () => {
    forAll([anAmount(), anAmount()], (amount, alone) => {
      expect(needsSecondPerson(reversal(amount), { ...terms, on: false }, alone)).toBe(false)
      expect(needsSecondPerson(standingConcern('trusted_on'), { ...terms, on: false }, alone)).toBe(
        false,
      )
      expect(needsSecondPerson(null, terms, alone)).toBe(false)
    })
  })

  test('before its actor has carried out as much as the amount alone, in whatever parts', () => {
    forAll([fc.array(anAmount(), { maxLength: 40 })], (parts) => {
      let alone = 0
      for (const part of parts) {
        if (!needsSecondPerson(reversal(part), terms, alone)) alone += part
      }
      expect(alone).toBeLessThan(terms.from)
    })
  })
})

describe('a payment', () => {
  const payment = {
    kind: 'settle' as const,
    ordered: 500,
    paid: 500,
    override: false,
    unbacked: false,
    ownEvidence: false,
  }
  const operator = { role: 'operator' } as const

  test('as ordered is of no concern', () => {
    expect(concernOfPayment(operator, payment)).toBe(null)
  })

  test.each([
    [{ override: true }, 'override'],
    [{ override: ['evidence_differs' as OverrideName] }, 'override'],
    [{ unbacked: true }, 'unbacked'],
    [{ ownEvidence: true }, 'own_evidence'],
    [{ paid: 400 }, 'short_settlement'],
  ])('with %j is, by the larger of its two amounts', (changes, why) => {
    for (const paid of [400, 900]) {
      if (why === 'short_settlement' && paid > 500) continue
      const concern = concernOfPayment(operator, { ...payment, paid, ...changes })
      expect(concern).toEqual({ why, amount: Math.max(500, paid) })
    }
  })

  test('counts what the bank took besides', () => {
    const concern = concernOfPayment(operator, { ...payment, fee: 400, override: true })
    expect(concern?.amount).toBe(900)
  })

  test('an empty list goes past nothing', () => {
    expect(concernOfPayment(operator, { ...payment, override: [] })).toBe(null)
  })

  test.each(roles.filter((role) => role !== 'operator'))('by role %s is of none', (role) => {
    expect(concernOfPayment({ role }, { ...payment, unbacked: true })).toBe(null)
  })
})

test('a reversal is of concern by amount, always where it frees the debit of a payout or its fee is over', () => {
  const money = { ordered: 500, paid: 700 }
  for (const because of ['wrong_match', 'money_returned'] as const) {
    for (const ofPayout of [false, true]) {
      for (const backed of [null, false, true]) {
        const frees = ofPayout && backed === true && because === 'wrong_match'
        const concern = concernOfReversal(money, { because, ofPayout, backed, isFeeOver: false })
        expect(concern).toEqual(frees ? standingConcern('debit_freed') : reversal(700))
        const over = concernOfReversal(money, { because, ofPayout, backed, isFeeOver: true })
        expect(over.amount).toBeNull()
      }
    }
  }
})

test('a correction counts by its absolute amount', () => {
  expect(concernOfAdjustment(-300)).toEqual({ why: 'adjustment', amount: 300 })
  expect(concernOfAdjustment(300)).toEqual(concernOfAdjustment(-300))
})

describe('trust in a merchant', () => {
  const careful: Trust = {
    trusted: false,
    ipWhitelist: ['198.51.100.7'],
    display: null,
    auto: 'assign',
    autoWithdrawal: null,
  }
  const display = { name: '大安商行', supportUrl: 'https://elsewhere.example' }

  test('is of concern when it is turned on, at creation too', () => {
    const trusting = { ...careful, trusted: true }
    expect(concernOfTrust(careful, trusting)).toEqual(standingConcern('trusted_on'))
    expect(concernOfTrust(null, trusting)).toEqual(standingConcern('trusted_on'))
    expect(concernOfTrust(trusting, trusting)).toBe(null)
    expect(concernOfTrust(trusting, careful)).toBe(null)
  })

  test('is of concern when its collections begin to be settled by the service, at creation too', () => {
    const settling: Trust = { ...careful, auto: 'settle' }
    const settles = standingConcern('auto_settles')
    expect(concernOfTrust(careful, settling)).toEqual(settles)
    expect(concernOfTrust({ ...careful, auto: 'off' }, settling)).toEqual(settles)
    expect(concernOfTrust(null, settling)).toEqual(settles)
    expect(concernOfTrust(settling, settling)).toBe(null)
    for (const before of [null, settling, careful, { ...careful, auto: 'off' } as const]) {
      expect(concernOfTrust(before, careful)).toBe(null)
      expect(concernOfTrust(before, { ...careful, auto: 'off' })).toBe(null)
    }
  })

  test('is of concern when members are shown somebody else, but for those of a new merchant', () => {
    const other = { ...careful, display }
    expect(concernOfTrust(careful, other)).toEqual(standingConcern('display_changed'))
    expect(concernOfTrust(other, careful)).toEqual(standingConcern('display_changed'))
    expect(concernOfTrust(other, { ...other, display: { ...display } })).toBe(null)
    expect(concernOfTrust(null, other)).toBe(null)
  })

  test.each([
    [[]],
    [['0.0.0.0/0']],
    [['198.51.100.7', '::/0']],
    [['0.0.0.0/1', '128.0.0.0/1']],
    [['10.0.0.0/8', '198.51.100.7']],
    [['10.0.0.0/9', '11.0.0.0/9', '12.0.0.0/32']],
    [['2001:db8::/31']],
    [['2001:db8::/32', '2001:db9::/128']],
    [['::ffff:0.0.0.0/96']],
  ])('is of concern when its allow-list becomes %j', (ipWhitelist) => {
    const open = { ...careful, ipWhitelist }
    const widened = standingConcern('allow_list_widened')
    expect(concernOfTrust(careful, open)).toEqual(widened)
    expect(concernOfTrust({ ...careful, ipWhitelist: ['0.0.0.0/4'] }, open)).toEqual(widened)
    expect(concernOfTrust(open, open)).toBe(null)
    expect(concernOfTrust(null, open)).toBe(null)
  })

  test.each([
    [['203.0.113.0/24']],
    [['10.0.0.0/8']],
    [['10.0.0.0/9', '11.0.0.0/9']],
    [['2001:db8::/32', '10.0.0.0/8']],
    [['::ffff:10.0.0.0/104']],
  ])('is of none when its allow-list becomes %j', (ipWhitelist) => {
    expect(concernOfTrust(careful, { ...careful, ipWhitelist })).toBe(null)
  })
})
