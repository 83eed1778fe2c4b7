import { setTimeout as sleep } from 'node:timers/promises'
import { readCommand } from './bank/command.ts'
import { playPayers } from './bank/play.ts'
import { reasonOf } from './command/problem.ts'
import type { Body } from './demo/http.ts'
import { bankToken } from './local/demo-accounts.ts'
import { postLine, read, reportLine, statementOf } from './local/made-up-bank.ts'

// A fictitious bank for a local server; its usage is in scripts/bank/command.ts.

const { PORT, BACKOFFICE_PORT, INSPECTOR_PORT } = process.env
const payUrl = `http://127.0.0.1:${PORT || 8787}`
const backofficeUrl = `http://127.0.0.1:${BACKOFFICE_PORT || 8788}`
const inspectorUrl = `http://127.0.0.1:${INSPECTOR_PORT || 8789}`
const pauseMs = 3_000

await main().catch((error: unknown) => {
  console.error(messageOf(error))
  process.exitCode = 1
})

async function main(): Promise<void> {
  const command = readCommand(process.argv.slice(2))
  switch (command.kind) {
    case 'pay':
      return payWaitingOrders()
    case 'play': {
      const isCorrect = await playPayers({ payUrl, backofficeUrl, inspectorUrl }, command.payers)
      if (!isCorrect) process.exitCode = 1
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

function messageOf(error: unknown): string {
  const message = reasonOf(error)
  if (message !== 'fetch failed') return message
  return `No answer from ${payUrl} or ${backofficeUrl}: is \`npm start\` running? PORT and BACKOFFICE_PORT set other ports.`
}

/** Pays each matched collection on its accounts once, as its member would, until Ctrl-C. */
async function payWaitingOrders(): Promise<void> {
  console.log(`Paying the orders that wait on accounts with the feed ${bankToken}. Ctrl-C ends it.`)
  const paid = new Set<string>()
  for (;;) {
    for (const account of await ownAccounts()) {
      for (const order of await waitingOrders(account)) {
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
        const result = status === 201 ? `transaction ${body.id}` : `refused (${body.error})`
        console.log(`account ${account}: ${order.amount} for ${order.trade_no}, ${result}`)
      }
    }
    await sleep(pauseMs)
  }
}

async function ownAccounts(): Promise<readonly number[]> {
  const { items } = await read({ backofficeUrl }, 'bank-accounts?limit=200')
  return items.filter(({ feeds }: Body) => feeds.includes(bankToken)).map(({ id }: Body) => id)
}

async function waitingOrders(account: number) {
  const filter = `status=pending&collection_status=matched&bank_account=${account}&limit=200`
  return (await read({ backofficeUrl }, `collections?${filter}`)).items
}
