import type { Doubt } from '../../../src/contract/back-office/states.ts'
import type { Case } from './cases.ts'
import type { Happening, Switch, TrueOrder } from './truth.ts'

// Cases in which people, or what the bank leaves out, stand in the way of a settlement: some for a while.

const hour = 3_600
const day = 86_400

/** Money comes while something is turned off, and may settle its order when it is turned on again. */
const meanwhile =
  (forbidden: Doubt, turning: (order: TrueOrder, isOn: boolean, at: number) => Happening): Case =>
  (script, at) => {
    const order = script.order(script.person(), at, { merchant: script.ownMerchant() })
    script.happen(turning(order, false, at + 60))
    script.paid(order, at + 300, { forbidden, forbiddenUntil: at + 900 })
    script.happen(turning(order, true, at + 900))
  }

const turned =
  (which: Switch) =>
  (order: TrueOrder, isOn: boolean, at: number): Happening => ({
    at,
    what: 'turn',
    order,
    which,
    isOn,
  })

export const switchCases: Readonly<Record<string, Case>> = {
  'stopped:paid while nothing is settled': meanwhile('stopped', (_order, isOn, at) => ({
    at,
    what: isOn ? 'start' : 'stop',
  })),
  'off:paid while its merchant is left to people': meanwhile('off', turned('merchant')),
  'source:reported by a feed that is not trusted': meanwhile('source', turned('feeds')),
  'held:paid while it is held': meanwhile('held', (order, isOn, at) => ({
    at,
    what: isOn ? 'lift' : 'hold',
    order,
  })),
  'bank_account_not_active:paid while the account is paused': meanwhile(
    'bank_account_not_active',
    turned('account'),
  ),
  'bank_account_not_allowed:paid while the account is for others': meanwhile(
    'bank_account_not_allowed',
    turned('use'),
  ),
  'already_paid:reported when the link that replaced its own was paid': (script, at) => {
    const { one, other, amount } = script.twoAlike()
    // For whom nothing is turned off: the second link is paid.
    const merchant = script.sharedMerchant()
    const order = script.order(one, at, { merchant, amount, isLink: true })
    const ends = at + 1_800 + hour
    const fields = { merchant, amount, isLink: true, replaces: order }
    const second = script.order(script.person(), ends + hour, fields)
    const money = script.pay(order, ends - 60, {
      payer: other,
      order: null,
      forbidden: 'already_paid' as const,
      forbiddenOnce: second,
      accepted: 'shared_digits_without_name',
    })
    script.paid(second, ends + hour + 300)
    script.report(money, ends + 2 * hour)
  },
  'lines_unsound:after a day whose statement is lost': (script, at) => {
    const { one, other, amount } = script.twoAlike()
    const merchant = script.lossy
    for (const n of [0, 1, 2]) {
      const order = script.order(script.person(), at + n * day, { merchant })
      script.paid(order, at + n * day + 300)
      if (n === 1) script.happen({ at: at + n * day + 600, what: 'lose', order })
    }
    const order = script.order(one, at + 3 * day + hour, { merchant, amount })
    script.paid(order, at + 3 * day + 2 * hour, {
      payer: other,
      order: null,
      forbidden: 'lines_unsound' as const,
    })
  },
  'reversed:taken for the money of another order by mistake': (script, at) => {
    const { one, other, merchant, amount } = script.twoAlike()
    const order = script.order(one, at, { merchant, amount })
    const mistaken = script.order(script.person(), at, { merchant, amount })
    script.happen({ at: at + 60, what: 'turn', order, which: 'merchant', isOn: false })
    const strangers = { payer: other, order: null, forbidden: 'reversed' as const }
    const money = script.paid(order, at + 300, strangers)
    script.happen({ at: at + 600, what: 'settle_by_hand', order: mistaken, moneys: [money] })
    script.happen({ at: at + 700, what: 'mistaken', order: mistaken })
    script.happen({ at: at + 900, what: 'turn', order, which: 'merchant', isOn: true })
  },
}
