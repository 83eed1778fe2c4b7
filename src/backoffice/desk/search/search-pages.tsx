import type { Answer } from '../../../contract/back-office/call.ts'
import { type Accounts, usableAccounts } from '../banking/accounts/accounts.tsx'
import { anyOf } from '../conditions.ts'
import { type Desk, useDesk } from '../desk.ts'
import { searchKindLabels } from '../labels/search-labels.ts'
import type { DeskPage, PageContent } from '../page.ts'
import { List } from '../parts/list.tsx'
import { columnsOf } from './hit-columns.tsx'
import { matchedLabel, nearestPair } from './hit-comparison.ts'
import { type Hit, type HitGroup, hitGroups, onlyPage } from './hit-groups.ts'
import { NarrowForm } from './narrow-form.tsx'
import { EqualOrders, NearestPair } from './nearest-pair.tsx'
import { NothingFound, NotSearched } from './nothing-found.tsx'
import { RealOrTest } from './real-or-test.tsx'
import { nothing, OnlyNamed, waitingNamed } from './waiting-by-name.tsx'
import { WhatToSearch } from './what-to-search.tsx'

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

type AnsweredProps = { q: string; answer: SearchAnswer; accounts: Accounts; byName: readonly Hit[] }

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
