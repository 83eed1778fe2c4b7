import { signedJson } from '../client/merchant-client.ts'
import { type Body, sendExpecting } from './http.ts'
import { expectEqual, type Story, until } from './story.ts'

export type LinkShop = {
  readonly call: MerchantCall
  readonly notifyUrl: string
}

/** The merchant and the back office of the steps with payment links. */
export type DeskShop = LinkShop & {
  readonly backOffice: (path: string, body: object) => Promise<Body>
}

/** Sends a merchant's signed request and returns the answer. Throws an error for a refusal. */
export type MerchantCall = (path: string, fields: object) => Promise<Body>

export function merchantCalls({
  payUrl,
  uid,
  secret,
}: Readonly<Record<'payUrl' | 'uid' | 'secret', string>>): MerchantCall {
  return (path, fields) => {
    const url = `${payUrl}/api/v1/merchant/${path}`
    const json = signedJson(uid, secret, { ...fields })
    return sendExpecting(200, { method: 'POST', url, json })
  }
}

/** A member pays by a link with a set amount: the wait page shows the account, then the payment. */
export async function payByAmountLink(shop: DeskShop, { step }: Story): Promise<Body> {
  const { data } = await step(
    'The merchant creates a payment link for its member and gets a short address',
    () => createAmountLink(shop, 'TOPUP-1', { amount: 1000 }),
    ({ data }) => data.wait_url,
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
    'An agent takes the collection and assigns the account to pay into',
    async () => {
      await shop.backOffice(`collections/${data.trade_no}/take`, {})
      return shop.backOffice(`collections/${data.trade_no}/match`, receivingAccount)
    },
    ({ agent, collection_status }) => `${collection_status}, taken by ${agent}`,
  )
  await step(
    'The page shows the account without a reload',
    () => untilShown(data.wait_url, receivingAccount.collection_account_no),
    ({ title }) => title,
  )
  await step(
    'The deposit has arrived: the agent settles',
    () => shop.backOffice(`collections/${data.trade_no}/settle`, {}),
    ({ status, paid_amount }) => `status ${status}, paid ${paid_amount}`,
  )
  await step(
    'The page shows the payment and links back to the merchant',
    () => untilShown(data.wait_url, returnUrl),
    ({ title }) => title,
  )
  return data
}

/** A member chooses the amount on the purchase page; a second submission leads to the same wait page. */
export async function chooseAmount(shop: LinkShop, { step }: Story): Promise<void> {
  const { url } = await step(
    'The merchant creates a link on which the member chooses the amount',
    () => shop.call('payment-links', linkFields('TOPUP-2', shop)),
    (link) => link.url,
  )
  const session = new URL(url).searchParams.get('third_party_session') ?? ''
  const submit = (amount: string) => {
    const body = new URLSearchParams({ third_party_session: session, amount })
    return fetch(url, { method: 'POST', body, redirect: 'manual' })
  }
  await step(
    'The member enters an invalid amount, and the page shows the error',
    async () => {
      const refused = await submit('7')
      expectEqual('status', refused.status, 303)
      // The entered amount is in a cookie of the page.
      const [setCookie = ''] = refused.headers.getSetCookie()
      const cookie = setCookie.split(';')[0] ?? ''
      const page = await fetch(url, { headers: { cookie } })
      expectEqual('status', page.status, 422)
      return titleOf(await page.text())
    },
    (title) => title,
  )
  await step(
    'The member submits 3,000, then 5,000: both lead to the same wait page',
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
/** The merchant's page to which a paid wait page links. */
export const returnUrl = 'https://shop.example/thanks'
const receivingAccount = {
  collection_account_name: '大安商行',
  collection_account_no: '012-345-678901',
  collection_bank_name: '國泰世華銀行',
}

/** Creates a payment link with a set amount; `fields` may replace the story's member. */
export function createAmountLink(
  shop: LinkShop,
  orderNo: string,
  fields: { readonly amount: number },
): Promise<Body> {
  return shop.call('payment-links/amount', { ...linkFields(orderNo, shop), ...fields })
}

function linkFields(merchant_order_no: string, { notifyUrl }: LinkShop) {
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

/** Polls a wait page as its script does, until it shows a text. */
export function untilShown(waitUrl: string, expected: string): Promise<Body> {
  const poll = async (): Promise<Body> => (await fetch(`${waitUrl}/state`)).json()
  return until(poll, ({ html }) => String(html).includes(expected))
}

function expectShown(html: string, text: string): void {
  if (!html.includes(text)) throw new Error(`the page does not show ${text}`)
}

function titleOf(html: string): string {
  return /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''
}
