import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { ignoreTransaction } from '../../../src/operations/banking/ignore-transaction.ts'
import { expireLinks } from '../../../src/operations/links/expire-links.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { watchedD1 } from '../../support/watched.ts'
import { matchTo } from '../support/bank-accounts.ts'
import { aBankAccount, aTransaction } from '../support/banking.ts'
import { anAmountLink } from '../support/links.ts'
import { aPayout, aSettled, context, move, outcomesOf } from '../support/orders.ts'
import { aContext, aMerchant, operator, rows, type Shop, setClock } from '../support/service.ts'

// One call waits before each of its calls to the database while another is made: all is as if one had come after the other.

type Scene = { readonly tradeNo: string; readonly one: number; readonly other: number }
type Act = (scene: Scene, by: typeof context) => Promise<unknown>

const reason = 'x'
const sure = { override: ['evidence_differs'], reason } as const
const settleBy = (line: 'one' | 'other'): Act => {
  return (scene, by) =>
    move.settle(scene.tradeNo, { ...sure, bankTransactions: [scene[line]] }, { context: by })
}
const processBy = (line: 'one' | 'other'): Act => {
  return (scene, by) =>
    move.process(scene.tradeNo, { ...sure, bankTransactions: [scene[line]] }, { context: by })
}
type Acts = Readonly<Record<string, Act>>
const ofWaiting: Acts = {
  settle: settleBy('one'),
  'settle by another line': settleBy('other'),
  expire: (_, by) => expireLinks({ ...by, now: () => by.now() + 9e7 }),
  'ignore the line': ({ one: id }, by) =>
    ignoreTransaction({ context: by, principal: operator, id, call: { kind: 'other', reason } }),
}
const ofPaid: Acts = {
  reverse: ({ tradeNo }, by) => move.reverse(tradeNo, undefined, { context: by }),
  exchange: ({ tradeNo, one, other }, by) =>
    move.back(tradeNo, { bankTransactions: [other], insteadOf: [one], reason }, { context: by }),
}
const ofPayout: Acts = {
  process: processBy('one'),
  'process by another debit': processBy('other'),
  cancel: ({ tradeNo }, by) => move.cancel(tradeNo, reason, { context: by }),
}

async function aWaiting(shop: Shop): Promise<Scene> {
  const account = await aBankAccount()
  const { trade_no: tradeNo } = await anAmountLink(shop)
  await matchTo(account, tradeNo)
  const line = { amount: 100_000 }
  return {
    tradeNo,
    one: await aTransaction(account, line),
    other: await aTransaction(account, line),
  }
}

async function aPaid(shop: Shop): Promise<Scene> {
  const scene = await aWaiting(shop)
  await settleBy('one')(scene, context)
  return scene
}

async function aPending(shop: Shop): Promise<Scene> {
  await aSettled(shop)
  const account = await aBankAccount()
  const debit = { amount: -4_000 }
  return {
    tradeNo: await aPayout(shop, { notify_url: 'https://m.example/n' }),
    one: await aTransaction(account, debit),
    other: await aTransaction(account, debit),
  }
}

test.each([
  ['a waiting collection', aWaiting, ofWaiting],
  ['a paid collection', aPaid, ofPaid],
  ['a pending payout', aPending, ofPayout],
])('two calls about %s: one after the other', async (_, build, acts) => {
  setClock(Date.now())
  const scene = await build(await aMerchant({ settings: { collection_events: 'all' } }))
  const restore = await snapshot()
  const make = async (act: Act, database = env.DB) => {
    const by = aContext({ db: openMerchantDatabase(database), wake: context.wake })
    const [outcome] = await outcomesOf([act(scene, by)])
    return outcome === 'done'
  }
  const inTurn = async (first: Act, second: Act) => {
    await restore()
    return [await make(first), await make(second), await stored()] as const
  }
  for (const [name, act] of Object.entries(acts)) {
    for (const [otherName, other] of Object.entries(acts)) {
      const [secondLater, firstLater, later] = await inTurn(other, act)
      const allowed = [await inTurn(act, other), [firstLater, secondLater, later]]
      for (let place = 1, calls = 1; calls >= place; place += 1) {
        await restore()
        calls = 0
        let ofOther = false
        const paused = watchedD1(env.DB, async (run) => {
          calls += 1
          if (calls === place) ofOther = await make(other)
          return run()
        })
        const seen = [await make(act, paused), ofOther, await stored()]
        const when = `${name}, before whose call ${place} comes: ${otherName}`
        if (calls >= place) expect(allowed, when).toContainEqual(seen)
      }
    }
  }
})

const tables = 'collections payouts payment_links events ledger_entries balances callbacks'
  .concat(' bank_accounts bank_transactions former_accounts journal')
  .split(' ')

// All that orders, lines and books say; a row of the journal without the id that is drawn for it.
async function stored(): Promise<readonly string[]> {
  const found = await env.DB.batch<object>(
    tables.map((table) => env.DB.prepare(`select * from ${table}`)),
  )
  return found.flatMap(({ results }, place) => {
    const drawn = tables[place] === 'journal' ? { id: 0 } : {}
    return results.map((row) => JSON.stringify({ ...row, ...drawn })).sort()
  })
}

/** What puts all rows back as they are now. */
async function snapshot(): Promise<() => Promise<void>> {
  const named = await rows<{ name: string }>(
    "select name from sqlite_master where type = 'table' and name not glob '_cf*' and name not glob 'sqlite*'",
  )
  // Last those that triggers of others write to.
  const last = ['bank_accounts', 'ledger_days', 'changed_rows']
  const all = [...named.map(({ name }) => name), ...last]
  const kept = await Promise.all(
    all.map(async (name) => ({ name, found: await rows<object>(`select * from "${name}"`) })),
  )
  const deleted = all.map((name) => env.DB.prepare(`delete from "${name}"`))
  const inserted = kept.map(({ name, found: [row = {}, ...more] }) => {
    const columns = Object.keys(row)
    const values = columns.map((column) => `value ->> '${column}'`)
    return env.DB.prepare(
      columns.length === 0
        ? 'select ?'
        : `insert or replace into "${name}" (${columns.join(', ')}) select ${values.join(', ')} from json_each(?)`,
    ).bind(JSON.stringify([row, ...more]))
  })
  const deferred = env.DB.prepare('pragma defer_foreign_keys = on')
  return async () => void (await env.DB.batch([deferred, ...deleted, ...inserted]))
}
