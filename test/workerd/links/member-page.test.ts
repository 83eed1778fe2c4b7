import { expect, test } from 'vitest'
import { memberPageOfCollection } from '../../../src/operations/links/show-member-page.ts'
import { anAccount, matchTo } from '../support/bank-accounts.ts'
import { anAmountLink } from '../support/links.ts'
import { aCollection, aContext, agent, aMerchant, operator } from '../support/service.ts'

test('the back office sees a member’s page as it is, but not the token that opens it', async () => {
  const link = await anAmountLink(await aMerchant())
  const now = () => (link.endsAt - 600) * 1000
  const page = await memberPageOfCollection(aContext({ now }), operator, link.trade_no)
  expect(page).toMatchObject({ state: 'waiting', amount: 1000, payer_account_last5: '67890' })
  expect(JSON.stringify(page)).not.toContain(link.token)
})

test('there is none for an order without a link, or once it is closed to the member', async () => {
  const shop = await aMerchant()
  const { tradeNo } = await aCollection(shop)
  const link = await anAmountLink(shop)
  const now = () => (link.endsAt + 2 * 86_400) * 1000
  for (const [context, number] of [
    [aContext(), tradeNo],
    [aContext({ now }), link.trade_no],
  ] as const) {
    await expect(memberPageOfCollection(context, operator, number)).rejects.toMatchObject({
      code: 'not_found',
    })
  }
})

test('an agent sees it where the account is theirs to use', async () => {
  const shop = await aMerchant()
  const [own, other] = [await anAmountLink(shop), await anAmountLink(shop)]
  await matchTo((await anAccount({ agents: [agent.name] })).id, own.trade_no)
  await matchTo((await anAccount({ agents: ['someone.else'] })).id, other.trade_no)
  const page = (tradeNo: string) => memberPageOfCollection(aContext(), agent, tradeNo)
  expect(await page(own.trade_no)).toMatchObject({
    state: 'transfer',
    account: { bank_code: '013' },
  })
  await expect(page(other.trade_no)).rejects.toMatchObject({ code: 'not_found' })
})
