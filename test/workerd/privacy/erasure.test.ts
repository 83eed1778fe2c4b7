import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { copyDatabases } from '../../../src/operations/copies/copy-databases.ts'
import { eraseMember, showErasure } from '../../../src/operations/privacy/erase-member.ts'
import { maskPersonalFields } from '../../../src/operations/privacy/mask-personal-fields.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { failingD1 } from '../../support/failing-database.ts'
import { fillBooks } from '../books/many-books.ts'
import { checkAll, findingsOf } from '../support/book-check.ts'
import { aPlainLink } from '../support/links.ts'
import { aContext, aMerchant, operator, rows } from '../support/service.ts'

// As many orders as ERASURE_ORDERS says, of members with a hundred orders each, of whom a thousand or every other one are
// erased while the job is killed now and then; then the database is put back to what it was before.

const orders = Number(env.ERASURE_ORDERS)
const patience = 3_600_000
const membersMax = 1_000
const kills = 5
// Few orders in steps as many as those of more.
const rowsOfStep = orders >= 10_000 ? undefined : 50
const mark = 'personal-'

type Member = { readonly uid: string; readonly userId: string }

let erased: readonly Member[]
let kept: readonly Member[]

beforeAll(async () => {
  await fillBooks(orders, () => undefined)
  await rows(`update callbacks set state = 'delivered', next_at = null where state = 'due'`)
  await giveMembers()
  const members = await rows<Member>(
    `select distinct uid, user_id as "userId" from collections
     join merchants on merchants.id = merchant_id where user_id like 'U%' order by uid, user_id`,
  )
  const isEven = ({ userId }: Member) => Number(userId.slice(1)) % 2 === 0
  erased = members.filter(isEven).slice(0, membersMax)
  kept = members.filter((one) => !erased.includes(one))
  expect(erased.length).toBeGreaterThan(5)
  expect(kept.length).toBeGreaterThan(5)
}, patience)

// Every order of a member, its answer, its bank's line and a link of it name them.
async function giveMembers(): Promise<void> {
  const text = (what: string, of = '') =>
    `'${mark}' || ${of}merchant_id || '-' || ${of}user_id || '-${what}'`
  await rows(
    `update collections set user_id = 'U' || (id / 32 % ${Math.max(2, Math.ceil(orders / 4_500))})
     where status <> 'pending' and id < 32 * ?`,
    orders + 1,
  )
  await rows(
    `update collections set user_name = ${text('name')}, counterparty_account = ${text('account')},
       extra = json_object('email', ${text('mail')})
     where user_id like 'U%'`,
  )
  await rows(
    `update bank_transactions set memo = named.name, counterparty_name = named.name, posted_as = json_array(named.name),
       line_key = json_array(20000, null, amount, null, named.name, named.name, id),
       counterparty_account = named.name
     from (select id as order_id, ${text('bank')} as name from collections where user_id like 'U%') as named
     where bank_transactions.order_id = named.order_id`,
  )
  await rows(
    `insert into bank_transaction_numbers
       select bank_account_id, 'K' || id, 'K' || id, id, 'service:x', json_array(memo)
       from bank_transactions where memo like '${mark}%'`,
  )
  await rows(
    `update callbacks set attempts = 2, first_attempt = json_object(
       'trigger', 'schedule', 'outcome', 'wrong_answer', 'answer', named.name
     )
     from (select id, ${text('answer')} as name from collections where user_id like 'U%') as named
     where order_id = named.id`,
  )
  await rows(
    `insert into callback_attempts
       (order_id, number, trigger_name, outcome, answer, started_at, duration_ms)
     select id, 2, 'schedule', 'wrong_answer', ${text('answer')}, 1, 1
     from collections where user_id like 'U%' and id in (select order_id from callbacks)`,
  )
  await rows(
    `insert into journal
       select (select max(id) from journal) + id * 32, 0, 'ann', 'agent', 'note', 'collection', trade_no, null,
         json_object('text', ${text('note')}), '', 'r', ''
       from collections where user_id like 'U%'`,
  )
  const shop = await aMerchant()
  const link = await aPlainLink(shop)
  const [columns] = await rows<{ names: string }>(
    `select group_concat(name) as names from pragma_table_info('payment_links')`,
  )
  const names = (columns?.names ?? '').split(',')
  const fields = ['memberName', 'memberAccount', 'memberPhone', 'memberEmail', 'payerName']
  const content = `json_set(content, '$.memberNo', user_id, ${[
    ...[...fields, 'payerAccountNo', 'extra'].map(
      (name) => `'$.${name}', ${text('link', 'member.')}`,
    ),
  ].join(', ')})`
  const values = names.map(
    (name) =>
      ({
        id: 'member.id + 2',
        merchant_id: 'member.merchant_id',
        merchant_order_no: `'L' || member.id`,
        content,
        state: `'closed'`,
        session: `'S' || member.id`,
        token: 'null',
        collection_id: 'null',
        ends_at: 'null',
        wait_expires_at: 'null',
      })[name] ?? `payment_links.${name}`,
  )
  await rows(
    `insert into payment_links (${names}) select ${values} from payment_links cross join (
       select min(id) as id, merchant_id, user_id from collections where user_id like 'U%'
       group by merchant_id, user_id
     ) as member where payment_links.session = ?`,
    link.session,
  )
}

/** In how many values of the whole database something personal of these members stands. */
async function found(members: readonly Member[]): Promise<number> {
  const tables = await rows<{ name: string; columns: string }>(
    `select tables.name, (
       select json_group_array(name) from pragma_table_info(tables.name)
     ) as columns
     from sqlite_master as tables where type = 'table' and tables.name not like '\\_%' escape '\\'
       and tables.name not like 'sqlite%'`,
  )
  const ids = new Map(
    (await rows<{ id: number; uid: string }>('select id, uid from merchants')).map((one) => [
      one.uid,
      one.id,
    ]),
  )
  const texts = new Set(members.map(({ uid, userId }) => `${mark}${ids.get(uid)}-${userId}-`))
  let count = 0
  for (const { name, columns } of tables) {
    for (const column of JSON.parse(columns) as string[]) {
      const values = await rows<{ value: string }>(
        `select "${column}" as value from "${name}" where "${column}" like '%${mark}%'`,
      )
      for (const { value } of values) {
        const named = value.match(new RegExp(`${mark}\\d+-U\\d+-`, 'g')) ?? []
        if (named.some((one) => texts.has(one))) count += 1
      }
    }
  }
  return count
}

/** A database that is killed before or after each of some calls. */
function killedAt(hits: readonly number[]) {
  let calls = 0
  const d1 = failingD1(env.DB, () => {
    calls += 1
    if (!hits.includes(calls)) return null
    return { message: 'killed', when: calls % 2 === 0 ? 'after' : 'before' }
  })
  return openMerchantDatabase(d1)
}

async function runToTheEnd(context = aContext()): Promise<number> {
  let steps = 0
  for (;;) {
    const taken = await maskPersonalFields(context, rowsOfStep)
    if (taken === 0) return steps
    steps += taken
  }
}

const snapshot = () =>
  Promise.all(
    ['collections', 'payment_links', 'bank_transactions', 'callbacks', 'callback_attempts'].map(
      async (table) =>
        [table, await rows<Record<string, unknown>>(`select * from ${table}`)] as const,
    ),
  )

test(
  'members are masked in every table, others and the books are as before, kills and a restore included',
  async () => {
    const sums = () =>
      rows(`select sum(available) as available, sum(frozen) as frozen,
            sum(collection_succeeded_amount) as succeeded from balances`)
    const amounts = () =>
      rows(`select count(*) as n, sum(amount) as amount, sum(paid_amount) as paid, count(distinct trade_no) as numbers
          from collections`)
    const before = [await sums(), await amounts(), await found(kept)]
    expect(await found(erased)).toBeGreaterThanOrEqual(erased.length * 3)
    await copyDatabases(aContext())
    const then = await snapshot()

    const context = aContext({ settings: { ...aContext().settings } })
    const ids: number[] = []
    for (const { uid, userId } of erased) {
      const call = { merchant_uid: uid, user_id: userId, reason: 'asked for' }
      ids.push((await eraseMember(context, operator, call)).id)
    }
    for (let kill = 1; kill <= kills; kill += 1) {
      const hit = 2 + Math.floor(Math.random() * 9)
      const run = maskPersonalFields({ ...context, db: killedAt([hit]) }, rowsOfStep)
      await expect(run).rejects.toThrow()
    }
    const steps = await runToTheEnd(context)
    console.log(`${erased.length} members of ${orders} orders: ${steps} steps after ${kills} kills`)
    expect(await found(erased)).toBe(0)
    const shown = await showErasure(context, ids[0] ?? 0)
    expect(shown).toMatchObject({ state: 'done', links: 1 })
    expect(shown.orders).toBeGreaterThan(0)
    expect([await sums(), await amounts(), await found(kept)]).toEqual(before)
    expect(await checkAll()).toEqual([])

    // As it was before: of a restored database the next minute begins a new line of copies.
    await restore(then)
    expect(await found(erased)).toBeGreaterThan(erased.length)
    await copyDatabases(aContext())
    await runToTheEnd()
    expect(await found(erased)).toBe(0)
    expect([await sums(), await amounts(), await found(kept)]).toEqual(before)
    expect(await findingsOf(aContext())).toEqual([])
  },
  patience,
)

const keysOf: Readonly<Record<string, readonly string[]>> = {
  callbacks: ['order_id'],
  callback_attempts: ['order_id', 'number'],
}

async function restore(then: Awaited<ReturnType<typeof snapshot>>): Promise<void> {
  for (const statement of ['delete from erasures', 'delete from copy_position'])
    await rows(statement)
  for (const [table, all] of then) {
    const [first] = all
    if (first === undefined) continue
    const set = Object.keys(first).filter((name) => !['id', 'order_id', 'number'].includes(name))
    const keys = keysOf[table] ?? ['id']
    for (let from = 0; from < all.length; from += 500) {
      await rows(
        `update ${table} set ${set.map((name) => `"${name}" = was.value ->> '${name}'`)}
         from (select value from json_each(?)) as was
         where ${keys.map((name) => `${table}.${name} = was.value ->> '${name}'`).join(' and ')}`,
        JSON.stringify(all.slice(from, from + 500)),
      )
    }
  }
}
