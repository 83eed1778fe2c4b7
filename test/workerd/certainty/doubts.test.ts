import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { contextFrom } from '../../../src/context.ts'
import { type Doubt, doubts } from '../../../src/contract/back-office/states.ts'
import { doubtChecks } from '../../../src/rules/matcher/verdict.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { isRunning } from '../../../src/store/matcher/auto-switch.ts'
import { countedDoubts } from '../../../src/store/matcher/counted-doubts.ts'
import { judge, namesDoubt } from './judge.ts'
import { planOf, rareKinds } from './plan.ts'
import { play } from './play.ts'
import { limits, ProductService } from './product-service.ts'

// Each doubt is needed: taken out of the verdict and of the batch that settles, the same cases have a settlement that is
// false, or that the doubt forbids.

const size = { days: 12, accounts: 10, merchants: 14, rarePercent: 100 }
const begin = Date.UTC(2027, 2, 1, 2) / 1000
const ordersOf: Partial<Record<Doubt, number>> = { awaiting_limit: 22, one_person: 6 }
const asked = env.AUTO_DOUBTS === 'all' ? doubts : env.AUTO_DOUBTS.split(',')

// A line that no order fits can settle none.
test.each(doubts.filter((doubt) => doubt !== 'no_order' && asked.includes(doubt)))(
  'without %s something is settled that it forbids, or that is false',
  { timeout: 600_000 },
  async (doubt) => {
    const place = doubts.indexOf(doubt)
    const kinds = rareKinds.filter((kind) => kind.startsWith(`${doubt}:`))
    expect(kinds).not.toEqual([])
    const orders = ordersOf[doubt] ?? 3 * kinds.length
    const since = begin + place * 50 * 86_400
    const plan = planOf({ ...size, orders, kinds, seed: Number(env.AUTO_SEED) + place, since })
    const batch = batchWithout(doubt)
    const [, ...others] = contextFrom(env).databases
    const service = new ProductService([openMerchantDatabase(batch.database), ...others])
    const check = doubtChecks.findIndex(([one]) => one === doubt)
    const checks = doubtChecks as (typeof doubtChecks)[number][]
    const taken = checks.splice(check, 1)
    try {
      const judged = judge(plan, await play(plan, service), limits)
      const named = namesDoubt(judged, doubt)
      console.info(`without ${doubt}: ${named?.what} by ${named?.text}`)
      expect(named, JSON.stringify([...service.outcomes])).not.toBeNull()
      expect(batch.unused(), 'what the batch says of it').toEqual([])
    } finally {
      checks.splice(check, 0, ...taken)
    }
  },
)

type Edit = readonly [was: RegExp, is: string | ((was: string) => string)]

// A statement names each of its values still, none of which is negative.
const isNever = (was: string) => `-1 in (${[...was.matchAll(/\?\d+/g)].join(', ')})`

// What the settling batch says of a doubt again; the others are held there by what was read: versions, names, the order.
function inBatch(doubt: Doubt): readonly Edit[] {
  if (doubt in countedDoubts) {
    return [[sqlOf(countedDoubts[doubt as keyof typeof countedDoubts]), isNever]]
  }
  const edits: Partial<Record<Doubt, Edit>> = {
    stopped: [sqlOf(`when not (${isRunning}) then 'account_changed'`), ''],
    held: [sqlOf(`set refused = 'held' where`), 'set refused = null where'],
    already_paid: [
      sqlOf(`when (state <> 'closed') is not true then 'link_closed'`),
      'when 0 then 0',
    ],
    awaiting_limit: [
      sqlOf(
        `when :awaiting > 0 and auto_awaiting + :awaiting > auto_awaiting_max then 'account_changed'`,
      ),
      '',
    ],
    reversed: [sqlOf(' or line.freed = 1'), ''],
  }
  const edit = edits[doubt]
  return edit === undefined ? [] : [edit]
}

// A condition as it is sent: its named values are numbered.
function sqlOf(text: string): RegExp {
  const escaped = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(escaped.replace(/:\w+/g, '\\?\\d+'), 'g')
}

function batchWithout(doubt: Doubt) {
  const edits = inBatch(doubt)
  const used = new Set<Edit>()
  const edited = (sql: string) =>
    edits.reduce((text, edit) => {
      const [was, is] = edit
      const left = typeof is === 'string' ? text.replace(was, is) : text.replace(was, is)
      if (left !== text) used.add(edit)
      return left
    }, sql)
  const database = {
    prepare: (sql: string) => env.DB.prepare(edited(sql)),
    batch: (statements: D1PreparedStatement[]) => env.DB.batch(statements),
  } as unknown as D1Database
  return { database, unused: () => edits.filter((edit) => !used.has(edit)) }
}
