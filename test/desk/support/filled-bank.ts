import type { Examples } from './filled.ts'
import type { OutsideTexts } from './outside-texts.ts'
import { aDeposit, anAccount, ask, askTwo, type Body, importOf, operator } from './shop.ts'

/** The bank accounts of a filled system, and what has come in on them. */
export type FilledBank = {
  /** For everybody; `restricted` is Bob’s alone; orders on `later` may be backed afterwards. */
  readonly main: Body
  readonly restricted: Body
  readonly later: Body
  readonly accounts: Examples
  readonly transactions: Examples
  readonly imports: Examples
}

/** Accounts in each state, transactions of each source, and statements. */
export async function fillBank({ counterparty, memo }: OutsideTexts): Promise<FilledBank> {
  const main = await anAccount()
  const restricted = await anAccount({ agents: ['bob'] })
  const later = await anAccount({ backing: 'later', daily_cap: 50_000, note: '備用帳戶' })
  const frozen = await anAccount()
  await ask(operator, 'PATCH', `/bank-accounts/${frozen.id}`, { state: 'frozen' })
  const told = { counterpartyName: counterparty, memo }
  const unclaimed = await aDeposit(main.id, 4_321, '13579', told)
  const hidden = await aDeposit(restricted.id, 4_444, '24680', told)
  const ignored = await aDeposit(main.id, 12, '00000', told)
  const aside = { kind: 'interest', reason: '利息' }
  await ask(operator, 'POST', `/bank-transactions/${ignored.id}/ignore`, aside)
  const byHand = await askTwo('POST', '/bank-transactions', {
    bank_account: main.id,
    booked_at: '2026-11-20 10:00:00',
    amount: 250,
    memo,
    counterparty_name: counterparty,
    external_id: `H-${main.id}`,
    counterparty_last5: '11111',
  })
  const whole = await anImport(restricted.id, [`2026-11-20,10:00:00,100,1100,${quoted(memo)},,`])
  const gap = await anImport(restricted.id, [`2026-11-22,10:00:00,100,1500,${quoted(memo)},,`])
  return {
    main,
    restricted,
    later,
    accounts: examplesOf({ active: main, elsewhere: restricted, later, frozen }),
    transactions: examplesOf({ unclaimed, elsewhere: hidden, ignored, by_hand: byHand }),
    imports: examplesOf({ whole, gap }),
  }
}

function anImport(account: number, lines: readonly string[]): Promise<Body> {
  const header = '日期,時間,金額,餘額,備註,對方帳號,對方名稱'
  return importOf(account, [header, ...lines, ''].join('\r\n'))
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}

function examplesOf(records: Readonly<Record<string, Body>>): Examples {
  const all = Object.entries(records)
  return Object.fromEntries(all.map(([state, { id }]) => [state, { id: String(id) }]))
}
