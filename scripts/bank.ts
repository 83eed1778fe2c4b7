import { parseArgs } from 'node:util'
import { send } from './demo/http.ts'
import { bankToken } from './local/demo-accounts.ts'
import { postLine, statementOf } from './local/made-up-bank.ts'

// A made-up bank for a local server: `npm run bank` pays what waits on its accounts, and tells the feed.
// `npm run bank -- --account <id> --amount <TWD> --last5 <digits>` tells one line;
// `npm run bank -- --account <id> --statement` prints the account's statement, to be imported.

const options = readOptions(process.argv.slice(2))
const backofficeUrl = `http://127.0.0.1:${process.env.BACKOFFICE_PORT || 8788}`
const pauseMs = 3_000

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})

async function main(): Promise<void> {
  const { account, amount, last5 = '', statement } = options
  if (statement && account !== undefined) {
    process.stdout.write(await statementOf({ backofficeUrl }, account, 0))
  } else if (account !== undefined && amount !== undefined) {
    const line = {
      amount,
      externalId: `HAND-${crypto.randomUUID()}`,
      counterpartyAccount: last5 === '' ? '' : `000000${last5}`,
      counterpartyName: '',
      memo: '',
    }
    console.log(JSON.stringify(await postLine({ backofficeUrl }, account, line), null, 2))
  } else if (account === undefined && amount === undefined) {
    await payWhatWaits()
  } else {
    throw new Error('Give --account <id> with --amount <TWD>, or with --statement, or nothing.')
  }
}

/** Pays each matched collection of its accounts once, as its member would, until Ctrl-C. */
async function payWhatWaits(): Promise<void> {
  console.log(
    `The made-up bank pays what waits on accounts whose feeds name ${bankToken}. Ctrl-C ends it.`,
  )
  const paid = new Set<string>()
  for (;;) {
    for (const account of await ownAccounts()) {
      for (const order of await waitingOn(account)) {
        if (paid.has(order.trade_no)) continue
        paid.add(order.trade_no)
        const line = {
          amount: order.amount,
          externalId: `PAY-${order.trade_no}`,
          counterpartyAccount: order.payer_account_no || order.counterparty_account,
          counterpartyName: order.payer_name || order.user_name,
          memo: '',
        }
        const told = await postLine({ backofficeUrl }, account, line)
        console.log(
          `account ${account}: ${order.amount} for ${order.trade_no}, transaction ${told.id}`,
        )
      }
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

async function ownAccounts(): Promise<readonly number[]> {
  const { items } = await list('bank-accounts?limit=200')
  return items.filter(({ feeds }) => feeds.includes(bankToken)).map(({ id }) => id)
}

async function waitingOn(account: number) {
  const filter = `status=pending&collection_status=matched&bank_account=${account}&limit=200`
  return (await list(`collections?${filter}`)).items
}

// biome-ignore lint/suspicious/noExplicitAny: the bank reads what it needs of the answer
async function list(path: string): Promise<{ readonly items: readonly any[] }> {
  const { status, body } = await send('GET', `${backofficeUrl}/api/${path}`)
  if (status === 200) return body
  throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`)
}

type Options = {
  readonly account?: number
  readonly amount?: number
  readonly last5?: string
  readonly statement?: boolean
}

function readOptions(given: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...given],
    options: {
      account: { type: 'string' },
      amount: { type: 'string' },
      last5: { type: 'string' },
      statement: { type: 'boolean' },
    },
  })
  const { account, amount, ...rest } = values
  return {
    ...rest,
    ...(account === undefined ? {} : { account: Number(account) }),
    ...(amount === undefined ? {} : { amount: Number(amount) }),
  }
}
