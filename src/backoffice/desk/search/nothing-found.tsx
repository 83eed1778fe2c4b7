import type { RefusedAnswer } from '../../../contract/refusals.ts'
import { useDesk } from '../desk.ts'
import { Refusal } from '../parts/refusal.tsx'
import { Card, OutsideText } from '../parts/values.tsx'
import { NarrowForm } from './narrow-form.tsx'
import { ByName, OneMerchant } from './waiting-by-name.tsx'
import { WhatToSearch } from './what-to-search.tsx'

/** The reason for a refused search: among many merchants the call needs one. */
export function NotSearched({ q, refused }: { q: string; refused: RefusedAnswer }) {
  const { say } = useDesk()
  if (refused.errors?.merchant_uid === undefined) {
    return (
      <section class="card">
        <Refusal refused={refused} />
      </section>
    )
  }
  return (
    <Card title={{ zh: '請指定商戶', en: 'Name the merchant' }}>
      <p>
        {say({
          zh: '商戶眾多，無法在每一家尋找這個編號。',
          en: 'There are too many merchants to look for this number at each.',
        })}
      </p>
      <NarrowForm q={q} />
    </Card>
  )
}

/** A search without hits, and what can be searched for. */
export function NothingFound({ q }: { q: string }) {
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
