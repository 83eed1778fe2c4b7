import type { Answer } from '../../../contract/back-office/call.ts'
import type { RefusedAnswer } from '../../../contract/refusals.ts'
import { anyOf } from '../conditions.ts'
import { type Desk, useDesk } from '../desk.ts'
import { labelFor } from '../labels/label-for.ts'
import {
  foundStatusLabels,
  foundTone,
  searchKindLabels,
  searchMatchLabels,
} from '../labels/search-labels.ts'
import type { Drawn, Page } from '../page.ts'
import { type Column, List } from '../parts/list.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { TestBadge } from '../parts/test-badge.tsx'
import { Age, Badge, Foreign, Money } from '../parts/values.tsx'
import { type Hit, type HitGroup, hitGroups, pageOfHit } from './found-groups.ts'
import { NarrowForm } from './narrow-form.tsx'
import { RealOrTest } from './real-or-test.tsx'

/** What one text may stand for. */
export const searchPages: readonly Page[] = [
  { path: '/search', reads: 'search', takes: anyOf('q', 'merchant_uid', 'test'), draw: drawSearch },
]

async function drawSearch(desk: Desk): Promise<Drawn> {
  const { say, query } = desk
  const q = (query.q ?? '').trim()
  const title = say({ zh: '搜尋', en: 'Search' })
  if (q === '') return { title, main: <WhatToSearch /> }
  const uid = (query.merchant_uid ?? '').trim()
  const answer = await desk.ask('search', {
    query: { q, merchant_uid: uid, test: query.test ?? '' },
  })
  const only = onlyPage(answer)
  return {
    title: `${title} ${q}`,
    main: (
      <>
        <RealOrTest q={q} />
        <Answered q={q} answer={answer} />
      </>
    ),
    ...(only === null ? {} : { goTo: only }),
  }
}

// Where exactly one thing was found, its page.
function onlyPage(answer: SearchAnswer): string | null {
  const [first, ...others] = answer.ok ? answer.value.items : []
  return first === undefined || others.length > 0 ? null : pageOfHit(first)
}

type SearchAnswer = Answer<{ readonly items: readonly Hit[] }>

function Answered({ q, answer }: { q: string; answer: SearchAnswer }) {
  const { query } = useDesk()
  if (!answer.ok) return <NotSearched q={q} refused={answer} />
  const { items } = answer.value
  if (items.length === 0) return <NothingFound q={q} />
  const groups = hitGroups(items)
  return (
    <>
      {groups.map((group, n) => (
        <Group group={group} isFirst={n === 0} />
      ))}
      {items.length < hitsMax && query.merchant_uid === undefined ? null : (
        <Narrower q={q} isFull={items.length >= hitsMax} />
      )}
    </>
  )
}

// The limit of the call.
const hitsMax = 50

// The first result has the focus, so that Enter opens it.
function Group({ group: { kind, hits }, isFirst }: { group: HitGroup; isFirst: boolean }) {
  const { say } = useDesk()
  const title = say(searchKindLabels[kind])
  const [first] = hits
  return (
    <section aria-labelledby={`${kind}-title`}>
      <h2 id={`${kind}-title`}>
        {title} <small>{hits.length}</small>
      </h2>
      <List
        id={kind}
        caption={searchKindLabels[kind]}
        items={hits}
        keyOf={({ name }) => name}
        columns={[
          {
            name: { zh: '編號', en: 'Number' },
            cell: (hit: Hit) => <HitLink hit={hit} isFirst={isFirst && hit === first} />,
          },
          ...columnsOf(hits),
        ]}
        empty={nothing}
      />
    </section>
  )
}

const nothing = { zh: '沒有結果。', en: 'Nothing was found.' }

function HitLink({ hit, isFirst }: { hit: Hit; isFirst: boolean }) {
  const { say } = useDesk()
  const page = pageOfHit(hit)
  if (page === null) {
    return (
      <>
        <code>{hit.name}…</code>
        <br />
        <small>
          {say({
            zh: '會員尚未選擇金額，所以還沒有代收。',
            en: 'The member has chosen no amount yet, so there is no collection.',
          })}
        </small>
      </>
    )
  }
  return (
    <a href={page} autofocus={isFirst}>
      {hit.kind === 'link' ? `${hit.name}…` : <Foreign text={hit.name} />}
    </a>
  )
}

// Accounts have no amount, and what is the bank's has no merchant.
function columnsOf(hits: readonly Hit[]): readonly Column<Hit>[] {
  return [
    ...(hits.some(({ amount }) => amount !== undefined) ? [amountColumn] : []),
    ...columns,
    ...(hits.some(({ merchant_uid: uid }) => uid !== undefined) ? [merchantColumn] : []),
    { name: { zh: '建立至今', en: 'Age' }, cell: (hit) => <Age at={hit.created_at} /> },
  ]
}

const amountColumn: Column<Hit> = {
  name: { zh: '金額', en: 'Amount' },
  isAmount: true,
  cell: ({ amount }) => (amount === undefined ? '—' : <Money dollars={amount} />),
}

const merchantColumn: Column<Hit> = {
  name: { zh: '商戶', en: 'Merchant' },
  cell: (hit) => (
    <>
      <Foreign text={hit.merchant_uid ?? ''} /> <TestBadge of={hit} />
    </>
  ),
}

const columns: readonly Column<Hit>[] = [
  { name: { zh: '狀態', en: 'State' }, cell: (hit) => <Status hit={hit} /> },
  { name: { zh: '符合', en: 'Found by' }, cell: (hit) => <Matched hit={hit} /> },
]

function Status({ hit: { kind, status } }: { hit: Hit }) {
  const { say } = useDesk()
  return (
    <Badge tone={foundTone(kind, status)}>{say(labelFor(foundStatusLabels[kind], status))}</Badge>
  )
}

function Matched({ hit }: { hit: Hit }) {
  const { say } = useDesk()
  return <>{say(searchMatchLabels[hit.matched_on])}</>
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

function Narrower({ q, isFull }: { q: string; isFull: boolean }) {
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

function NothingFound({ q }: { q: string }) {
  const { say, query } = useDesk()
  const uid = query.merchant_uid ?? ''
  return (
    <>
      <section class="card">
        <p>
          <b>
            {say({ zh: '找不到', en: 'Nothing was found for' })} <Foreign text={q} />
          </b>
          {uid === '' ? null : (
            <>
              {' '}
              {say({ zh: '，限商戶', en: 'at the merchant' })} <Foreign text={uid} />{' '}
              <a href={`/search?q=${encodeURIComponent(q)}`}>
                {say({ zh: '在所有商戶搜尋', en: 'Search all merchants' })}
              </a>
            </>
          )}
        </p>
      </section>
      <WhatToSearch />
      {uid === '' ? (
        <section class="card">
          <NarrowForm q={q} />
        </section>
      ) : null}
    </>
  )
}

function WhatToSearch() {
  const { say, identity } = useDesk()
  const some = identity.role === 'agent' ? ofAgents : [...ofAgents, ...ofReaders]
  return (
    <section class="card">
      <h2>{say({ zh: '可以搜尋什麼', en: 'What can be searched for' })}</h2>
      <ul>
        {some.map((one) => (
          <li>{say(one)}</li>
        ))}
      </ul>
    </section>
  )
}

const ofAgents = [
  {
    zh: '完整的交易編號、代收單號、代付序號或商戶訂單編號',
    en: "A whole transaction number, order id, serial number or merchant's order number",
  },
  {
    zh: '金額（1,280、NT$1,280.50）：等待中的訂單，以及銀行交易',
    en: 'An amount (1,280, NT$1,280.50): orders that wait, and bank transactions',
  },
  {
    zh: '會員帳號的末五碼：等待中的訂單，以及未認列的銀行交易',
    en: "The last five digits of a member's account: orders that wait, and unclaimed transactions",
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
const ofReaders = [{ zh: '通知編號、商戶代號', en: "A callback's id, a merchant's uid" }]
