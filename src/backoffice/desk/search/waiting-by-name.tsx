import { nameContains } from '../../../units/plain-name.ts'
import type { Accounts } from '../banking/accounts/accounts.tsx'
import { type Desk, useDesk } from '../desk.ts'
import { searchKindLabels } from '../labels/search-labels.ts'
import { List } from '../parts/list.tsx'
import { OutsideText } from '../parts/values.tsx'
import { columnsOf } from './hit-columns.tsx'
import type { Hit } from './hit-groups.ts'
import { WhatToSearch, whatToSearch } from './what-to-search.tsx'

/** The newest waiting orders with that name: the call finds nothing by a name alone (back office §7). */
export async function waitingNamed(desk: Desk, q: string): Promise<readonly Hit[]> {
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

export const nothing = { zh: '沒有結果。', en: 'Nothing was found.' }

type OnlyNamedProps = { q: string; byName: readonly Hit[]; accounts: Accounts }

/** Waiting orders found by a name alone; the text below says how to find others. */
export function OnlyNamed({ q, byName, accounts }: OnlyNamedProps) {
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

/** The merchant that was searched, and the link that searches all. */
export function OneMerchant() {
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

/** What a name alone is searched in, and how to find others. */
export function ByName({ q }: { q: string }) {
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
