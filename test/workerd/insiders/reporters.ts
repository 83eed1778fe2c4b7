import { secondsToTaipei, taipeiDay } from '../../../src/units/taipei-time.ts'
import { type By, callerName } from '../support/walk/desk-calls.ts'
import type { RealMoney } from './truth.ts'
import type { Account, World } from './walk-world.ts'

// How money at the bank becomes lines: honest feeds, whose words for one money differ, and the statement of each night.

/** What a posting says. Dollars. */
type Posting = {
  readonly account: number
  readonly at: number
  readonly amount: number
  readonly externalId: string
  readonly name?: string
  readonly accountNo?: string
  readonly last5?: string
}

/** Posts a line, and notes what it stands for; the answer's status and the row. */
export async function post(
  world: World,
  by: By,
  said: Posting,
  meant: { readonly money: RealMoney | null; readonly isHonest: boolean },
): Promise<{ status: number; row: number | null }> {
  const answer = await world.ask('postTransaction', by, {
    body: {
      bank_account: said.account,
      booked_at: secondsToTaipei(said.at),
      amount: said.amount,
      external_id: said.externalId,
      ...(said.name === undefined ? {} : { counterparty_name: said.name }),
      ...(said.accountNo === undefined ? {} : { counterparty_account: said.accountNo }),
      ...(said.last5 === undefined ? {} : { counterparty_last5: said.last5 }),
    },
  })
  const { status, body } = answer
  const row = status === 200 || status === 201 ? Number(body.id) : null
  if (row !== null) world.truth.report(row, { ...meant, by: callerName(by), at: world.now })
  return { status, row }
}

/** An honest feed reports money: sometimes the whole account, sometimes five digits, the name masked, wide or absent. */
export function reportMoney(world: World, by: By, money: RealMoney, skew = 0) {
  const member = world.known.get(money.person)
  const accountNo = member?.accountNo ?? ''
  const account = world.chance(0.7) ? { accountNo } : { last5: accountNo.slice(-5) }
  const name = spelt(world, member?.name ?? '')
  return post(
    world,
    by,
    {
      account: money.account,
      at: money.at + skew,
      amount: money.amount / 100,
      externalId: `${by === world.names.main ? 'M' : 'N'}${money.id}`,
      ...account,
      ...(name === '' ? {} : { name }),
    },
    { money, isHonest: true },
  )
}

/** A name as banks write it. */
export function spelt(world: World, name: string): string {
  const [first = '', ...rest] = name
  return world.one([name, name, `${first}○${rest.slice(1).join('')}`, `  ${name}　`, ''])
}

/** Imports the statement of each day that is over, for each account on which money moved: by an honest operator. */
export async function importNight(world: World, nights: Nights): Promise<void> {
  const today = taipeiDay(world.now)
  for (let day = nights.next; day < today; day += 1) {
    for (const account of world.accounts) await importDay(world, nights, account, day)
  }
  nights.next = today
}

async function importDay(world: World, nights: Nights, { id, name }: Account, day: number) {
  const moved = world.truth.moneys.filter(
    ({ account, at }) => account === id && taipeiDay(at) === day,
  )
  if (moved.length === 0 || !(name in forms)) return
  const lines = moved
    .map((money) => ({ money, at: statedAt(world, money) }))
    .sort((one, other) => one.at - other.at || one.money.id - other.money.id)
  let balance = nights.balances.get(id) ?? openingBalance
  const rows = lines.map(({ money, at }) => {
    balance += money.amount / 100
    const [date, time] = secondsToTaipei(at).split(' ')
    const member = world.known.get(money.person)
    const who = spelt(world, member?.name ?? '')
    return name === 'plain'
      ? [date, money.amount / 100, '', who]
      : [date, time, money.amount / 100, balance, '', member?.accountNo ?? '', who]
  })
  const file = fileOf(name === 'plain' ? 'plain' : 'main', rows)
  const path = { id: String(id) }
  const { status, body } = await world.ask('importStatement', world.names.night, { path, file })
  if (status !== 202) return
  nights.balances.set(id, balance)
  const moneys = lines.map(({ money }) => money)
  noteImport(world, world.names.night, body.import_id, { moneys, isHonest: true })
  world.truth.covered.push({ account: id, day, at: world.now })
}

/** A statement's file. */
export function fileOf(
  form: keyof typeof forms,
  rows: readonly (readonly (string | number | undefined)[])[],
): string {
  return [forms[form], ...rows.map((row) => row.join(','))].map((line) => `${line}\n`).join('')
}

/** The balance, in dollars, that statements of an account begin with. */
export const openingBalance = 1_000_000

/** Notes what the lines of an imported file stand for; the file has one line of headers. */
export function noteImport(
  world: World,
  by: By,
  importId: number,
  { moneys, isHonest }: { moneys: readonly (RealMoney | null)[]; isHonest: boolean },
): void {
  const reported = { by: callerName(by), isHonest, at: world.now }
  moneys.forEach((money, place) => {
    world.truth.imported.set(`${importId}.${place + 2}`, { money, ...reported })
  })
}

/** The next day to be imported, and the balances that statements have come to, by account. */
export type Nights = { next: number; readonly balances: Map<number, number> }

/** The headers of the accounts' files. */
const forms = {
  main: 'date,time,amount,balance,memo,from,name',
  plain: 'date,amount,memo,name',
  out: 'date,time,amount,balance,memo,from,name',
} as const

// A statement's clock is sometimes a quarter of an hour off, on the same day.
function statedAt(world: World, { at }: RealMoney): number {
  const stated = world.chance(0.15) ? at + world.between(601, 1_200) : at
  return taipeiDay(stated) === taipeiDay(at) ? stated : at
}
