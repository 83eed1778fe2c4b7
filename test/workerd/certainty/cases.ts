import type { Script } from './script.ts'
import { switchCases } from './switch-cases.ts'

// How members pay, and what may go wrong: each case is written from a moment on. Where its name has a colon, the first
// part is the doubt of matching §3 that keeps it from being settled without a person.

const hour = 3_600
const day = 86_400

export type Case = (script: Script, at: number) => void

const clean =
  (fields: { isLink?: boolean; isNamed?: boolean; skew?: number } = {}): Case =>
  (script, at) => {
    const person = script.person()
    const { isLink = false, isNamed = false, skew = 0 } = fields
    const named = isNamed ? { name: person.name, digits: person.accountNo } : {}
    const order = script.order(person, at, { isLink, ...named })
    const paidAt = at + script.between(120, 25 * 60)
    const [first = '', , last = ''] = person.name
    script.paid(
      order,
      paidAt,
      {},
      {
        bookedAt: paidAt + skew,
        ...(isNamed ? { name: `${first}○${last}`, shows: 'whole' } : {}),
      },
    )
    script.clean.add(order)
  }

const anotherWith =
  (amount: number): Case =>
  (script, at) => {
    const { one, other, merchant } = script.twoAlike()
    const first = script.order(one, at, { merchant, amount: 1_000 })
    script.order(other, at + 60, { merchant, amount })
    script.paid(first, at + 600, { amount })
  }

const reportedAgain =
  (least: number, most: number): Case =>
  (script, at) => {
    const person = script.person()
    const [merchant, amount] = [script.ownMerchant(), script.amount()]
    const first = script.order(person, at, { merchant, amount })
    const money = script.paid(first, at + 300)
    const next = at + script.between(least, most)
    script.order(person, next, { merchant, amount })
    script.report(money, next + 700, { by: 'second', bookedAt: next + 600 })
  }

/** The cases that happen all the time. */
export const daily: Readonly<Record<string, Case>> = {
  clean: clean(),
  'clean by link': clean({ isLink: true }),
  'clean with a masked name': clean({ isNamed: true }),
  'clean by a clock that is ahead': clean({ skew: 90 }),
  'by a clock that is behind': (script, at) => {
    const order = script.order(script.person(), at)
    const paidAt = at + script.between(60, 600)
    script.paid(order, paidAt, {}, { bookedAt: paidAt - 90 })
  },
  'never paid': (script, at) => void script.order(script.person(), at),
  'without digits': (script, at) => {
    const person = script.person()
    const order = script.order(person, at, { digits: '' })
    const money = script.paid(order, at + script.between(60, 900))
    script.happen({ at: at + hour, what: 'settle_by_hand', order, moneys: [money] })
  },
  'reported again by its feed': (script, at) => {
    const order = script.order(script.person(), at)
    const money = script.paid(order, at + 300)
    script.report(money, at + 420)
    script.clean.add(order)
  },
  'clean by its statement alone': (script, at) => {
    const order = script.order(script.person(), at)
    script.pay(order, at + script.between(60, 1_500))
    script.clean.add(order)
  },
  'clean by both feeds': (script, at) => {
    const order = script.order(script.person(), at)
    const money = script.paid(order, at + 300)
    script.report(money, at + 380, { by: 'second' })
    script.clean.add(order)
  },
  'clean among money of strangers': (script, at) => {
    const order = script.order(script.person(), at)
    script.paid(order, at + 300)
    script.clean.add(order)
    for (let n = 0; n < 5; n += 1) {
      const strangers = { payer: script.person(), order: null, amount: script.amount() }
      script.paid(order, at + 300 + script.between(0, 3 * hour), strangers)
    }
  },
  'paid twice at once': (script, at) => {
    const order = script.order(script.person(), at)
    script.paid(order, at + 300)
    script.paid(order, at + 300 + script.between(0, hour))
  },
  'paid under a changed name': (script, at) => {
    const order = script.order(script.person(), at, { name: '吳大同' })
    script.paid(order, at + 300, { forbidden: 'name' }, { name: order.person.name })
  },
  'taken back later': (script, at) => {
    const order = script.order(script.person(), at)
    script.paid(order, at + 300)
    const back = script.pay(order, at + hour, { amount: -order.amount, order: null })
    script.report(back, at + hour + 30)
  },
  'reversed by a person': (script, at) => {
    const order = script.order(script.person(), at)
    script.paid(order, at + 300)
    script.happen({ at: at + 2 * hour, what: 'reverse', order })
  },
}

/** How often each of them does. */
export const dailyWeights = `
  50 clean, 12 clean by link, 12 clean with a masked name, 4 clean by a clock that is ahead,
  4 by a clock that is behind, 6 never paid, 3 without digits, 2 reported again by its feed,
  3 clean by its statement alone, 2 clean by both feeds, 8 clean among money of strangers,
  1 paid twice at once, 1 paid under a changed name, 1 taken back later,
  1 reversed by a person
`

/** The cases that the law is about. */
export const rare: Readonly<Record<string, Case>> = {
  'two_orders:both wait': (script, at) => {
    const { one, other, merchant, amount } = script.twoAlike()
    const first = script.order(one, at, { merchant, amount })
    const second = script.order(other, at + 120, { merchant, amount })
    script.happen({ at: at + 150, what: 'override_slot', order: second })
    script.paid(second, at + 600)
    if (script.random() < 0.5) script.paid(first, at + 1_200)
  },
  'two_orders:paid after its end': (script, at) => {
    const { one, other, merchant, amount } = script.twoAlike()
    const first = script.order(one, at, { merchant, amount })
    script.happen({ at: at + hour, what: 'put_aside', order: first })
    script.order(other, at + 26 * hour, { merchant, amount })
    script.paid(first, at + 26 * hour + 900, { isFormer: true })
  },
  'two_orders:paid into a former account': (script, at) => {
    const { one, other, merchant, amount } = script.twoAlike()
    const first = script.order(one, at, { merchant, amount })
    script.happen({ at: at + 600, what: 'move', order: first })
    script.order(other, at + 900, { merchant, amount })
    script.paid(first, at + 1_800, { isFormer: true })
  },
  'two_orders:names no digits': (script, at) => {
    const { one, other, merchant, amount } = script.twoAlike()
    const first = script.order(one, at, { merchant, amount, digits: '' })
    script.order(other, at + 60, { merchant, amount })
    script.happen({ at: at + 90, what: 'override_slot', order: first })
    script.paid(first, at + 900)
  },
  'two_orders:a friend presses with the digits of another': (script, at) => {
    const { one, other, merchant, amount } = script.twoAlike()
    const victims = script.order(one, at, { merchant, amount, digits: '', isLink: true })
    const friends = script.order(other, at + 30, { merchant, amount, digits: '', isLink: true })
    script.happen({ at: at + 60, what: 'override_slot', order: victims })
    script.happen({ at: at + 60, what: 'override_slot', order: friends })
    const digits = one.accountNo.slice(-5)
    script.happen({ at: at + 120, what: 'press', order: friends, digits })
    script.paid(victims, at + 600)
  },
  'two_orders:paid twice within three days': (script, at) => {
    const { one, other, merchant, amount } = script.twoAlike()
    const first = script.order(one, at, { merchant, amount })
    script.paid(first, at + 300)
    script.order(other, at + 3 * hour, { merchant, amount })
    script.paid(first, at + 4 * hour)
  },
  'part:split': (script, at) => {
    const { one, other, merchant } = script.twoAlike()
    const first = script.order(one, at, { merchant, amount: 1_000 })
    script.order(other, at + 60, { merchant, amount: 400 })
    script.paid(first, at + 600, { amount: 400 })
    script.paid(first, at + 700, { amount: 600 })
  },
  'part:one dollar less': anotherWith(999),
  'part:one dollar more': anotherWith(1_001),
  'part:two orders paid at once': (script, at) => {
    const { one, other, merchant } = script.twoAlike()
    const first = script.order(one, at, { merchant, amount: 300 })
    script.order(one, at + 20, { merchant, amount: 200 })
    script.order(other, at + 60, { merchant, amount: 500 })
    script.paid(first, at + 600, { amount: 500 })
  },
  'two_transactions:two deposits of somebody without an order': (script, at) => {
    const { one, other, merchant, amount } = script.twoAlike()
    const order = script.order(one, at, { merchant, amount })
    const of = { payer: other, order: null }
    script.paid(order, at + 300, { ...of, forbidden: 'day_only' }, { dayOnly: true })
    script.paid(order, at + 600, { ...of, forbidden: 'two_transactions' })
  },
  'sent_back:the debit is reported first': (script, at) => {
    const { one, other, merchant, amount } = script.twoAlike()
    const order = script.order(one, at, { merchant, amount })
    const strangers = { payer: other, order: null }
    const money = script.pay(order, at + 600, { ...strangers, forbidden: 'sent_back' })
    const back = script.pay(order, at + 660, { ...strangers, amount: -amount })
    script.report(back, at + 670)
    script.report(money, at + 700)
  },
  'twin:reported by a second feed hours later': reportedAgain(2 * hour, 20 * hour),
  'twin:reported by a second feed days later': reportedAgain(2 * day, 6 * day),
  'twin:left to people, and reported by a second feed days later': (script, at) => {
    const person = script.person()
    const [merchant, amount] = [script.ownMerchant(), script.amount()]
    const first = script.order(person, at, { merchant, amount, name: '吳大同' })
    const money = script.paid(first, at + 300, {}, { name: person.name })
    const next = at + script.between(2 * day, 6 * day)
    script.order(person, next, { merchant, amount })
    script.report(money, next + 700, { by: 'second', bookedAt: next + 600 })
  },
  'twin:reported by the statement days later': (script, at) => {
    const person = script.person()
    const [merchant, amount] = [script.ownMerchant(), script.amount()]
    const first = script.order(person, at, { merchant, amount })
    const next = at + script.between(1, 6) * day + hour
    script.paid(first, at + 300, { statedAt: next + 600 })
    script.order(person, next, { merchant, amount })
  },
  'early:booked before the order waited': (script, at) => {
    const { one, other, merchant, amount } = script.twoAlike()
    const host = script.order(script.person(), at, { merchant, amount: amount + 77 })
    script.paid(host, at + 300, { amount, payer: other, order: null, forbidden: 'early' })
    script.order(one, at + 900, { merchant, amount })
  },
  'late:paid when the day was over': (script, at) => {
    const { one, other, merchant, amount } = script.twoAlike()
    const order = script.order(one, at, { merchant, amount })
    script.paid(order, at + 26 * hour, { payer: other, order: null, forbidden: 'late' })
  },
  'day_only:reported without its time': (script, at) => {
    const { one, other, merchant, amount } = script.twoAlike()
    const order = script.order(one, at, { merchant, amount })
    const strangers = { payer: other, order: null, forbidden: 'day_only' as const }
    script.paid(order, at + 300, strangers, { dayOnly: true })
  },
  'name:somebody else': (script, at) => {
    const { one, other, merchant, amount } = script.twoAlike()
    const order = script.order(one, at, { merchant, amount, name: '吳大同' })
    const strangers = { payer: other, order: null, forbidden: 'name' as const }
    script.paid(order, at + 300, strangers, { name: other.name })
  },
  'account:another with the same end': (script, at) => {
    const { one, other, merchant, amount } = script.twoAlike()
    const order = script.order(one, at, { merchant, amount, digits: one.accountNo })
    const strangers = { payer: other, order: null, forbidden: 'account' as const }
    script.paid(order, at + 300, strangers, { shows: 'whole' })
  },
  'over_limit:a large order': (script, at) => {
    const order = script.order(script.person(), at, { amount: 20_500 })
    script.paid(order, at + 300, { forbidden: 'over_limit' })
  },
  'state:put aside by a person': (script, at) => {
    const { one, other, merchant, amount } = script.twoAlike()
    const order = script.order(one, at, { merchant, amount })
    script.happen({ at: at + 200, what: 'put_aside', order })
    script.paid(order, at + 600, {
      payer: other,
      order: null,
      isFormer: true,
      forbidden: 'state' as const,
    })
  },
  'accepted:pays again when the slot has rested': (script, at) => {
    const person = script.person()
    const [merchant, amount] = [script.ownMerchant(), script.amount()]
    const first = script.order(person, at, { merchant, amount })
    script.paid(first, at + 300)
    script.order(person, at + 8 * day, { merchant, amount })
    script.paid(first, at + 8 * day + 600, { accepted: 'paid_again_after_rest' })
  },
  'accepted:shared digits without a name': (script, at) => {
    const { one, other, merchant, amount } = script.twoAlike()
    const order = script.order(one, at, { merchant, amount })
    script.paid(order, at + 600, {
      payer: other,
      order: null,
      accepted: 'shared_digits_without_name' as const,
    })
  },
  'accepted:two numbers of one reporter': (script, at) => {
    const person = script.person()
    const [merchant, amount] = [script.ownMerchant(), script.amount()]
    const first = script.order(person, at, { merchant, amount })
    const money = script.paid(first, at + 300, { accepted: 'two_numbers_of_one_reporter' })
    script.order(person, at + 2 * hour, { merchant, amount })
    script.report(money, at + 2 * hour + 900, {
      bookedAt: at + 2 * hour + 800,
      externalId: `again-${money.number}`,
    })
  },
  'awaiting_limit:a stolen token': (script, at) => {
    const merchant = script.robbed
    for (let n = 0; n < 22; n += 1) {
      const amount = script.between(15_000, 19_000)
      const order = script.order(script.person(), at + n * 60, { amount, merchant })
      const made = { payer: null, order: null, madeUpBy: 'token' as const }
      script.report(script.pay(order, at + n * 60 + 300, made), at + n * 60 + 310, { by: 'thief' })
    }
    // Statements of the days after lack what was made up.
    for (let n = 0; n < 5; n += 1) {
      const order = script.order(script.person(), at + n * day + 2 * hour, { merchant })
      script.paid(order, at + n * day + 2 * hour + 300)
    }
  },
  'one_person:a made-up file': forging(6, 19_000, 'one_person'),
  'accepted:a small made-up file': forging(2, 5_000, null),
  ...switchCases,
}

function forging(count: number, amount: number, forbidden: 'one_person' | null): Case {
  return (script, at) => {
    const moneys = Array.from({ length: count }, () => {
      const order = script.order(script.person(), at, { amount, merchant: script.forged })
      const made = { payer: null, order: null, madeUpBy: 'file' as const }
      return script.pay(order, at + 600, { ...made, ...(forbidden === null ? {} : { forbidden }) })
    })
    script.happen({ at: at + 700, what: 'forge', moneys })
  }
}
