import type { Meaning } from '../../../../units/language.ts'
import { useDesk } from '../../desk.ts'
import { TextField } from '../fields.tsx'
import { useField } from '../form.tsx'

/**
 * Why something is done: one of the usual reasons, of which the reader's own words are what is stored, or a reason that
 * is typed, which counts where both are given (see `bodyOf`).
 */
export function ReasonChoice({ label, usual }: { label: Meaning; usual: readonly Meaning[] }) {
  const { say } = useDesk()
  const { typed = [] } = useField('reason', undefined)
  return (
    <fieldset class="field reasons">
      <legend>{say(label)}</legend>
      <div class="chips">
        {usual.map(say).map((reason) => (
          <label>
            <input
              type="radio"
              name="reason"
              value={reason}
              checked={typed.slice(0, -1).includes(reason)}
            />
            {reason}
          </label>
        ))}
      </div>
      <TextField
        name="reason"
        label={{ zh: '其他原因（有填寫時以此為準）', en: 'Another reason, in place of these' }}
        maxlength={500}
      />
    </fieldset>
  )
}
