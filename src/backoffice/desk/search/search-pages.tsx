import type { Answer } from '../../../contract/back-office/call.ts'
import type { RefusedAnswer } from '../../../contract/refusals.ts'
import type { Meaning } from '../../../units/language.ts'
import { nameContains } from '../../../units/plain-name.ts'
import { type Accounts, usableAccounts } from '../banking/accounts/accounts.tsx'
import { anyOf } from '../conditions.ts'
import { type Desk, useDesk } from '../desk.ts'
import { searchKindLabels } from '../labels/search-labels.ts'
import type { DeskPage, PageContent } from '../page.ts'
import { List } from '../parts/list.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { LastFive, Money, OutsideText } from '../parts/values.tsx'
import { columnsOf } from './hit-columns.tsx'
import { type HitPair, matchedLabel, nearestPair } from './hit-comparison.ts'
import { type Hit, type HitGroup, hitGroups, onlyPage, pageOfHit } from './hit-groups.ts'
import { NarrowForm } from './narrow-form.tsx'
import { RealOrTest } from './real-or-test.tsx'

/** The page of the search, and the help on what a text may be. */
export const searchPages: readonly DeskPage[] = [
  {
    path: '/search',
    reads: 'search',
    conditions: anyOf('q', 'merchant_uid', 'test'),
    picks: ['merchants'],
    draw: drawSearch,
  },
]

async function drawSearch(desk: Desk): Promise<PageContent> {
  const { say, query } = desk
  const q = (query.q ?? '').trim()
  const title = say({ zh: '搜尋', en: 'Search' })
  if (q === '') return { title, main: <WhatToSearch /> }
  const uid = (query.merchant_uid ?? '').trim()
  const answer = await desk.ask('search', {
    query: { q, merchant_uid: uid, test: query.test ?? '' },
  })
  const hits = answer.ok ? answer.value.items : []
  const only = onlyPage(hits)
  if (only !== null) return { title, main: null, goTo: only }
  const byName = answer.ok && hits.length === 0 ? await waitingNamed(desk, q) : []
  const isOnAccount = [...hits, ...byName].some((one) => one.bank_account !== undefined)
  return {
    title: `${title} ${q}`,
    main: (
      <>
        <RealOrTest q={q} />
        <SearchResults
          q={q}
          answer={answer}
          accounts={isOnAccount ? await usableAccounts(desk) : []}
          byName={byName}
        />
      </>
    ),
  }
}

type SearchAnswer = Answer<{ readonly items: readonly Hit[] }>

type AnsweredProps = {
  q: string
  answer: SearchAnswer
  accounts: Accounts
  byName: readonly Hit[]
}

// The call finds nothing by a name alone (back office §7); this page searches the newest waiting orders for it.
async function waitingNamed(desk: Desk, q: string): Promise<readonly Hit[]> {
  if (/\d/.test(q)) return []
  const { merchant_uid: uid = '', test = '' } = desk.query
  const limit = String(waitingMax)
  const query = { status: 'pending', merchant_uid: uid.trim(), test, limit }
  const answer = await desk.ask('listCollections', { query })
  const items = answer.ok ? answer.value.items : []
  return items
    .filter((one) => nameContains(one.payer_name, q) || nameContains(one.user_name, q))
    .map((one) => ({
      kind: 'collection',
      name: one.trade_no,
      merchant_order_no: one.merchant_order_no,
      merchant_uid: one.uid,
      amount: one.amount,
      status: one.status,
      test: one.test,
      party_name: one.payer_name || one.user_name,
      last5: one.last5,
      ...(one.bank_account === null ? {} : { bank_account: one.bank_account }),
      collection_status: one.expired ? 'expired' : one.collection_status,
      created_at: one.created_at,
      matched_on: 'member_no',
    }))
}

const waitingMax = 200

function SearchResults({ q, answer, accounts, byName }: AnsweredProps) {
  const { query } = useDesk()
  if (!answer.ok) return <NotSearched q={q} refused={answer} />
  const { items } = answer.value
  if (items.length === 0 && byName.length > 0) {
    return <OnlyNamed q={q} byName={byName} accounts={accounts} />
  }
  if (items.length === 0) return <NothingFound q={q} />
  const groups = hitGroups(items)
  const pair = nearestPair(items)
  return (
    <>
      {pair === null ? null : pair.equalOrders > 1 ? (
        <EqualOrders {...pair} />
      ) : (
        <NearestPair {...pair} />
      )}
      {groups.map((group, n) => (
        <Group
          group={group}
          isFirst={n === 0 && (pair === null || pair.equalOrders === 1)}
          accounts={accounts}
          q={q}
        />
      ))}
      {items.length < hitsMax && query.merchant_uid === undefined ? null : (
        <NarrowingHint q={q} isFull={items.length >= hitsMax} />
      )}
    </>
  )
}

const hitsMax = 50

// The first result has the focus, so that Enter opens it, unless several fit alike.
function Group({ group: { kind, hits }, isFirst, accounts, q }: GroupProps) {
  const { say } = useDesk()
  const title = say(searchKindLabels[kind])
  const [first] = hits
  const by = first === undefined ? '' : say(matchedLabel(first, q))
  const isMixed = hits.some((hit) => say(matchedLabel(hit, q)) !== by)
  return (
    <section aria-labelledby={`${kind}-title`}>
      <h2 id={`${kind}-title`}>
        {title} <small>{hits.length}</small>
        {isMixed || first === undefined ? null : (
          <small>
            {say({ zh: '，符合：', en: ', found by: ' })}
            {by}
          </small>
        )}
      </h2>
      <List
        id={kind}
        caption={searchKindLabels[kind]}
        items={hits}
        keyOf={({ name }) => name}
        columns={columnsOf(kind, { accounts, focused: isFirst ? first : undefined, isMixed, q })}
        empty={nothing}
      />
    </section>
  )
}

type GroupProps = { group: HitGroup; isFirst: boolean; accounts: Accounts; q: string }

const nothing = { zh: '沒有結果。', en: 'Nothing was found.' }

// The waiting order and the deposit that match best.
function NearestPair({ order, deposit, differs }: HitPair) {
  const { say } = useDesk()
  return (
    <p class={differs.length === 0 ? 'notice done' : 'notice care'} id="nearest">
      {differs.length === 0
        ? say({ zh: '完全相符：訂單 ', en: 'Exact pair: order ' })
        : say({ zh: '沒有完全相符者。最接近：訂單 ', en: 'No exact pair. Nearest: order ' })}
      <a href={pageOfHit(order) ?? ''}>
        <Money dollars={order.amount ?? 0} />{' '}
        <OutsideText text={order.merchant_order_no ?? order.name} />
      </a>
      {say({ zh: ' 與銀行交易 ', en: ' and transaction ' })}
      <a href={pageOfHit(deposit) ?? ''}>
        <Money dollars={deposit.amount ?? 0} /> <LastFive of={deposit.last5 ?? ''} />
      </a>
      {differs.length === 0 ? null : (
        <>
          {say({ zh: '；不同之處：', en: '. The transaction differs: ' })}
          <b>{differs.map(say).join(say({ zh: '、', en: ', ' }))}</b>
        </>
      )}
    </p>
  )
}

// Several orders match one deposit equally; none of them is the nearest.
function EqualOrders({ deposit, equalOrders }: HitPair) {
  const { say } = useDesk()
  return (
    <p class="notice care" id="nearest">
      {say({
        zh: `${equalOrders} 筆訂單同樣符合這筆款項：`,
        en: `${equalOrders} orders fit the same money: `,
      })}
      <Money dollars={deposit.amount ?? 0} /> <LastFive of={deposit.last5 ?? ''} />{' '}
      <a href={pageOfHit(deposit) ?? ''}>{say({ zh: '請先比對', en: 'compare them first' })}</a>
    </p>
  )
}

// Among many merchants the call asks for one.
function NotSearched({ q, refused }: { q: string; refused: RefusedAnswer }) {
  const { say } = useDesk()
  if (refused.errors?.merchant_uid === undefined) {
    return (
      <section class="card">
        <Refusal refused={refused} />
      </section>
    )
  }
  return (
    <section class="card">
      <h2>{say({ zh: '請指定商戶', en: 'Name the merchant' })}</h2>
      <p>
        {say({
          zh: '商戶眾多，無法在每一家尋找這個編號。',
          en: 'There are too many merchants to look for this number at each.',
        })}
      </p>
      <NarrowForm q={q} />
    </section>
  )
}

function NarrowingHint({ q, isFull }: { q: string; isFull: boolean }) {
  const { say } = useDesk()
  return (
    <section class="card">
      {isFull ? (
        <p>
          {say({
            zh: `只顯示前 ${hitsMax} 筆；可指定商戶。`,
            en: `The first ${hitsMax} are shown. Name a merchant to see fewer.`,
          })}
        </p>
      ) : null}
      <NarrowForm q={q} />
    </section>
  )
}

// Waiting orders found by a name alone; the text below says how to find others.
function OnlyNamed({ q, byName, accounts }: Pick<AnsweredProps, 'q' | 'byName' | 'accounts'>) {
  const { say } = useDesk()
  const [focused] = byName
  return (
    <>
      <section id="named" aria-labelledby="named-title">
        <h2 id="named-title">
          {say({
            zh: `姓名相符：${byName.length} 筆待收款`,
            en: `Of that name ${byName.length === 1 ? '1 collection waits' : `${byName.length} collections wait`}`,
          })}
          <OneMerchant />
        </h2>
        <List
          id="named-orders"
          caption={searchKindLabels.collection}
          items={byName}
          keyOf={({ name }) => name}
          columns={columnsOf('collection', { accounts, focused, isMixed: false, q })}
          empty={nothing}
        />
      </section>
      <ByName q={q} />
      <details class="more">
        <summary>{say(whatToSearch)}</summary>
        <WhatToSearch />
      </details>
    </>
  )
}

function NothingFound({ q }: Pick<AnsweredProps, 'q'>) {
  const { say, query } = useDesk()
  return (
    <>
      <section class="card">
        <p>
          <b>
            {say({ zh: '找不到', en: 'Nothing was found for' })} <OutsideText text={q} />
          </b>{' '}
          {/^[\s\d,.]+$/.test(q)
            ? say({
                zh: '金額與末五碼須完全相同。',
                en: 'Amounts and last five digits are compared exactly.',
              })
            : null}
          <OneMerchant />
        </p>
      </section>
      {/\d/.test(q) ? null : <ByName q={q} />}
      <WhatToSearch />
      {(query.merchant_uid ?? '') === '' ? (
        <section class="card">
          <NarrowForm q={q} />
        </section>
      ) : null}
    </>
  )
}

// The merchant that was searched, and the link that searches all.
function OneMerchant() {
  const { say, query } = useDesk()
  const { q = '', merchant_uid: uid = '' } = query
  if (uid === '') return null
  return (
    <small>
      {' '}
      {say({ zh: '，限商戶', en: 'at the merchant' })} <OutsideText text={uid} />{' '}
      <a href={`/search?q=${encodeURIComponent(q)}`}>
        {say({ zh: '在所有商戶搜尋', en: 'Search all merchants' })}
      </a>
    </small>
  )
}

function ByName({ q }: { q: string }) {
  const { say } = useDesk()
  return (
    <p class="notice care" id="by-name">
      {say({
        zh: `姓名單獨只在最新 ${waitingMax} 筆待收款的訂單裡尋找。其他請加上金額或末五碼，例如 `,
        en:
          `A name alone is looked for among the newest ${waitingMax} collections that wait. ` +
          'Add five digits or an amount to a name to find others: ',
      })}
      <b>
        12345 <OutsideText text={q} />
      </b>
    </p>
  )
}

const whatToSearch: Meaning = { zh: '可以搜尋什麼', en: 'What can be searched for' }

function WhatToSearch() {
  const { say, identity } = useDesk()
  const rows = identity.role === 'agent' ? ofAgents : [...ofAgents, ...ofReaders]
  return (
    <section class="card">
      <h2>{say(whatToSearch)}</h2>
      <ul>
        {rows.map((one) => (
          <li>{say(one)}</li>
        ))}
      </ul>
    </section>
  )
}

const ofAgents = [
  {
    zh: '完整的交易編號、代收編號、代付序號或商戶訂單編號',
    en: "A whole transaction number, order id, serial number or merchant's order number",
  },
  {
    zh: '訂單編號的開頭，至少三個字元，大小寫不拘',
    en: 'What the number of an order begins with: three characters or more, in capitals or not',
  },
  {
    zh: '金額（1,280、NT$1,280.50）：等待中的訂單、銀行交易，以及其 30 天內入帳的訂單',
    en: 'An amount (1,280, NT$1,280.50): orders that wait, bank transactions, and what these paid in the last 30 days',
  },
  {
    zh: '會員帳號的末五碼（12345、…12345）：同上',
    en: "The last five digits of a member's account (12345, …12345): the same",
  },
  {
    zh: '金額或末五碼加上姓名（12345 王）：其中姓名相符的',
    en: 'A name beside an amount or digits (12345 Wang): what of these has the name',
  },
  {
    zh: '縮短的交易編號（…7K3M9Q）：最新的訂單',
    en: 'A shortened transaction number (…7K3M9Q): among the newest orders',
  },
  {
    zh: '付款連結中代碼的前九個字元以上',
    en: 'At least the first nine characters of the code in a payment link',
  },
  {
    zh: '我方銀行帳號，或銀行的交易編號',
    en: "The number of one of our bank accounts, or the bank's own number of a transaction",
  },
  { zh: '會員編號，須指定商戶', en: "A member's number, with its merchant" },
]
const ofReaders = [{ zh: '通知編號、商戶代號', en: "A callback's id, a merchant's code" }]
