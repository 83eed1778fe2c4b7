import { sameInBoth } from '../../../../units/language.ts'
import { useDesk } from '../../desk.ts'
import { TextField } from '../../parts/fields.tsx'
import { ActForm } from '../../parts/form.tsx'
import { OutsideText, Time } from '../../parts/values.tsx'
import { markNotes } from '../forms/sent-forms.tsx'
import { isCollection, type OrderDetail } from '../order-details.ts'

/** The notes of people on an order, oldest first, and a field for one more. */
export function Notes({ order }: { order: OrderDetail }) {
  const { may, say } = useDesk()
  const call = isCollection(order) ? 'noteCollection' : 'notePayout'
  return (
    <div class="notes" id="notes">
      {order.notes.length === 0 ? null : (
        <ul>
          {order.notes.map(({ at, by, text }) => (
            <li>
              <OutsideText text={say(markNotes.get(text) ?? sameInBoth(text))} />{' '}
              <small>
                {by} · <Time at={at} brief />
              </small>
            </li>
          ))}
        </ul>
      )}
      {may(call) ? (
        <ActForm
          id="note"
          hotkey="c"
          folded={{ title: { zh: '加上備註', en: 'Add a note' } }}
          call={call}
          path={{ trade_no: order.trade_no }}
          button={{ zh: '儲存備註', en: 'Save the note' }}
          tone="quiet"
        >
          <TextField
            name="text"
            label={{ zh: '備註（商戶看不到）', en: 'Note (no merchant sees it)' }}
            maxlength={500}
            required
          />
        </ActForm>
      ) : null}
    </div>
  )
}
