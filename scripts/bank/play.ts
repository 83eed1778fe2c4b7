import { setTimeout as sleep } from 'node:timers/promises'
import type { Doubt } from '../../src/contract/back-office/states.ts'
import type { Body } from '../demo/http.ts'
import { createAmountLink } from '../demo/links.ts'
import { until } from '../demo/story.ts'
import { doubtsText, importStatement, read } from '../local/made-up-bank.ts'
import { accountNumberOf, type Payer, payerAt, randomPayment } from './payers.ts'
import { type LocalAddresses, openPlayShop, type PlayShop } from './play-shop.ts'

/**
 * Plays payers against a running local server, one after another, and prints the outcome of each. Returns false if the
 * service settled an order that a person must settle, or stored a deposit twice.
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
  const added = await importStatements(shop)
  console.log(`Deposits in doubt are listed at ${shop.backofficeUrl}/desk`)
  const wrong = played.filter(({ isWrong }) => isWrong)
  for (const { name, text } of wrong) console.error(`Wrong outcome: ${name}, ${text}`)
  return wrong.length === 0 && added === 0
}

const pauseMs = 500

type PayerOutcome = {
  readonly name: string
  readonly text: string
  readonly isSettled: boolean
  readonly doubts: readonly Doubt[]
  readonly refusedLines: number
  readonly isWrong: boolean
}

async function play(shop: PlayShop, payer: Payer, place: number): Promise<PayerOutcome> {
  const { amount, last5 } = randomPayment()
  const account = accountNumberOf(last5)
  const orders: Body[] = []
  while (orders.length < payer.orders) {
    const number = `${shop.uid}-${place + 1}-${orders.length + 1}`
    const member = { member_no: number, member_name: payerName, payer_account_no: account }
    const { data } = await createAmountLink(shop, number, { amount, ...member })
    orders.push(await orderWithAccount(shop, data.trade_no))
  }
  const [order] = orders
  const payment = `${amount} from …${last5}${orders.length > 1 ? ', two orders' : ''}`
  const open = { name: payer.name, isSettled: false, doubts: [], refusedLines: 0, isWrong: false }
  if (order.bank_account === null) {
    return { ...open, text: `${payment}: no account assigned (${order.not_assigned})` }
  }
  const [deposit, ...repeats] = await payer.report(shop, order.bank_account, {
    amount,
    externalId: `PLAY-${order.trade_no}`,
    bookedAt: new Date().toISOString(),
    counterpartyAccount: account,
    counterpartyName: payerName,
    memo: '',
  })
  if (deposit?.answer.status !== 201) {
    const text = `${payment}: refused (${deposit?.answer.body.error})`
    return { ...open, refusedLines: 1, text }
  }
  const { id } = deposit.answer.body
  const line = await until(
    () => read(shop, `bank-transactions/${id}`),
    ({ state, doubts }) => state === 'claimed' || doubts !== null,
  )
  const isSettled = line.claimed_by === 'system:matcher'
  const doubts: readonly Doubt[] = line.doubts ?? []
  const repeated = repeats.map(({ repetition, answer: { status, body } }) => {
    if (status >= 400) return `${repetition}: refused (${body.error})`
    return `${repetition}: ${body.id === id ? 'known' : storedTwice}`
  })
  const settled = `settled by ${isSettled ? 'the service' : line.claimed_by}`
  const outcome = line.state === 'claimed' ? settled : `in doubt: ${doubtsText(doubts)}`
  return {
    name: payer.name,
    isSettled,
    doubts,
    text: [`${payment}: ${outcome}`, ...repeated].join('; '),
    refusedLines: repeats.filter(({ answer }) => answer.status >= 400).length,
    isWrong: (isSettled && !payer.maySettle) || repeated.some((text) => text.endsWith(storedTwice)),
  }
}

// Waits until the service has assigned an account, or decided not to.
function orderWithAccount(shop: PlayShop, tradeNo: string): Promise<Body> {
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
  const refused = played.reduce((sum, { refusedLines }) => sum + refusedLines, 0)
  return (
    `Of ${played.length} payers: settled by the service ${settled}, ` +
    `in doubt ${doubtful.length}${counts && ` (${counts})`}, ` +
    `neither ${played.length - settled - doubtful.length}; lines refused ${refused}.`
  )
}

/** Imports the statement of each account that has lines; returns the number of new lines. */
async function importStatements(shop: PlayShop): Promise<number> {
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
