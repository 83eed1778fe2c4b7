import { type Fields, signedJson } from '../../scripts/client/merchant-client.ts'
import { demoMerchant } from '../../scripts/local/demo-merchant.ts'
import type { Runtime } from '../platform.ts'
import type { Call } from '../requests.ts'
import { busyAccount, busyAmount, lateCredit, lateDebit } from './fill-banking.ts'
import type { Probe } from './probes.ts'

// Bank accounts and their transactions, the journal and approvals.

function called(operation: string, body: object): Call {
  return { method: 'POST', path: `/back-office/${operation}`, body: JSON.stringify(body) }
}

async function answerTo<Answer>({ url }: Runtime, { path, ...init }: Call): Promise<Answer> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url + path, { ...init, headers })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.json() as Promise<Answer>
}

let numbers = 0

/** A number that no other call has. */
function aNumber(): string {
  numbers += 1
  return `bank-${Date.now()}-${numbers}`
}

async function created(to: Runtime, path: string, fields: Fields): Promise<string> {
  const { uid, secret } = demoMerchant
  const body = signedJson(uid, secret, { amount: busyAmount / 100, ...fields })
  const call = { method: 'POST', path: `/api/v1/merchant${path}`, body } as const
  const { data } = await answerTo<{ data: { trade_no: string } }>(to, call)
  return data.trade_no
}

const aCollection = (to: Runtime) => created(to, '/collections', { orderid: aNumber() })

const aPayout = (to: Runtime) =>
  created(to, '/payouts', { serial_no: aNumber(), payee_name: 'x', payee_account: '0123456789' })

function aLine(sign: 1 | -1) {
  return {
    bank_account: busyAccount,
    booked_at: new Date().toISOString(),
    amount: (sign * busyAmount) / 100,
    external_id: aNumber(),
  }
}

async function aTransaction(to: Runtime, sign: 1 | -1): Promise<number> {
  const { id } = await answerTo<{ id: number }>(to, called('post', aLine(sign)))
  return id
}

async function aMatched(to: Runtime): Promise<string> {
  const trade_no = await aCollection(to)
  await answerTo(to, called('match', { trade_no, bank_account: busyAccount }))
  return trade_no
}

async function aSettledWithoutMoney(to: Runtime): Promise<string> {
  const trade_no = await aMatched(to)
  await answerTo(to, called('settle', { trade_no }))
  return trade_no
}

/** A call of the back office about what `body` has made before; only the call is counted. */
function after(name: string, operation: string, body: (to: Runtime) => Promise<object>): Probe {
  return { name, call: async (_n, to) => called(operation, await body(to)) }
}

function listed(name: string, operation: string, filter: object = {}): Probe {
  return { name, call: async () => called(operation, { limit: 20, ...filter }) }
}

// Just after the thousand oldest of the filled transactions, which are claimed.
const [from, to] = ['2025-10-09 16:53:00', '2025-10-09 16:55:00']
const filters: Readonly<Record<string, object>> = {
  account: { bank_account: busyAccount },
  'five digits': { last5: '00000' },
  'not confirmed': { confirmed: 'false' },
  unclaimed: { state: 'unclaimed' },
  claimed: { state: 'claimed' },
  ignored: { state: 'ignored' },
  in: { direction: 'in' },
  out: { direction: 'out' },
  amount: { amount: busyAmount / 100 },
  from: { from },
  to: { to },
  span: { from, to },
  'account and amount': { bank_account: busyAccount, amount: 5 },
  'account and claimed': { bank_account: busyAccount, state: 'claimed' },
  'unclaimed and out': { state: 'unclaimed', direction: 'out' },
}

export const bankingProbes: readonly Probe[] = [
  listed('bank accounts', 'bank-accounts'),
  listed('bank transactions', 'bank-transactions'),
  listed('bank transactions of an agent', 'agent-bank-transactions'),
  ...Object.entries(filters).map(([name, filter]) =>
    listed(`bank transactions by ${name}`, 'bank-transactions', filter),
  ),
  { ...listed('the queue of money in, with its marks', 'money-in'), rowsMax: 1_200 },
  after('candidates of a collection', 'collection-candidates', async (running) => ({
    trade_no: await aCollection(running),
  })),
  {
    // How many of the filled debits lie near depends on the time of day.
    ...after('candidates of a payout', 'payout-candidates', async (running) => ({
      trade_no: await aPayout(running),
    })),
    rowsMax: 1_000,
  },
  after('candidates of a credit', 'transaction-candidates', async () => ({
    bank_transaction: lateCredit,
  })),
  after('candidates of a debit', 'transaction-candidates', async () => ({
    bank_transaction: lateDebit,
  })),
  // Of one amount within twenty minutes it looks at a thousand lines of each kind.
  { ...after('post a line', 'post', async () => aLine(1)), rowsMax: 2_100 },
  after('ignore a transaction', 'ignore', async (running) => ({
    bank_transaction: await aTransaction(running, 1),
  })),
  after('match to an account', 'match', async (running) => ({
    trade_no: await aCollection(running),
    bank_account: busyAccount,
  })),
  after('settle with a transaction', 'settle', async (running) => ({
    trade_no: await aMatched(running),
    bank_transaction: await aTransaction(running, 1),
  })),
  after('process with a transaction', 'process', async (running) => ({
    trade_no: await aPayout(running),
    bank_account: busyAccount,
    bank_transaction: await aTransaction(running, -1),
  })),
  after('back a settled collection', 'back', async (running) => ({
    trade_no: await aSettledWithoutMoney(running),
    bank_transaction: await aTransaction(running, 1),
  })),
  listed('journal', 'journal'),
  listed('journal of an actor', 'journal', { actor: 'someone' }),
  listed('journal of a kind', 'journal', { subject: 'merchant' }),
  listed('journal of a subject', 'journal', { subject: 'merchant:G1' }),
  listed('journal of an action', 'journal', { action: 'nothing' }),
  listed('journal of a span', 'journal', { from: '2024-12-31', to: '2025-01-02' }),
  listed('approvals', 'approvals'),
  listed('approvals done', 'approvals', { state: 'done' }),
  listed('approvals that wait', 'approvals', { state: 'waiting' }),
  listed('approvals expired', 'approvals', { state: 'expired' }),
]
