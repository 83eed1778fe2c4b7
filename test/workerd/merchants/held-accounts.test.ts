import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { newHold } from '../../../src/contract/back-office/merchants/holds.ts'
import { Refusal } from '../../../src/contract/refusals.ts'
import { liftHold, placeHold } from '../../../src/operations/merchants/manage-holds.ts'
import { aBankAccount, aTransaction } from '../support/banking.ts'
import { aLink, amountPath } from '../support/links.ts'
import { aCollection, aPayout, context, move } from '../support/orders.ts'
import { aMerchant, operator, rows, type Shop } from '../support/service.ts'

// Back office §6, "Hold": accounts are compared by all their digits, of any script, whatever stands between them.

const heldAccounts = Number(env.HELD_ACCOUNTS)
const atOnce = 8

const hold = (account_no: string) =>
  placeHold(context, operator, newHold.parse({ account_no, reason: '調查' }))

const inScript = (zero: number) => (digits: string) =>
  digits.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))
const wide = inScript(0xff10)
const between = (gap: string) => (digits: string) => [...digits].join(gap)

/** How an account of ten digits and more is written, so that it stays the same one. */
const spellings: readonly (readonly [name: string, write: (digits: string) => string])[] = [
  ['as it is', (digits) => digits],
  ['with dashes', (digits) => digits.replace(/(\d{3})(\d{4})/, '$1-$2-')],
  ['with long dashes', between('–')],
  ['with points', (digits) => digits.replace(/(\d{4})/g, '$1.')],
  ['with blanks', (digits) => ` ${digits.replace(/(\d{4})/g, '$1 ')}`],
  ['with wide and no-break blanks', (digits) => digits.replace(/(\d{3})/g, '$1\u3000\u00a0')],
  ['in full width', wide],
  ['with one full-width digit', (digits) => digits.slice(0, -1) + wide(digits.slice(-1))],
  ['in Arabic digits', inScript(0x660)],
  ['in Persian digits', inScript(0x6f0)],
  ['in Devanagari', inScript(0x966)],
  ['in Thai digits', inScript(0xe50)],
  ['in mathematical digits', inScript(0x1d7ce)],
  ['with zero-width characters', between('\u200b')],
  ['with soft hyphens and joiners', between('\u00ad\u200d')],
  ['behind its bank’s code', (digits) => `004${digits}`],
  ['behind its bank and branch', (digits) => `(004-0123) ${digits}`],
  ['before a letter', (digits) => `${digits}A`],
  ['in brackets, among words', (digits) => `臺灣銀行【${digits}】戶`],
  ['by its last ten digits', (digits) => `*****${digits.slice(-10)}`],
]

test('spellings are twenty', () => expect(spellings).toHaveLength(20))

let drawn = 0

/** A number of twelve to fourteen digits that no other call gives, some with zeros in front. */
function aNumber(): string {
  drawn += 1
  const random = String(Math.floor(Math.random() * 1e6)).padStart(6, '0')
  const [front, length] = [drawn % 3 === 0 ? '00' : '31', 12 + (drawn % 3)]
  return (
    front +
    random +
    String(drawn)
      .padStart(14, '0')
      .slice(-(length - 8))
  ).slice(0, length)
}

/** The code with which a call is refused; `done` where it is not. */
async function outcomeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
  return 'done'
}

async function each<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  for (let from = 0; from < all.length; from += atOnce) {
    await Promise.all(all.slice(from, from + atOnce).map(work))
  }
}

/** A merchant that has money to pay out. */
async function aShop(): Promise<Shop> {
  const shop = await aMerchant({ settings: { rate_limit: 'high' } })
  await settle(await aCollection(shop, { amount: 1_000_000 }))
  return shop
}

const settle = (tradeNo: string) => move.settle(tradeNo)

async function settleWithLine(tradeNo: string, account: number, counterpartyAccount: string) {
  const id = await aTransaction(account, { counterpartyAccount, counterpartyLast5: '' })
  return move.settle(tradeNo, {
    override: ['evidence_differs'],
    reason: '人工核對',
    bankTransactions: [id],
  })
}

/** What becomes of money to or from an account in each of four ways. */
const ways = (shop: Shop, account: number, unsettled: string) => ({
  collection: async (payer: string) =>
    outcomeOf(settle(await aCollection(shop, { counterparty_account: payer }))),
  payout: async (payee: string) => {
    const tradeNo = await aPayout(shop, { payee_account: payee })
    return outcomeOf(move.process(tradeNo))
  },
  link: async (payer: string) => {
    const link = aLink({ amount: 1000, payer_account_no: payer, payer_account_last5: '' })
    const { body } = await shop.call(amountPath, link)
    return body.ok === 1 ? 'done' : body.error
  },
  line: (payer: string) => outcomeOf(settleWithLine(unsettled, account, payer)),
})

const heldCodes = {
  collection: 'held',
  payout: 'held',
  link: 'channel_not_available',
  line: 'held',
}

// All are held before anything is tried; a part at a time is tried, so that it shows how far it is.
const accounts = Array.from({ length: heldAccounts }, aNumber)
const perPart = 5
const parts = Array.from({ length: Math.ceil(heldAccounts / perPart) }, (_, n) => n)
const partOf = (part: number) => accounts.slice(part * perPart, (part + 1) * perPart)

beforeAll(async () => {
  // The hold is written in one of the spellings, too.
  await each([...accounts.entries()], async ([n, digits]) => {
    await hold(spellings[n % spellings.length]?.[1](digits) ?? digits)
  })
})

test.each(parts)(
  `a held account passes in none of 20 spellings and four ways, of ${heldAccounts}: part %i`,
  async (part) => {
    const shop = await aShop()
    const by = ways(shop, await aBankAccount(), await aCollection(shop))
    const passed: string[] = []
    const tried = partOf(part).flatMap((digits) =>
      spellings.map(([name, write]) => ({ name, written: write(digits) })),
    )
    await each(tried, async ({ name, written }) => {
      for (const way of ['collection', 'payout', 'link', 'line'] as const) {
        const outcome = await by[way](written)
        if (outcome !== heldCodes[way]) passed.push(`${way} ${name}: ${outcome}`)
      }
    })
    expect(passed).toEqual([])
  },
)

test.each(parts)(
  `of other accounts, ten for each of ${heldAccounts} held ones, none is held: part %i`,
  async (part) => {
    const shop = await aShop()
    const by = ways(shop, await aBankAccount(), '')
    // One digit of a held one's last ten is another, or it is cut short, or it is any number.
    const others = partOf(part).flatMap((digits) => [
      ...Array.from({ length: 6 }, (_, at) => withOtherDigit(digits, digits.length - 10 + at)),
      digits.slice(-9),
      digits.slice(0, 9),
      aNumber(),
      aNumber(),
    ])
    const held: string[] = []
    await each([...others.entries()], async ([n, other]) => {
      const way = (['collection', 'payout', 'link'] as const)[n % 3] ?? 'collection'
      const written = spellings[n % 15]?.[1](other) ?? other
      const outcome = await by[way](written)
      if (outcome !== 'done') held.push(`${way} ${written}: ${outcome}`)
    })
    expect(others).toHaveLength(10 * partOf(part).length)
    expect(held).toEqual([])
  },
)

function withOtherDigit(digits: string, at: number): string {
  const other = (Number(digits[at]) + 5) % 10
  return digits.slice(0, at) + other + digits.slice(at + 1)
}

test('an account of fewer than ten digits is held where all of its digits are the same', async () => {
  const shop = await aShop()
  const by = ways(shop, await aBankAccount(), await aCollection(shop))
  await hold('700-4218')
  for (const written of ['7004218', '７００４２１８', '700 4218 號', '٧٠٠٤٢١٨']) {
    for (const way of ['collection', 'payout', 'link', 'line'] as const) {
      expect([way, written, await by[way](written)]).toEqual([way, written, heldCodes[way]])
    }
  }
  for (const other of ['17004218', '004218', '0047004218', '04218']) {
    expect([other, await by.collection(other)]).toEqual([other, 'done'])
  }
})

test('a debit to a held account pays no payout of another payee', async () => {
  const shop = await aShop()
  const account = await aBankAccount()
  const digits = aNumber()
  const { id } = await hold(digits)
  const tradeNo = await aPayout(shop, { payee_account: aNumber() })
  const line = { amount: -4000, counterpartyAccount: wide(`004${digits}`), counterpartyLast5: '' }
  const debit = await aTransaction(account, line)
  const process = () =>
    move.process(tradeNo, {
      override: ['evidence_differs'],
      reason: '人工核對',
      bankAccount: account,
      bankTransactions: [debit],
    })
  expect(await outcomeOf(process())).toBe('held')
  await liftHold({ context, principal: operator, id, reason: '查無異常' })
  expect(await outcomeOf(process())).toBe('done')
})

test('the previous release’s holds are found by their digits', async () => {
  const shop = await aShop()
  const by = ways(shop, await aBankAccount(), await aCollection(shop))
  const digits = aNumber()
  await rows(
    `insert into holds (id, key, merchant_uid, user_id, account_no, trade_no, reason, case_no, actor,
       created_at, lifted_by, lift_reason)
     values (1, ?, '', '', ?, '', 'x', '', 'x', 1, '', '')`,
    `account:TW${digits}`,
    `TW-${digits}`,
  )
  expect(await by.collection(wide(digits))).toBe('held')
})

test('a hold needs digits, and is of no account of the platform', async () => {
  const digits = aNumber()
  await aBankAccount({ accountNo: digits })
  for (const own of [digits, wide(digits), `004-${digits}`, digits.slice(-10)]) {
    expect(await outcomeOf(hold(own))).toBe('validation_error')
  }
  expect(await outcomeOf(hold(withOtherDigit(digits, 8)))).toBe('done')
  expect(newHold.safeParse({ account_no: 'TW', reason: 'x' }).success).toBe(false)
  expect(newHold.safeParse({ account_no: '１２', reason: 'x' }).success).toBe(true)
})
