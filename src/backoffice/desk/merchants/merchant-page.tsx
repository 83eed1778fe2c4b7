import type { Child } from 'hono/jsx'
import type { AnswerOf } from '../../../contract/back-office/table.ts'
import type { Meaning } from '../../../units/language.ts'
import {
  secondPersonFor,
  WaitingNotices,
  WithSecondPerson,
} from '../approvals/waiting-approvals.tsx'
import { type Desk, useDesk } from '../desk.ts'
import type { Merchant } from '../labels/merchant-labels.ts'
import { type PageContent, titled } from '../page.ts'
import { TestNotice } from '../parts/test-badge.tsx'
import { Card, Fact, Facts, OutsideText } from '../parts/values.tsx'
import { EraseMember, PlaceHolds } from './holds/place-holds.tsx'
import { AllowList, DisplaySection, EnabledSection, SettingsSection } from './merchant-forms.tsx'
import { CalendarDay, MerchantBadges } from './merchant-list.tsx'
import { merchantPath } from './merchant-path.ts'
import { Amounts, Balance } from './money-sections.tsx'
import { Secret } from './secret-section.tsx'
import { PricingSection } from './settlement/pricing-section.tsx'
import { SettlementSection } from './settlement/settlement-section.tsx'

/** One merchant: its settings, its money, and its forms. */
export async function drawMerchant(desk: Desk): Promise<PageContent> {
  const path = { uid: desk.path.uid ?? '' }
  const [merchant, balance, amounts, prices, accounts, second] = await Promise.all([
    desk.need('showMerchant', { path }),
    desk.need('showBalance', { path }),
    desk.need('showPaymentAmounts', { path }),
    desk.need('listPricing', { path, query: { limit: '50' } }),
    desk.need('listSettlementAccounts', { path }),
    secondPersonFor(desk, `merchant:${path.uid}`),
  ])
  const halves = [
    moneyParts({ merchant, balance, amounts, prices, accounts }),
    accessParts(merchant),
  ]
  return {
    ...titled([merchant.name]),
    main: (
      <WithSecondPerson second={second}>
        <WaitingNotices />
        <p class="lead">
          {desk.say({ zh: '商戶', en: 'Merchant' })} <OutsideText text={merchant.uid} />{' '}
          <MerchantBadges merchant={merchant} />
        </p>
        {merchant.test ? <TestNotice /> : null}
        <div class="merchant-ways">
          <MerchantLinks merchant={merchant} />
          <nav class="links anchors" aria-label={desk.say({ zh: '本頁', en: 'On this page' })}>
            {halves.flat().map(({ id, name }) => (
              <a href={`#of-${id}`}>{desk.say(name)}</a>
            ))}
          </nav>
        </div>
        <div class="halves">
          {halves.map((half) => (
            <div>
              {half.map(({ id, drawn }) => (
                <div id={`of-${id}`}>{drawn}</div>
              ))}
            </div>
          ))}
        </div>
      </WithSecondPerson>
    ),
  }
}

type MerchantData = {
  readonly merchant: Merchant
  readonly balance: AnswerOf<'showBalance'>
  readonly amounts: AnswerOf<'showPaymentAmounts'>
  readonly prices: AnswerOf<'listPricing'>
  readonly accounts: AnswerOf<'listSettlementAccounts'>
}

function moneyParts({
  merchant,
  balance,
  amounts,
  prices,
  accounts,
}: MerchantData): readonly Part[] {
  const { uid } = merchant
  return [
    {
      id: 'balance',
      name: { zh: '餘額', en: 'Balance' },
      drawn: <Balance uid={uid} balance={balance} />,
    },
    {
      id: 'settings',
      name: { zh: '設定', en: 'Settings' },
      drawn: <SettingsSection merchant={merchant} />,
    },
    {
      id: 'price',
      name: { zh: '費率', en: 'Price' },
      drawn: <PricingSection uid={uid} versions={prices.items} />,
    },
    {
      id: 'settlement',
      name: { zh: '結算與提領', en: 'Settlement' },
      drawn: (
        <SettlementSection
          merchant={merchant}
          accounts={accounts.items}
          balance={balance}
          price={prices.items.find(({ holds }) => holds)}
        />
      ),
    },
    {
      id: 'payment-page',
      name: { zh: '付款頁', en: 'Payment page' },
      drawn: (
        <>
          <Amounts uid={uid} amounts={amounts} />
          <DisplaySection merchant={merchant} />
        </>
      ),
    },
  ]
}

// Its secret and allow-list, its holds, and whether it is enabled.
function accessParts(merchant: Merchant): readonly Part[] {
  return [
    {
      id: 'access',
      name: { zh: '金鑰與來源', en: 'Secret, allow-list' },
      drawn: (
        <>
          <MerchantFacts merchant={merchant} />
          <Secret merchant={merchant} />
          <AllowList merchant={merchant} />
        </>
      ),
    },
    {
      id: 'holds',
      name: { zh: '管制與停用', en: 'Holds, disabling' },
      drawn: (
        <>
          <Holds merchant={merchant} />
          <Members uid={merchant.uid} />
          <EnabledSection merchant={merchant} />
        </>
      ),
    },
  ]
}

type Part = { readonly id: string; readonly name: Meaning; readonly drawn: Child }

// Links to the merchant's other pages.
function MerchantLinks({ merchant: { uid } }: { merchant: Merchant }) {
  const { say } = useDesk()
  const named = new URLSearchParams({ merchant_uid: uid }).toString()
  const subject = new URLSearchParams({ subject: `merchant:${uid}` }).toString()
  const links = [
    [`/collections?${named}`, { zh: '代收', en: 'Collections' }],
    [`/payouts?${named}`, { zh: '代付', en: 'Payouts' }],
    [`/callbacks?${named}`, { zh: '通知', en: 'Callbacks' }],
    [merchantPath(uid, '/ledger'), { zh: '帳務明細', en: 'Ledger' }],
    [merchantPath(uid, '/statements'), { zh: '結算單', en: 'Statements' }],
    [`/journal?${subject}`, { zh: '日誌', en: 'Journal' }],
  ] as const
  return (
    <nav class="links" aria-label={say({ zh: '這個商戶的', en: 'Of this merchant' })}>
      {links.map(([to, called]) => (
        <a href={to}>{say(called)}</a>
      ))}
    </nav>
  )
}

function MerchantFacts({ merchant }: { merchant: Merchant }) {
  const { say } = useDesk()
  const { legacy_signature_used_at: usedAt } = merchant
  return (
    <Card title={{ zh: '基本資料', en: 'About it' }}>
      <Facts>
        <Fact name={{ zh: '代號', en: 'Code' }} copied={merchant.uid} />
        <Fact name={{ zh: '名稱', en: 'Name' }} text={merchant.name} />
        <Fact name={{ zh: '建立', en: 'Created' }} at={merchant.created_at} />
        <Fact name={{ zh: '最近使用舊版簽章', en: 'Earlier signature last used' }}>
          {usedAt === null ? say({ zh: '從未', en: 'Never' }) : <CalendarDay at={usedAt} />}
        </Fact>
        <Fact name={{ zh: '資料庫', en: 'Database' }}>{merchant.database}</Fact>
      </Facts>
    </Card>
  )
}

function Members({ uid }: { uid: string }) {
  const { may } = useDesk()
  if (!may('eraseMember')) return null
  return (
    <Card title={{ zh: '會員個資', en: 'Personal fields of members' }}>
      <EraseMember uid={uid} />
    </Card>
  )
}

function Holds({ merchant: { uid, held } }: { merchant: Merchant }) {
  const { say, may } = useDesk()
  return (
    <Card title={{ zh: '管制', en: 'Holds' }}>
      <p>
        {held
          ? say({
              zh: '管制中：不能建立訂單與連結，款項不入帳也不出款。',
              en: 'Held: it creates nothing, and none of its orders is settled or paid out.',
            })
          : say({ zh: '此商戶未受管制。', en: 'The merchant is not held.' })}{' '}
        <a href="/holds">{say({ zh: '查看管制清單', en: 'See all holds' })}</a>
      </p>
      {may('placeHold') ? <PlaceHolds uid={uid} isHeld={held} /> : null}
    </Card>
  )
}
