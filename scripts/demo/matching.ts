import { bankToken } from '../local/demo-accounts.ts'
import { doubtsText, postLine, read } from '../local/made-up-bank.ts'
import type { BankShop } from './banking.ts'
import { type Body, sendExpecting } from './http.ts'
import { aLinkOf, returnUrl, untilShown } from './links.ts'
import type { Receiver } from './receiver-process.ts'
import { expectEqual, patienceMs, type Story, until } from './story.ts'

/** The input of the steps without a person, beside the merchant of the story. */
type MatchingShop = BankShop & { readonly receiver: Receiver; readonly uid: string }

/** A link that is paid without a person; beside it a deposit that two orders may have, which a person decides. */
export async function moneyIsMatchedByItself(shop: MatchingShop, story: Story): Promise<void> {
  await switchesAreOn(shop, story)
  await theServiceSettles(shop, story)
  const twins = await twoOrdersOfOnePayer(shop, story)
  const line = await theServiceDoubts(shop, story, twins.first)
  await aPersonDecides(shop, story, { ...twins, line })
}

async function switchesAreOn({ backofficeUrl, uid }: MatchingShop, { step }: Story): Promise<void> {
  const operator = (status: number, method: string, path: string, body: object) =>
    sendExpecting(status, method, `${backofficeUrl}/api/${path}`, JSON.stringify(body))
  await step(
    'The merchant and two accounts of its own let the service match by itself',
    async () => {
      await operator(200, 'PATCH', `merchants/${uid}`, { settings: { auto: 'settle' } })
      const accounts: Body[] = []
      for (const account_no of ['111122223333', '444455556666']) {
        const account = { ...autoAccount, account_no, merchants: [uid] }
        accounts.push(await operator(201, 'POST', 'bank-accounts', account))
      }
      return accounts
    },
    (accounts) =>
      accounts.map((one) => `${one.account_no}: ${one.auto}, by ${one.auto_sources}`).join(' · '),
  )
}

async function theServiceSettles(shop: MatchingShop, { step }: Story): Promise<void> {
  const { data: link } = await aLinkOf(shop, 'TOPUP-5', 800, memberOf('24680'))
  await step(
    'The next link: its page shows an account at once, which nobody has given it',
    () => untilShown(link.wait_url, autoAccount.holder_name),
    ({ title }) => title,
  )
  const order = await read(shop, `collections/${link.trade_no}`)
  await theBankTells(shop, { step }, order, '24680')
  await step(
    'Nobody does anything: the service settles the order, and the page says so',
    async () => {
      const paid = await until(
        () => read(shop, `collections/${link.trade_no}`),
        ({ status }) => status !== 'pending',
      )
      expectEqual('settled by, agent', [paid.settled_by, paid.agent], ['auto', ''])
      await untilShown(link.wait_url, returnUrl)
      return paid
    },
    ({ status, settled_by, proof }) => `status ${status}, settled by ${settled_by}, proof ${proof}`,
  )
  await step(
    'The callback reaches the merchant',
    async () => {
      for (;;) {
        const received = await shop.receiver.next(patienceMs)
        if (received.body.merchant_order_no === 'TOPUP-5') return received
      }
    },
    ({ id, body }) => `${id}: ${body.type} ${body.status}, paid ${body.paid_amount}`,
  )
}

async function twoOrdersOfOnePayer(shop: MatchingShop, { step }: Story) {
  return step(
    'Two orders of one payer and one amount: each gets an account of its own',
    async () => {
      const links: Body[] = []
      for (const number of ['TOPUP-6', 'TOPUP-7']) {
        const { data } = await aLinkOf(shop, number, 900, memberOf('13579'))
        await untilShown(data.wait_url, autoAccount.holder_name)
        links.push(await read(shop, `collections/${data.trade_no}`))
      }
      const [first, second] = links
      return { first, second }
    },
    ({ first, second }) => `account ${first.bank_account} · account ${second.bank_account}`,
  )
}

async function theServiceDoubts(shop: MatchingShop, { step }: Story, first: Body): Promise<Body> {
  const { id } = await theBankTells(shop, { step }, first, '13579')
  await step(
    'Which of the two it pays nobody can tell: the service leaves it to a person, and says why',
    async () => {
      const judged = await until(
        () => read(shop, `bank-transactions/${id}`),
        ({ doubts }) => doubts !== null,
      )
      expectEqual('doubts', [judged.state, judged.doubts], ['unclaimed', ['two_orders']])
      return judged
    },
    ({ state, doubts }) => `${state}: ${doubtsText(doubts)}`,
  )
  return step(
    'The overview tells what the service has done by itself today',
    async () => {
      const { today } = await read(shop, 'auto')
      expectEqual('today', [today.assigned, today.settled, today.doubts], [3, 1, 1])
      return { ...today, id }
    },
    ({ assigned, settled, doubts }) =>
      `accounts given ${assigned}, settled ${settled}, in doubt ${doubts}`,
  )
}

async function aPersonDecides(
  shop: MatchingShop,
  { step }: Story,
  { first, second, line }: { readonly first: Body; readonly second: Body; readonly line: Body },
): Promise<void> {
  await step(
    'An operator asks the payer, and settles one; the other goes on waiting',
    async () => {
      const call = { bank_transactions: [line.id] }
      const settled = await shop.backOffice(`collections/${first.trade_no}/settle`, call)
      const other = await read(shop, `collections/${second.trade_no}`)
      expectEqual('the other', other.status, 'pending')
      return settled
    },
    ({ status, settled_by }) => `status ${status}, settled by ${settled_by}`,
  )
}

/** The feed's line of a deposit of the order's amount, on its account. */
async function theBankTells(
  shop: MatchingShop,
  { step }: Pick<Story, 'step'>,
  order: Body,
  last5: string,
): Promise<Body> {
  return step(
    'The bank tells the feed of a deposit',
    () => {
      const { payer_account_no: counterpartyAccount, member_name: counterpartyName } =
        memberOf(last5)
      const payer = { counterpartyAccount, counterpartyName, memo: '轉入' }
      const line = { amount: order.amount, externalId: `MB-${last5}`, ...payer }
      return postLine(shop, order.bank_account, line)
    },
    ({ id, amount }) => `transaction ${id}: ${amount} from …${last5}`,
  )
}

function memberOf(last5: string) {
  return {
    member_no: `member-${last5}`,
    member_name: '陳美玲',
    payer_account_no: `004-00123${last5}`,
  }
}

const autoAccount = {
  bank_code: '013',
  holder_name: '和平商行',
  feeds: [bankToken],
  auto: 'settle',
  auto_sources: ['feed'],
}
