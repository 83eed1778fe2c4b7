import { bankToken } from '../local/demo-accounts.ts'
import { doubtsText, read } from '../local/made-up-bank.ts'
import { type BankShop, reportDeposit } from './banking.ts'
import { type Body, sendExpecting } from './http.ts'
import { createAmountLink, returnUrl, untilShown } from './links.ts'
import type { Receiver } from './receiver-process.ts'
import { expectEqual, patienceMs, type Story, until } from './story.ts'

/** The merchant and the back office of the steps with automatic matching. */
type MatchingShop = BankShop & { readonly receiver: Receiver; readonly uid: string }

/** The service settles an order without a person, and leaves a deposit with two possible orders to a person. */
export async function matchAutomatically(shop: MatchingShop, story: Story): Promise<void> {
  await switchOn(shop, story)
  await settleWithoutPerson(shop, story)
  const twins = await createTwins(shop, story)
  const line = await leaveInDoubt(shop, story, twins.first)
  await decideByPerson(shop, story, { ...twins, line })
}

async function switchOn({ backofficeUrl, uid }: MatchingShop, { step }: Story): Promise<void> {
  const api = `${backofficeUrl}/api`
  await step(
    'Automatic matching is switched on for the merchant and its two accounts',
    async () => {
      const json = JSON.stringify({ settings: { auto: 'settle' } })
      await sendExpecting(200, { method: 'PATCH', url: `${api}/merchants/${uid}`, json })
      const accounts: Body[] = []
      for (const account_no of ['111122223333', '444455556666']) {
        const json = JSON.stringify({ ...autoAccount, account_no, merchants: [uid] })
        const request = { method: 'POST', url: `${api}/bank-accounts`, json }
        accounts.push(await sendExpecting(201, request))
      }
      return accounts
    },
    (accounts) =>
      accounts.map((one) => `${one.account_no}: ${one.auto}, by ${one.auto_sources}`).join(' · '),
  )
}

async function settleWithoutPerson(shop: MatchingShop, { step }: Story): Promise<void> {
  const { data: link } = await createAmountLink(shop, 'TOPUP-5', orderOf(800, '24680'))
  await step(
    'The page of the next link shows an account at once, assigned by the service',
    () => untilShown(link.wait_url, autoAccount.holder_name),
    ({ title }) => title,
  )
  const order = await read(shop, `collections/${link.trade_no}`)
  await reportPayment(shop, { step }, order)
  await step(
    'The service settles the order without a person, and the page shows the payment',
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

async function createTwins(shop: MatchingShop, { step }: Story) {
  return step(
    'Two orders of the same payer and amount: each gets another account',
    async () => {
      const links: Body[] = []
      for (const number of ['TOPUP-6', 'TOPUP-7']) {
        const { data } = await createAmountLink(shop, number, orderOf(900, '13579'))
        await untilShown(data.wait_url, autoAccount.holder_name)
        links.push(await read(shop, `collections/${data.trade_no}`))
      }
      const [first, second] = links
      return { first, second }
    },
    ({ first, second }) => `account ${first.bank_account} · account ${second.bank_account}`,
  )
}

async function leaveInDoubt(shop: MatchingShop, { step }: Story, first: Body): Promise<Body> {
  const { id } = await reportPayment(shop, { step }, first)
  await step(
    'It may pay either order: the service leaves it to a person, with the reason',
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
    "The overview counts today's automatic decisions",
    async () => {
      const { today } = await read(shop, 'auto')
      expectEqual('today', [today.assigned, today.settled, today.doubts], [3, 1, 1])
      return { ...today, id }
    },
    ({ assigned, settled, doubts }) =>
      `accounts assigned ${assigned}, settled ${settled}, in doubt ${doubts}`,
  )
}

async function decideByPerson(
  shop: MatchingShop,
  { step }: Story,
  { first, second, line }: { readonly first: Body; readonly second: Body; readonly line: Body },
): Promise<void> {
  await step(
    'An operator asks the payer and settles one order; the other still waits',
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

function reportPayment(
  shop: MatchingShop,
  { step }: Pick<Story, 'step'>,
  order: Body,
): Promise<Body> {
  const line = {
    amount: order.amount,
    externalId: `MB-${order.trade_no}`,
    counterpartyAccount: order.payer_account_no,
    counterpartyName: memberName,
    memo: '轉入',
  }
  return reportDeposit(shop, { step }, { account: order.bank_account, line })
}

function orderOf(amount: number, last5: string) {
  return {
    amount,
    member_no: `member-${last5}`,
    member_name: memberName,
    payer_account_no: `004-00123${last5}`,
  }
}

const memberName = '陳美玲'
const autoAccount = {
  bank_code: '013',
  holder_name: '和平商行',
  feeds: [bankToken],
  auto: 'settle',
  auto_sources: ['feed'],
}
