import type { AnswerOf } from '../../../contract/back-office/table.ts'
import type { Meaning } from '../../../units/language.ts'
import { useDesk } from '../desk.ts'
import { noMoneyMoves } from '../labels/callback-labels.ts'
import { HiddenField, TextField } from '../parts/fields.tsx'
import { ActForm } from '../parts/form.tsx'
import { bulkFields } from './bulk-fields.ts'

type Page = AnswerOf<'listCallbacks'>
type Filters = Readonly<Record<string, string>>

/**
 * Resends or revives the callbacks of the list's filters, one page a call; the page of its progress makes the next.
 * Nothing without filters, or without callbacks here.
 */
export function BulkForms({ page, filters }: { page: Page; filters: Filters }) {
  const { may } = useDesk()
  const fields = bulkFields(filters)
  if (fields.length === 0 || filters.cursor !== undefined) return null
  return (
    <div class="spaced">
      {may('reviveCallbacks') ? <ReviveForm page={page} filters={filters} /> : null}
      {may('resendCallbacks') ? <ResendForm page={page} filters={filters} /> : null}
    </div>
  )
}

function ResendForm({ page, filters }: { page: Page; filters: Filters }) {
  const withDelivered = filters.state === 'delivered'
  const rows = page.items.filter(
    ({ state }) => state !== 'ended' && (state !== 'delivered' || withDelivered),
  )
  if (rows.length === 0) return null
  return (
    <ActForm
      id="resend-named"
      folded={{ title: { zh: '重送這些通知', en: 'Resend these callbacks' } }}
      call="resendCallbacks"
      button={{ zh: '開始重送', en: 'Begin to resend' }}
      warning={
        withDelivered
          ? {
              zh: `商戶會再次收到已經確認過的通知，無法收回。${noMoneyMoves.zh}`,
              en: `Merchants receive again what they have acknowledged. This cannot be undone. ${noMoneyMoves.en}`,
            }
          : {
              zh: `商戶的伺服器會立即再收到這些通知一次，無法收回。${noMoneyMoves.zh}`,
              en: `The merchants' servers receive these again at once. This cannot be undone. ${noMoneyMoves.en}`,
            }
      }
    >
      <Count n={rows.length} hasMore={page.next_cursor !== null} />
      {bulkFields(filters).map(([name, value]) => (
        <HiddenField name={name} value={value} />
      ))}
      {withDelivered ? <HiddenField name="include_delivered" value="true" /> : null}
      <BatchField />
    </ActForm>
  )
}

function ReviveForm({ page, filters }: { page: Page; filters: Filters }) {
  const { state: _state, ...others } = filters
  const fields = bulkFields(others)
  const rows = page.items.filter(({ state }) => state === 'parked')
  // The call requires a condition beside the state, so that it never means all merchants'.
  if (filters.state !== 'parked' || rows.length === 0 || fields.length === 0) return null
  return (
    <ActForm
      id="revive-named"
      folded={{ title: { zh: '恢復這些通知', en: 'Make these due again' } }}
      call="reviveCallbacks"
      button={{ zh: '開始恢復', en: 'Begin' }}
      warning={{
        zh: '這些通知會立即送出，並繼續剩下的嘗試次數。',
        en: 'These are sent at once, and keep the attempts they have left.',
      }}
    >
      <Count n={rows.length} hasMore={page.next_cursor !== null} />
      {fields.map(([name, value]) => (
        <HiddenField name={name} value={value} />
      ))}
      <BatchField />
    </ActForm>
  )
}

function Count({ n, hasMore }: { n: number; hasMore: boolean }) {
  const { say } = useDesk()
  return <p>{say(hasMore ? more(n) : whole(n))}</p>
}

const whole = (n: number): Meaning => ({
  zh: `符合目前篩選條件的共 ${n} 則。`,
  en: `${n} callbacks fit the filter.`,
})
const more = (n: number): Meaning => ({
  zh: `符合目前篩選條件的，這一頁有 ${n} 則，後面還有。`,
  en: `${n} callbacks on this page fit the filter, and there are more.`,
})

function BatchField() {
  return (
    <TextField
      name="limit"
      label={{ zh: '每批則數', en: 'How many at a time' }}
      hint={{
        zh: '1 至 200。一批接一批，直到全部處理完。隨時可以停下。',
        en: '1 to 200. One batch after another until all are done; you can stop at any time.',
      }}
      value="100"
      inputmode="numeric"
      maxlength={3}
      required
    />
  )
}
