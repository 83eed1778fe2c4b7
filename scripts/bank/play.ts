import { setTimeout as sleep } from 'node:timers/promises'
import type { Doubt } from '../../src/contract/back-office/states.ts'
import type { Body } from '../demo/http.ts'
import { until } from '../demo/story.ts'
import { doubtsText, importStatement, read } from '../local/made-up-bank.ts'
import { accountOf, type Payer, payerAt, somePayment } from './payers.ts'
import { aLink, type LocalAddresses, openPlayShop, type PlayShop } from './play-shop.ts'

/**
 * Plays payers, honest ones and others, against a running local server, one after another; prints what became of each.
 * Returns false where one was settled by the service that it must not settle, or one money was stored twice.
 */
export async function playPayers(addresses: LocalAddresses, count: number): Promise<boolean> {
  const shop = await openPlayShop(addresses)
  console.log(
    `Payers of the new merchant ${shop.uid}, on its accounts ${shop.accounts.join(' and ')}:`,
  )
  const played: PayerOutcome[] = []
  for (let place = 0; place < count; place += 1) {
    if (place > 0) await sleep(pauseMs)
    const outcome = await play(shop, payerAt(place), place)
    const { name, text } = outcome
    console.log(`${String(place + 1).padStart(3)}. ${name.padEnd(12)}  ${text}`)
    played.push(outcome)
  }
  console.log(`\n${summaryOf(played)}`)
  const added = await bringStatements(shop)
  console.log(`What is in doubt waits at ${shop.backofficeUrl}/desk`)
  const wrong = played.filter(({ isWrong }) => isWrong)
  for (const { name, text } of wrong) console.error(`Must not be: ${name}, ${text}`)
  return wrong.length === 0 && added === 0
}

// Two payers a second, at most.
const pauseMs = 500

type PayerOutcome = {
  readonly name: string
  readonly text: string
  readonly isSettled: boolean
  readonly doubts: readonly Doubt[]
  /** How many lines the back office refused. */
  readonly refused: number
  readonly isWrong: boolean
}

async function play(shop: PlayShop, payer: Payer, place: number): Promise<PayerOutcome> {
  const { amount, last5 } = somePayment()
  const account = accountOf(last5)
  const orders: Body[] = []
  while (orders.length < payer.orders) {
    const number = `${shop.uid}-${place + 1}-${orders.length + 1}`
    const { trade_no } = await aLink(shop, { number, name: payerName, account }, amount)
    orders.push(await assigned(shop, trade_no))
  }
  const [order] = orders
  const what = `${amount} from …${last5}${orders.length > 1 ? ', two orders' : ''}`
  const nothing = { name: payer.name, isSettled: false, doubts: [], refused: 0, isWrong: false }
  if (order.bank_account === null) {
    return { ...nothing, text: `${what}: given no account (${order.not_assigned})` }
  }
  const [deposit, ...again] = await payer.tells(shop, order.bank_account, {
    amount,
    externalId: `PLAY-${order.trade_no}`,
    bookedAt: new Date().toISOString(),
    counterpartyAccount: account,
    counterpartyName: payerName,
    memo: '',
  })
  if (deposit?.answer.status !== 201) {
    const text = `${what}: refused (${deposit?.answer.body.error})`
    return { ...nothing, refused: 1, text }
  }
  const { id } = deposit.answer.body
  const line = await until(
    () => read(shop, `bank-transactions/${id}`),
    ({ state, doubts }) => state === 'claimed' || doubts !== null,
  )
  const isSettled = line.claimed_by === 'system:matcher'
  const doubts: readonly Doubt[] = line.doubts ?? []
  const repeated = again.map(({ how, answer: { status, body } }) => {
    if (status >= 400) return `${how}: refused (${body.error})`
    return `${how}: ${body.id === id ? 'known' : storedTwice}`
  })
  const settled = `settled by ${isSettled ? 'the service' : line.claimed_by}`
  const became = line.state === 'claimed' ? settled : `in doubt: ${doubtsText(doubts)}`
  return {
    name: payer.name,
    isSettled,
    doubts,
    text: [`${what}: ${became}`, ...repeated].join('; '),
    refused: again.filter(({ answer }) => answer.status >= 400).length,
    isWrong: (isSettled && !payer.maySettle) || repeated.some((text) => text.endsWith(storedTwice)),
  }
}

/** The order once it was given an account, or was given none. */
function assigned(shop: PlayShop, tradeNo: string): Promise<Body> {
  return until(
    () => read(shop, `collections/${tradeNo}`),
    (order) => order.bank_account !== null || order.not_assigned !== null,
  )
}

const storedTwice = 'stored twice'
const payerName = '林大同'

function summaryOf(played: readonly PayerOutcome[]): string {
  const settled = played.filter(({ isSettled }) => isSettled).length
  const doubtful = played.filter(({ doubts }) => doubts.length > 0)
  const each = Map.groupBy(
    doubtful.flatMap(({ doubts }) => doubts),
    (doubt) => doubt,
  )
  const counts = [...each].map(([doubt, all]) => `${doubt} ${all.length}`).join(', ')
  const refused = played.reduce((sum, outcome) => sum + outcome.refused, 0)
  return (
    `Of ${played.length} payers: settled by the service ${settled}, ` +
    `in doubt ${doubtful.length}${counts && ` (${counts})`}, ` +
    `neither ${played.length - settled - doubtful.length}; lines refused ${refused}.`
  )
}

/** Imports the statement of each account that has lines; returns how many lines were new by it. */
async function bringStatements(shop: PlayShop): Promise<number> {
  let [lines, confirmed, added] = [0, 0, 0]
  for (const account of shop.accounts) {
    const { items } = await read(shop, `bank-transactions?bank_account=${account}&limit=1`)
    if (items.length === 0) continue
    const done = await importStatement(shop, account, 0)
    lines += done.lines
    confirmed += done.confirmed
    added += done.new
  }
  console.log(`Tonight's statements: lines ${lines}, confirmed ${confirmed}, new ${added}.`)
  return added
}
