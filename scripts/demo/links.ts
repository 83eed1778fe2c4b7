import type { Body } from './http.ts'
import { expectEqual, type Story, until } from './story.ts'

/** The input of the steps with payment links. */
export type LinkShop = {
  readonly call: (path: string, fields: object) => Promise<Body>
  readonly backOffice: (path: string, body: object) => Promise<Body>
  /** The address of the merchant's receiver. */
  readonly notifyUrl: string
}

/** A member pays by a link whose amount the merchant has chosen: the page waits, shows the account, says paid. */
export async function aMemberPays(shop: LinkShop, { step }: Story): Promise<Body> {
  const { data } = await step(
    'The merchant signs a payment link for its member and gets a short address',
    () => shop.call('payment-links/amount', { ...linkFor('TOPUP-1', shop), amount: 1000 }),
    ({ wait_url }) => wait_url,
  )
  await step(
    'The member opens it: the page waits for an account',
    async () => {
      const html = await pageText(data.wait_url)
      for (const text of ['1,000', 'TOPUP-1', '67890']) expectShown(html, text)
      if (html.includes(payerAccount)) throw new Error('the page shows the whole account')
      return titleOf(html)
    },
    (title) => title,
  )
  await step(
    'An agent takes the collection and names the account to pay into',
    async () => {
      await shop.backOffice(`collections/${data.trade_no}/take`, {})
      return shop.backOffice(`collections/${data.trade_no}/match`, receivingAccount)
    },
    ({ agent, collection_status }) => `${collection_status}, in the hands of ${agent}`,
  )
  await step(
    'The page shows it, without being loaded again',
    () => untilShown(data.wait_url, receivingAccount.collection_account_no),
    ({ title }) => title,
  )
  await step(
    'The deposit has arrived: the agent settles',
    () => shop.backOffice(`collections/${data.trade_no}/settle`, {}),
    ({ status, paid_amount }) => `status ${status}, paid ${paid_amount}`,
  )
  await step(
    'The page says so and leads back to the merchant',
    () => untilShown(data.wait_url, returnUrl),
    ({ title }) => title,
  )
  return data
}

/** A member picks the amount on the purchase page; a second submit leads to the same wait page. */
export async function aMemberPicksAnAmount(shop: LinkShop, { step }: Story): Promise<void> {
  const { url } = await step(
    'Another link lets the member pick the amount',
    () => shop.call('payment-links', linkFor('TOPUP-2', shop)),
    (link) => link.url,
  )
  const session = new URL(url).searchParams.get('third_party_session') ?? ''
  const submit = (amount: string) => {
    const body = new URLSearchParams({ third_party_session: session, amount })
    return fetch(url, { method: 'POST', body, redirect: 'manual' })
  }
  await step(
    'The member types an amount that is not allowed, and is told so beside the field',
    async () => {
      const refused = await submit('7')
      expectEqual('status', refused.status, 303)
      // A browser keeps what was typed in a cookie of the page.
      const [kept = ''] = refused.headers.getSetCookie()
      const cookie = kept.split(';')[0] ?? ''
      const page = await fetch(url, { headers: { cookie } })
      expectEqual('status', page.status, 422)
      return titleOf(await page.text())
    },
    (title) => title,
  )
  await step(
    'Then 3,000, twice: both lead to the same wait page',
    async () => {
      const [first, second] = [await submit('3000'), await submit('5000')]
      expectEqual('status', first.status, 303)
      const waitUrl = first.headers.get('location') ?? ''
      expectEqual('location', second.headers.get('location'), waitUrl)
      return titleOf(await pageText(new URL(waitUrl, url).href))
    },
    (title) => title,
  )
}

const payerAccount = '001-2345-67890'
/** Where a page leads back to when all is done. */
export const returnUrl = 'https://shop.example/thanks'
const receivingAccount = {
  collection_account_name: '大安商行',
  collection_account_no: '012-345-678901',
  collection_bank_name: '國泰世華銀行',
}

/** A payment link of that amount; `member` in the place of the story's. */
export function aLinkOf(
  shop: LinkShop,
  orderNo: string,
  amount: number,
  member: object = {},
): Promise<Body> {
  return shop.call('payment-links/amount', { ...linkFor(orderNo, shop), amount, ...member })
}

function linkFor(merchant_order_no: string, { notifyUrl }: LinkShop) {
  return {
    merchant_order_no,
    member_no: 'member-7',
    member_name: '王小明',
    payer_bank_name: '臺灣銀行',
    payer_account_no: payerAccount,
    notify_url: notifyUrl,
    return_url: returnUrl,
  }
}

async function pageText(url: string): Promise<string> {
  const page = await fetch(url)
  expectEqual('status of the page', page.status, 200)
  return page.text()
}

/** Polls the address that the page's script polls, until the page shows a text. */
export function untilShown(waitUrl: string, expected: string): Promise<Body> {
  const ask = async (): Promise<Body> => (await fetch(`${waitUrl}/state`)).json()
  return until(ask, ({ html }) => String(html).includes(expected))
}

function expectShown(html: string, text: string): void {
  if (!html.includes(text)) throw new Error(`the page does not show ${text}`)
}

function titleOf(html: string): string {
  return /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''
}
