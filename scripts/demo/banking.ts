import { bankToken } from '../local/demo-accounts.ts'
import { type BankLine, importStatement, postLine, read } from '../local/made-up-bank.ts'
import { type Body, type JsonRequest, sendExpecting } from './http.ts'
import { createAmountLink, type DeskShop, untilShown } from './links.ts'
import { expectEqual, type Story } from './story.ts'

/** The merchant and the back office of the steps with bank accounts. */
export type BankShop = DeskShop & { readonly backofficeUrl: string }

type Orders = { readonly first: Body; readonly second: Body }

/**
 * People match a deposit: an account, two orders of one amount, the deposit in the feed, a settlement of the wrong order,
 * its reversal, the right settlement, and the statement that confirms the deposit.
 */
export async function matchDeposit(shop: BankShop, story: Story): Promise<void> {
  const account = await registerAccount(shop, story)
  const orders = await createTwoLinks(shop, story, account)
  const line = await reportToFeed(shop, story, account)
  await settleWrongOrder(shop, story, { line, wrong: orders.second })
  await correctSettlement(shop, story, { line, ...orders })
  await confirmByStatement(shop, story, { line, account })
}

async function registerAccount({ backofficeUrl }: BankShop, { step }: Story): Promise<Body> {
  const account = {
    bank_code: '013',
    account_no: '012345678901',
    holder_name: '大安商行',
    feeds: [bankToken],
    statement_format: 'demo_utf8',
  }
  return step(
    'An operator registers an account that members pay into',
    () => {
      const url = `${backofficeUrl}/api/bank-accounts`
      return sendExpecting(201, { method: 'POST', url, json: JSON.stringify(account) })
    },
    ({ id, bank_name, account_no }) => `${bank_name} ${account_no}, id ${id}`,
  )
}

async function createTwoLinks(shop: BankShop, { step }: Story, account: Body): Promise<Orders> {
  const links: Body[] = []
  for (const number of ['TOPUP-3', 'TOPUP-4']) {
    const { data } = await createAmountLink(shop, number, { amount: 2000 })
    const { trade_no } = data
    await sendExpecting(200, agentRequest(shop, `${trade_no}/take`, {}))
    await sendExpecting(200, agentRequest(shop, `${trade_no}/match`, { bank_account: account.id }))
    links.push(data)
  }
  const [first, second] = links
  await step(
    'Two members want to pay 2,000: an agent assigns both the account, and their pages show it',
    async () => {
      await untilShown(first.wait_url, '1234')
      return untilShown(second.wait_url, '1234')
    },
    ({ title }) => title,
  )
  return { first, second }
}

/** A step: the bank's feed reports a deposit. */
export function reportDeposit(
  shop: BankShop,
  { step }: Pick<Story, 'step'>,
  { account, line }: { readonly account: number; readonly line: BankLine },
): Promise<Body> {
  return step(
    "The bank's feed reports a deposit",
    () => postLine(shop, account, line),
    ({ id, state, amount }) => `transaction ${id}: ${amount}, ${state}`,
  )
}

async function reportToFeed(shop: BankShop, story: Story, account: Body): Promise<Body> {
  const line = {
    amount: 2000,
    externalId: 'MB-1',
    counterpartyAccount: '001-2345-67890',
    counterpartyName: '王小明',
    memo: '轉入',
  }
  await reportDeposit(shop, story, { account: account.id, line })
  return story.step(
    'The agent sees the orders that the deposit may pay, with reasons',
    async () => {
      const { items } = await read(shop, `bank-transactions?bank_account=${account.id}`)
      const detail = await read(shop, `bank-transactions/${items[0].id}`)
      expectEqual('candidates', detail.candidates.length, 2)
      return detail
    },
    ({ candidates }) => candidates.map(({ reasons }: Body) => reasons.join('+')).join(' · '),
  )
}

async function settleWrongOrder(
  shop: BankShop,
  { step }: Story,
  { line, wrong }: Readonly<Record<'line' | 'wrong', Body>>,
) {
  const claim = { bank_transactions: [line.id] }
  await step(
    'Both orders fit equally, so an agent may not settle either',
    async () => {
      const body = await sendExpecting(409, agentRequest(shop, `${wrong.trade_no}/settle`, claim))
      expectEqual('error', body.error, 'evidence_differs')
      return body
    },
    ({ error, differs }) => `${error}: ${differs.join(', ')}`,
  )
  await step(
    'An operator settles the wrong one',
    () =>
      shop.backOffice(`collections/${wrong.trade_no}/settle`, { ...claim, ...evidenceOverride }),
    ({ status, backed }) => `status ${status}, backed ${backed}`,
  )
}

async function correctSettlement(
  shop: BankShop,
  { step }: Story,
  { line, first, second }: Orders & { readonly line: Body },
) {
  const claim = { bank_transactions: [line.id] }
  await step(
    'The same deposit cannot settle the other order, too',
    async () => {
      const body = await sendExpecting(409, agentRequest(shop, `${first.trade_no}/settle`, claim))
      expectEqual('error', body.error, 'bank_transaction_taken')
      return body
    },
    ({ error, held_by }) => `${error}, claimed by ${held_by}`,
  )
  await step(
    'An operator reverses the wrong settlement, which releases the deposit',
    () => shop.backOffice(`collections/${second.trade_no}/reverse`, wrongMatch),
    ({ status, collection_status }) => `${status}, ${collection_status}`,
  )
  await step(
    'The operator settles the right order, and its page shows the payment',
    async () => {
      const call = { ...claim, ...evidenceOverride }
      const settled = await shop.backOffice(`collections/${first.trade_no}/settle`, call)
      await untilShown(first.wait_url, 'https://shop.example/thanks')
      return settled
    },
    ({ status, backed }) => `status ${status}, backed ${backed}`,
  )
}

async function confirmByStatement(
  shop: BankShop,
  { step }: Story,
  { line, account }: Readonly<Record<'line' | 'account', Body>>,
) {
  await step(
    "Tonight's statement has the same line: it confirms the line and adds nothing",
    async () => {
      const done = await importStatement(shop, account.id, 10_000)
      expectEqual('confirmed', [done.new, done.confirmed], [0, 1])
      const { confirmed_at } = await read(shop, `bank-transactions/${line.id}`)
      return { ...done, confirmed_at }
    },
    ({ lines, confirmed, chain, confirmed_at }) =>
      `${lines} line, ${confirmed} confirmed at ${confirmed_at}, balances ${chain}`,
  )
}

const evidenceOverride = { override: ['evidence_differs'], reason: '付款人來電' }
const wrongMatch = { reason: '入帳對錯訂單', because: 'wrong_match' }

function agentRequest({ backofficeUrl }: BankShop, path: string, body: object): JsonRequest {
  const url = `${backofficeUrl}/api/collections/${path}`
  return { method: 'POST', url, json: JSON.stringify(body), actor: 'ann@agents.example:agent' }
}
