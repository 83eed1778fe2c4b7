import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { inject } from 'vitest'
import { type Fields, signedJson } from '../../../scripts/client/merchant-client.ts'

// Made-up incidents on the local server, through the APIs.

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it needs of an answer, and fails where it is not there
type Body = any

/** Makes a call of the back office's API; throws an answer that is no success. */
export async function ask(method: string, path: string, body?: object): Promise<Body> {
  const response = await fetch(`${inject('backofficeUrl')}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer: Body = await response.json()
  if (response.ok) return answer
  throw new Error(`${method} ${path} answered ${response.status}: ${JSON.stringify(answer)}`)
}

/** A merchant of a test's own. */
type Shop = { readonly uid: string; call(path: string, fields: Fields): Promise<Body> }

export async function aShop(): Promise<Shop> {
  const uid = `RUN${randomUUID().slice(0, 8)}`
  const { api_secret: secret } = await ask('POST', '/merchants', { uid, name: '測試商戶' })
  return {
    uid,
    async call(path, fields) {
      const response = await fetch(`${inject('payUrl')}/api/v1/merchant/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: signedJson(uid, secret, fields),
      })
      const answer: Body = await response.json()
      if (!response.ok) throw new Error(`${path} answered ${JSON.stringify(answer)}`)
      return answer.data ?? answer
    },
  }
}

/** The number of a new collection of a payer whose account ends with 67890. */
export async function aCollection(shop: Shop, amount: number, more: Fields = {}): Promise<string> {
  const { trade_no } = await shop.call('payment-links/amount', {
    merchant_order_no: randomUUID(),
    amount,
    member_no: 'member-7',
    member_name: '王小明',
    payer_name: '王小明',
    payer_account_no: payerAccount,
    notify_url: 'http://127.0.0.1:9/notify',
    ...more,
  })
  return trade_no
}

export const payerAccount = '0040012367890'

/** A bank account that everyone may use. */
export function anAccount(): Promise<Body> {
  const number = String(Math.floor(Math.random() * 1e12)).padStart(12, '1')
  return ask('POST', '/bank-accounts', {
    bank_code: '004',
    account_no: number,
    holder_name: '大安商行',
    statement_format: 'demo_utf8',
    backing: 'later',
  })
}

/** Takes a collection and matches it to an account. */
export async function match(tradeNo: string, account: Body): Promise<void> {
  await ask('POST', `/collections/${tradeNo}/take`, {})
  await ask('POST', `/collections/${tradeNo}/match`, { bank_account: account.id })
}

/** A deposit of the payer. */
export function aDeposit(account: Body, amount: number): Promise<Body> {
  return ask('POST', '/bank-transactions', {
    bank_account: account.id,
    booked_at: new Date().toISOString(),
    amount,
    external_id: randomUUID(),
    counterparty_account: payerAccount,
    memo: '',
  })
}

/** A merchant's server: fails until it is mended. */
type Receiver = {
  readonly url: string
  mend(): void
  /** The callbacks that it has acknowledged, and the samples. */
  readonly taken: Body[]
  readonly server: Server
}

export async function aBrokenReceiver(): Promise<Receiver> {
  let works = false
  const taken: Body[] = []
  const server = await listening(
    createServer(async (request, response) => {
      let text = ''
      for await (const part of request) text += part
      if (works) taken.push(JSON.parse(text))
      response.writeHead(works ? 200 : 503).end(works ? 'success' : 'down')
    }),
  )
  const mend = () => {
    works = true
  }
  return { server, taken, mend, url: `${addressOf(server)}/notify` }
}

/** What Access's API would answer; notes the calls. */
export async function anAccessApi() {
  const called: string[] = []
  const server = await listening(
    createServer((request, response) => {
      called.push(`${request.method} ${request.url}`)
      response.end('{"success":true,"result":{},"errors":[],"messages":[]}')
    }),
  )
  return { server, called, url: addressOf(server) }
}

async function listening(server: Server): Promise<Server> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

function addressOf(server: Server): string {
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}
