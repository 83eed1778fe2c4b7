import { setTimeout as sleep } from 'node:timers/promises'
import { readCommand } from './bank/command.ts'
import { playPayers } from './bank/play.ts'
import type { Body } from './demo/http.ts'
import { bankToken } from './local/demo-accounts.ts'
import { postLine, read, reportLine, statementOf } from './local/made-up-bank.ts'

// A made-up bank for a local server: scripts/bank/command.ts says how it is used.

const { PORT, BACKOFFICE_PORT, INSPECTOR_PORT } = process.env
const payUrl = `http://127.0.0.1:${PORT || 8787}`
const backofficeUrl = `http://127.0.0.1:${BACKOFFICE_PORT || 8788}`
const inspectorUrl = `http://127.0.0.1:${INSPECTOR_PORT || 8789}`
const pauseMs = 3_000

await main().catch((error: unknown) => {
  console.error(sentenceOf(error))
  process.exitCode = 1
})

async function main(): Promise<void> {
  const command = readCommand(process.argv.slice(2))
  switch (command.kind) {
    case 'pay':
      return payWhatWaits()
    case 'play': {
      const isAsItShould = await playPayers({ payUrl, backofficeUrl, inspectorUrl }, command.payers)
      if (!isAsItShould) process.exitCode = 1
      return
    }
    case 'statement':
      process.stdout.write(await statementOf({ backofficeUrl }, command.account, 0))
      return
    case 'line': {
      const { account, amount, last5 } = command
      const line = {
        amount,
        externalId: `HAND-${crypto.randomUUID()}`,
        counterpartyAccount: last5 === '' ? '' : `000000${last5}`,
        counterpartyName: '',
        memo: '',
      }
      console.log(JSON.stringify(await postLine({ backofficeUrl }, account, line), null, 2))
    }
  }
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.message !== 'fetch failed') return error.message
  return `Nothing answers at ${payUrl} or ${backofficeUrl}: is \`npm start\` running? PORT and BACKOFFICE_PORT name others.`
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
        // A line that was posted before this run is refused, because its time differs.
        const { status, body } = await reportLine({ backofficeUrl }, account, line)
        const became = status === 201 ? `transaction ${body.id}` : `refused (${body.error})`
        console.log(`account ${account}: ${order.amount} for ${order.trade_no}, ${became}`)
      }
    }
    await sleep(pauseMs)
  }
}

async function ownAccounts(): Promise<readonly number[]> {
  const { items } = await read({ backofficeUrl }, 'bank-accounts?limit=200')
  return items.filter(({ feeds }: Body) => feeds.includes(bankToken)).map(({ id }: Body) => id)
}

async function waitingOn(account: number) {
  const filter = `status=pending&collection_status=matched&bank_account=${account}&limit=200`
  return (await read({ backofficeUrl }, `collections?${filter}`)).items
}
