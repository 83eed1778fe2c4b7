import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LocalServer } from '../../../scripts/local/server.ts'
import { pages } from '../../../src/backoffice/desk/pages.ts'
import { isFullForm } from '../../support/full-form.ts'
import { aLocalServer } from '../../support/server/local-server.ts'
import { aReceiver, type Receiver } from '../support/receivers.ts'
import { aCrew, type Crew, type Day } from './crew.ts'
import { type Hands, keys, mouse } from './hands.ts'
import { aMemberWaits, theMemberIsShown } from './member.ts'
import {
  anAgentMatches,
  anAgentSettles,
  aPayoutGoesOut,
  aStatementIsImported,
  aWrongMatchIsReversed,
  theBankTells,
  theCallbackIsSeen,
} from './money.ts'
import {
  aLinkOf,
  aMerchantIsCreated,
  anAccountIsRegistered,
  anAgentIsGivenARole,
  type DayMerchant,
} from './register.ts'

// A day of the business, from an empty system on, in browsers alone: the merchant's backend and the bank are the only
// ones that call an API.

let server: LocalServer
let receiver: Receiver
beforeAll(async () => {
  receiver = await aReceiver()
  server = await aLocalServer({
    sweepSeconds: 1,
    allowPrivateCallbacks: true,
    vars: { APPROVALS: 'on', APPROVAL_FROM: '2000' },
  })
})
afterAll(async () => {
  await server.stop()
  receiver.stop()
})

test('an empty system has every page of its menu', async () => {
  const day = { server, receiver, hands: mouse, locale: 'en' }
  const crew = await aCrew(day)
  const { page } = crew.olga
  for (const { path } of pages.filter((one) => !one.path.includes(':'))) {
    const answer = await page.goto(server.backofficeUrl + path)
    expect([path, answer?.status()]).toEqual([path, 200])
  }
  await close(crew)
})

const days = [
  ['in English', 'en', mouse, true],
  ['in Chinese, by keyboard alone', 'zh-TW', keys, true],
  ['in Chinese', 'zh-TW', mouse, true],
  ['without scripts', 'en', mouse, false],
] as const

// `npm test` spends the first two.
test.each(isFullForm ? days : days.slice(0, 1))(
  'the day, %s',
  async (_, locale, hands: Hands, javaScriptEnabled) => {
    const day: Day = { server, receiver, hands, locale, javaScriptEnabled }
    const crew = await aCrew(day)
    await anAgentIsGivenARole(day, crew)
    const { account, number } = await anAccountIsRegistered(day, crew)
    const shop = await aMerchantIsCreated(day, crew)
    const { tradeNo: first, waitUrl } = await aLinkOf(day, shop, 1_000)
    const member = await aMemberWaits(day, waitUrl)
    await anAgentMatches(day, crew, first, account)
    await theMemberIsShown(member, number)
    await aStatementIsImported(day, crew, { account, amount: 1_000 })
    await anAgentSettles(day, crew, first)
    await theMemberIsShown(member, locale === 'en' ? 'Receipt' : '收據')
    await theCallbackIsSeen(day, crew, first, () => reportsOf(first)[0] ?? {})
    expect(reportsOf(first).map(shop.hasSigned)).toEqual([true])
    await aPayoutGoesOut(day, crew, shop, { account, amount: 300 })

    // Of other amounts: two that fit one deposit alike are an operator's.
    const { tradeNo: right } = await aLinkOf(day, shop, 2_500)
    const { tradeNo: wrong } = await aLinkOf(day, shop, 2_000)
    for (const tradeNo of [right, wrong]) await anAgentMatches(day, crew, tradeNo, account)
    await theBankTells(day, account, 2_500)
    await anAgentSettles(day, crew, right)
    await theBankTells(day, account, 2_000)
    await anAgentSettles(day, crew, wrong)
    await aWrongMatchIsReversed(day, crew, wrong)

    expect(await statesOf(shop, [first, wrong, right])).toEqual([
      'succeeded',
      'pending',
      'succeeded',
    ])
    for (const { problems, origins } of Object.values(crew)) {
      expect(problems).toEqual([])
      expect([...origins]).toEqual([server.backofficeUrl])
    }
    expect(member.problems).toEqual([])
    expect([...member.origins]).toEqual([server.payUrl])
    await member.close()
    await close(crew)
  },
)

/** What callbacks told of an order, oldest first. */
function reportsOf(tradeNo: string): Record<string, unknown>[] {
  const bodies = receiver.received.map(({ body }) => body)
  return bodies.filter((body) => body.includes(tradeNo)).map((body) => JSON.parse(body))
}

async function statesOf(shop: DayMerchant, tradeNumbers: readonly string[]) {
  const orders = tradeNumbers.map((trade_no) => shop.call('collections/status', { trade_no }))
  return (await Promise.all(orders)).map(({ status }) => status)
}

async function close(crew: Crew): Promise<void> {
  await Promise.all(Object.values(crew).map((person) => person.close()))
}
