import { useDesk } from '../desk.ts'
import { pickList } from '../parts/choices/picks.tsx'
import { TextField } from '../parts/fields.tsx'

/** The form that searches the same at one merchant, among those that were searched. */
export function NarrowForm({ q }: { q: string }) {
  const { say, query } = useDesk()
  return (
    <form class="act" method="get" action="/search" id="narrow">
      <input type="hidden" name="q" value={q} />
      {query.test === undefined ? null : <input type="hidden" name="test" value={query.test} />}
      <TextField
        name="merchant_uid"
        label={{ zh: '只搜尋這個商戶', en: 'Search this merchant only' }}
        hint={{ zh: '商戶代號', en: 'Its code' }}
        value={query.merchant_uid ?? ''}
        list={pickList('merchants')}
        maxlength={20}
      />
      <p class="buttons">
        <button type="submit">{say({ zh: '搜尋', en: 'Search' })}</button>
      </p>
    </form>
  )
}
