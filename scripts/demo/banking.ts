import { bankToken } from '../local/demo-accounts.ts'
import { importStatement, postLine, read } from '../local/made-up-bank.ts'
import { type Body, send, sendExpecting } from './http.ts'
import { aLinkOf, type LinkShop, untilShown } from './links.ts'
import { expectEqual, type Story } from './story.ts'

/** The input of the steps with bank accounts, beside the merchant of the story. */
export type BankShop = LinkShop & { readonly backofficeUrl: string }

const agent = { 'x-local-actor': 'ann@agents.example:agent' }

/**
 * An account of the platform, a link, the member's page, a line of the bank's feed, the order that it pays, tonight's
 * statement that confirms the line, and a wrong match that is reversed and set right.
 */
export async function aDepositIsMatched(shop: BankShop, story: Story): Promise<void> {
  const account = await anAccount(shop, story)
  const { first, second } = await twoLinks(shop, story, account)
  const line = await theBankTells(shop, story, account)
  await theWrongOrderIsSettled(shop, story, line, second)
  await itIsSetRight(shop, story, line, { first, second })
  await theStatementConfirms(shop, story, account, line)
}

async function anAccount({ backofficeUrl }: BankShop, { step }: Story): Promise<Body> {
  const account = {
    bank_code: '013',
    account_no: '012345678901',
    holder_name: '大安商行',
    feeds: [bankToken],
    statement_format: 'demo_utf8',
  }
  return step(
    'An operator registers an account that members pay into',
    () => sendExpecting(201, 'POST', `${backofficeUrl}/api/bank-accounts`, JSON.stringify(account)),
    ({ id, bank_name, account_no }) => `${bank_name} ${account_no}, id ${id}`,
  )
}

async function twoLinks(shop: BankShop, { step }: Story, account: Body) {
  const links: Body[] = []
  for (const number of ['TOPUP-3', 'TOPUP-4']) {
    const { data } = await aLinkOf(shop, number, 2000)
    await as(shop, `collections/${data.trade_no}/take`, {})
    await as(shop, `collections/${data.trade_no}/match`, { bank_account: account.id })
    links.push(data)
  }
  const [first, second] = links
  await step(
    'Two members want to pay 2,000: an agent gives both the account, and their pages show it',
    async () => {
      await untilShown(first.wait_url, '1234')
      return untilShown(second.wait_url, '1234')
    },
    ({ title }) => title,
  )
  return { first, second }
}

async function theBankTells(shop: BankShop, { step }: Story, account: Body): Promise<Body> {
  const line = {
    amount: 2000,
    externalId: 'MB-1',
    counterpartyAccount: '001-2345-67890',
    counterpartyName: '王小明',
    memo: '轉入',
  }
  await step(
    'The bank tells the feed of a deposit',
    () => postLine(shop, account.id, line),
    ({ id, state, amount }) => `transaction ${id}: ${amount}, ${state}`,
  )
  return step(
    'The agent sees which orders it may pay, and why',
    async () => {
      const { items } = await read(shop, `bank-transactions?bank_account=${account.id}`)
      const detail = await read(shop, `bank-transactions/${items[0].id}`)
      expectEqual('candidates', detail.candidates.length, 2)
      return detail
    },
    ({ candidates }) => candidates.map(({ reasons }: Body) => reasons.join('+')).join(' · '),
  )
}

async function theWrongOrderIsSettled(shop: BankShop, { step }: Story, line: Body, wrong: Body) {
  const claim = { bank_transactions: [line.id] }
  await step(
    'Both fit alike, so that an agent cannot pick one',
    async () => {
      const url = `${shop.backofficeUrl}/api/collections/${wrong.trade_no}/settle`
      const { status, body } = await send('POST', url, JSON.stringify(claim), agent)
      expectEqual('status', status, 409)
      expectEqual('error', body.error, 'evidence_differs')
      return body
    },
    ({ error, differs }) => `${error}: ${differs.join(', ')}`,
  )
  await step(
    'An operator picks the wrong one of the two, and settles it',
    () => shop.backOffice(`collections/${wrong.trade_no}/settle`, { ...claim, ...asSaid }),
    ({ status, backed }) => `status ${status}, backed ${backed}`,
  )
}

async function itIsSetRight(
  shop: BankShop,
  { step }: Story,
  line: Body,
  { first, second }: { readonly first: Body; readonly second: Body },
) {
  const claim = { bank_transactions: [line.id] }
  await step(
    'The same deposit cannot pay the other order as well',
    async () => {
      const url = `${shop.backofficeUrl}/api/collections/${first.trade_no}/settle`
      const { status, body } = await send('POST', url, JSON.stringify(claim), agent)
      expectEqual('status', status, 409)
      expectEqual('error', body.error, 'bank_transaction_taken')
      return body
    },
    ({ error, held_by }) => `${error}, held by ${held_by}`,
  )
  await step(
    'An operator reverses the wrong settlement, which frees the deposit',
    () => shop.backOffice(`collections/${second.trade_no}/reverse`, wrongMatch),
    ({ status, collection_status }) => `${status}, ${collection_status}`,
  )
  await step(
    'Now it settles the right one, whose page says so',
    async () => {
      const call = { ...claim, ...asSaid }
      const settled = await shop.backOffice(`collections/${first.trade_no}/settle`, call)
      await untilShown(first.wait_url, 'https://shop.example/thanks')
      return settled
    },
    ({ status, backed }) => `status ${status}, backed ${backed}`,
  )
}

async function theStatementConfirms(shop: BankShop, { step }: Story, account: Body, line: Body) {
  await step(
    "Tonight's statement has the same line: nothing is added, the line is confirmed",
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

const asSaid = { override: ['evidence_differs'], reason: '付款人來電' }
const wrongMatch = { reason: '入帳對錯訂單', because: 'wrong_match' }

function as({ backofficeUrl }: BankShop, path: string, body: object): Promise<Body> {
  return sendExpecting(200, 'POST', `${backofficeUrl}/api/${path}`, JSON.stringify(body), agent)
}
