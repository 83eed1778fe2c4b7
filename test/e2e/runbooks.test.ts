import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { until } from '../../scripts/demo/story.ts'
import { alarmTable } from '../../src/rules/alarms/alarm-table.ts'
import { filesIn, readProject } from '../support/project-files.ts'
import {
  aBrokenReceiver,
  aCollection,
  aDeposit,
  anAccessApi,
  anAccount,
  aShop,
  ask,
  match,
  payerAccount,
} from './run-books/cases.ts'
import { blocksOf, type Case, openShell, placeholdersOf } from './run-books/run-book.ts'
import { installedWrangler, knownCommands, problemOf } from './run-books/wrangler-commands.ts'

// Every command of docs/runbooks, in the order of its page, against both Workers and a made-up case of the incident.
// wrangler is played: what it takes was written down from its own help.

/** Runs a page with a case; what each block printed, and what wrangler was told. */
async function workThrough(page: string, given: Case) {
  const blocks = blocksOf(page).map(({ commands }) => commands)
  const filled = { DESK: inject('backofficeUrl'), ...given }
  const missing = blocks.flatMap(placeholdersOf).filter((name) => !Object.hasOwn(filled, name))
  expect(missing, 'placeholders without a value for the case').toEqual([])
  const shell = await openShell(filled)
  onTestFinished(shell.close)
  const printed = await shell.run(blocks)
  expect(printed.join('\n'), 'a member that an answer does not have').not.toContain('undefined')
  return { printed, played: await shell.played() }
}

test('every page has a case here, and names its sections as the others do', () => {
  const pages = filesIn('docs/runbooks').map((file) => file.replace(/^.*\/|\.md$/g, ''))
  expect(pages.filter((page) => page !== 'README' && !worked.includes(page))).toEqual([])
  for (const page of pages.filter((one) => one !== 'README')) {
    const headings = blocksOf(page).map(({ heading }) => heading)
    expect(headings.length, page).toBeGreaterThan(0)
  }
})

const worked = [
  'callback-backlog',
  'database-overloaded',
  'payment-missing',
  'leaked-secret',
  'wrong-settlement',
  'books-differ',
  'frozen-bank-account',
  'archive-failing',
  'region-outage',
  // Its case is in test/e2e/approvals.test.ts, where calls wait for a second person.
  'approval-waiting',
  // Its case is in test/faults/rotate-keys-page.test.ts, where the keys do change.
  'rotate-keys',
  // Its commands are looked at below; test/faults/recovery.test.ts loses a database and restores it.
  'restore-database',
]

test('every alarm names a page that there is', () => {
  const named = Object.values(alarmTable).map(({ runbook }) => runbook)
  expect(named.filter((page) => !worked.includes(page))).toEqual([])
})

test.each(Object.entries(alarmTable))(
  'the page of %s says what to do after it',
  (name, { runbook }) => {
    expect(readProject(`docs/runbooks/${runbook}.md`)).toContain(`\`${name}\``)
  },
)

test('what was written down of wrangler is of the version that is installed', () => {
  const how = 'run: node test/e2e/run-books/record-wrangler.ts'
  expect(knownCommands().version, how).toBe(installedWrangler())
})

test('restore-database: wrangler takes each of its commands, and npm has its scripts', () => {
  const { scripts } = JSON.parse(readProject('package.json'))
  const lines = blocksOf('restore-database').flatMap(({ commands }) => commands.split('\n'))
  const told = lines.map((line) => line.replace(/<[^>]*>/g, 'x').replace(/\s+#.*$/, ''))
  // `wr` is what the page begins with: wrangler for the environment.
  const given = told.flatMap((line) => /^(?:wr|npx wrangler) (.*)$/.exec(line)?.[1] ?? [])
  expect(given.length).toBeGreaterThan(4)
  expect(given.flatMap((line) => problemOf(line.trim().split(/\s+/)) ?? [])).toEqual([])
  const npm = told.flatMap((line) => /^npm run ([\w:]+)/.exec(line)?.[1] ?? [])
  expect(npm.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
})

// Somebody pastes a block as a whole: the old secret signs until a second person has approved the new one.
test.each(worked)('no block of %s takes back what it does', (page) => {
  const pairs = [
    ['"enabled": false', '"enabled": true'],
    ['pause-delivery', 'resume-delivery'],
    ['"on": true', '"on": false'],
  ] as const
  for (const { commands } of blocksOf(page)) {
    for (const pair of pairs) expect(pair.filter((one) => commands.includes(one))).not.toEqual(pair)
  }
})

// Command lines can be read by others; and no release tries the back office on the public Worker before its own.
test.each(['README', ...worked])(
  '%s has no token on a command line, nor takes one Worker back alone',
  (page) => {
    const text = readProject(`docs/runbooks/${page}.md`)
    expect(text).not.toMatch(/-H "[^"]*\$|wr rollback/)
  },
)

test.each([
  [['d1', 'infos', 'x'], 'not known'],
  [['d1', 'info'], 'takes <name>'],
  [['d1', 'info', 'x', '--fast'], 'has no --fast'],
  [['secret', 'put', 'A', 'B'], 'takes <key>'],
])('wrangler %s is refused by its stand-in', (given, problem) => {
  expect(problemOf(given)).toContain(problem)
})

test('callback-backlog: a server that was down gets what it missed', async () => {
  const receiver = await aBrokenReceiver()
  closeAfter(receiver.server)
  const shop = await aShop()
  const account = await anAccount()
  const tradeNo = await aCollection(shop, 300, { notify_url: receiver.url })
  await match(tradeNo, account)
  await ask('POST', `/collections/${tradeNo}/settle`, { manual: true, reason: 'x' })
  const shown = () => ask('GET', `/collections/${tradeNo}`)
  await until(shown, ({ attempts }) => attempts.length > 0)
  receiver.mend()
  const { printed } = await workThrough('callback-backlog', {
    MERCHANT: shop.uid,
    NOTIFY_URL: receiver.url,
  })
  expect(printed.join('\n')).toContain(shop.uid)
  await until(shown, ({ callback }) => callback.state === 'delivered')
  expect(receiver.taken.map(({ trade_no }) => trade_no)).toContain(tradeNo)
})

test('database-overloaded: a merchant is slowed down, turned off and on again', async () => {
  const shop = await aShop()
  await ask('PATCH', `/merchants/${shop.uid}`, { settings: { rate_limit: 'off' } })
  const { printed, played } = await workThrough('database-overloaded', {
    MERCHANT: shop.uid,
    DATABASE: 'merchant-pay',
  })
  expect(printed.join('\n')).toMatch(/standard\n+false\n+true/)
  expect(await ask('GET', `/merchants/${shop.uid}`)).toMatchObject({
    enabled: true,
    settings: { rate_limit: 'standard' },
  })
  expect(played.map(({ noun, verb }) => `${noun} ${verb}`)).toContain('queues pause-delivery')
})

test('books-differ: a merchant is held, looked at, and let go when the books agree', async () => {
  const shop = await aShop()
  const { printed } = await workThrough('books-differ', { MERCHANT: shop.uid })
  expect(printed.join('\n')).toContain('available')
  const { items } = await ask('GET', `/journal?subject=hold`)
  const actions = items.map(({ action }: { readonly action: string }) => action)
  expect(actions.slice(0, 2)).toEqual(['lift', 'create'])
})

test('archive-failing: what the archive has is shown, and a damaged object is put back', async () => {
  const key = 'DB/orders/2026-10-20/1.jsonl.gz'
  const { printed, played } = await workThrough('archive-failing', { KEY: key })
  expect(printed[0]).toContain('days_to_full')
  const objects = played.filter(({ noun }) => noun === 'r2')
  expect(objects).toHaveLength(2)
})

test('payment-missing: the money is found and the collection settled; a statement is imported', async () => {
  const shop = await aShop()
  const account = await anAccount()
  const number = randomUUID()
  const tradeNo = await aCollection(shop, 4_711, { merchant_order_no: number })
  await match(tradeNo, account)
  await aDeposit(account, 4_711)
  const directory = await mkdtemp(join(tmpdir(), 'statement-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const statement = join(directory, 'statement.csv')
  const lines = [
    '日期,時間,金額,餘額,備註,對方帳號,對方名稱',
    '2026-11-20,10:00:00,100,1100,,,',
    '',
  ]
  await writeFile(statement, lines.join('\r\n'))
  const { printed } = await workThrough('payment-missing', {
    NUMBER: number,
    ACCOUNT: String(account.id),
    STATEMENT: statement,
  })
  expect(printed.join('\n')).toContain(tradeNo)
  expect(await ask('GET', `/collections/${tradeNo}`)).toMatchObject({ status: 'succeeded' })
})

test('wrong-settlement: the wrong order gives its money back, the right one has it', async () => {
  const shop = await aShop()
  const account = await anAccount()
  const [wrong, right] = [await aCollection(shop, 880), await aCollection(shop, 880)]
  for (const one of [wrong, right]) await match(one, account)
  const deposit = await aDeposit(account, 880)
  await ask('POST', `/collections/${wrong}/settle`, {
    bank_transactions: [deposit.id],
    override: ['evidence_differs'],
    reason: 'the older of two that fit alike',
  })
  await workThrough('wrong-settlement', { WRONG: wrong, RIGHT: right })
  const shown = await Promise.all([wrong, right].map((one) => ask('GET', `/collections/${one}`)))
  expect(shown.map(({ status }) => status)).toEqual([
    expect.not.stringMatching('succeeded'),
    'succeeded',
  ])
  expect(shown[1].bank_transactions).toMatchObject([deposit.id])
  expect(await ask('GET', `/merchants/${shop.uid}/balance`)).toMatchObject({ balance: 880 })
})

test('frozen-bank-account: nobody pays into it, and what waits goes to another account', async () => {
  const shop = await aShop()
  const [account, other] = [await anAccount(), await anAccount()]
  const tradeNo = await aCollection(shop, 650)
  await match(tradeNo, account)
  const { printed } = await workThrough('frozen-bank-account', {
    ACCOUNT: String(account.id),
    OTHER: String(other.id),
    TRADE_NO: tradeNo,
    CASE: 'A-1',
    PAYER_ACCOUNT: payerAccount.replace('67890', '99999'),
  })
  expect(await ask('GET', `/collections/${tradeNo}`)).toMatchObject({
    collection_status: 'matched',
    bank_account: other.id,
  })
  expect(await ask('GET', `/bank-accounts/${account.id}`)).toMatchObject({ state: 'closed' })
  expect(printed.join('\n')).toContain(`{ kind: 'bank_account', name: '${account.id}' }`)
})

test('region-outage: what is looked at before and after', async () => {
  const { printed, played } = await workThrough('region-outage', { API: inject('payUrl') })
  expect(printed.join('\n')).toContain('sweep_age_seconds')
  expect(played.map(({ verb }) => verb)).toContain('time-travel')
})

test('leaked-secret: the old one ends at once, and who had a role has none', async () => {
  const shop = await aShop()
  const person = `left.${randomUUID().slice(0, 8)}@platform.example`
  await ask('PUT', `/people/${person}`, { role: 'agent' })
  const access = await anAccessApi()
  closeAfter(access.server)
  await workThrough('leaked-secret', {
    MERCHANT: shop.uid,
    SINCE: '2026-01-01',
    PERSON: person,
    ACCESS_API: access.url,
    APP_ID: 'app',
    SERVICE_TOKEN_ID: 'token',
  })
  expect(access.called).toEqual([
    'POST /access/apps/app/revoke_tokens',
    'POST /access/service_tokens/token/rotate',
  ])
  await expect(shop.call('balance', {})).rejects.toThrow(/ip_not_allowed|signature_error/)
  expect(await ask('GET', `/merchants/${shop.uid}`)).toMatchObject({
    enabled: true,
    previous_secret_until: null,
    ip_whitelist: ['203.0.113.7'],
  })
  await expect(ask('GET', `/people/${person}`)).rejects.toThrow('404')
})

function closeAfter(server: Server): void {
  onTestFinished(() => void server.close())
}
