import type { Meaning } from '../../../../units/language.ts'
import { useDesk } from '../../desk.ts'
import { formFields } from '../../form-body.ts'
import { FieldNotes, TextField } from '../fields.tsx'
import { useField } from '../form.tsx'

/** A usual reason; of an act that has kinds, with the kind that it is of. */
export type UsualReason = Meaning & {
  readonly kind?: string
  /** Whether it tells the kind alone: the reason has to be typed. */
  readonly isKindOnly?: boolean
}

type Props = { readonly label: Meaning; readonly usual: readonly UsualReason[] }

/**
 * Why something is done: one of the usual reasons, of which the reader's own words are what is stored, or a reason that
 * is typed, which counts where both are given (see `bodyOf`).
 */
export function ReasonChoice({ label, usual }: Props) {
  const { say } = useDesk()
  const { typed = [] } = useField('reason', undefined)
  const ofKind = useField('kind', undefined)
  return (
    <fieldset class="field reasons">
      <legend>{say(label)}</legend>
      <div class="chips">
        {usual.map(({ kind, isKindOnly = false, ...words }) => {
          const word = say(words)
          const reason = isKindOnly ? '' : word
          return (
            <label>
              <input
                type="radio"
                name={kind === undefined ? 'reason' : formFields.fills}
                value={kind === undefined ? reason : String(new URLSearchParams({ kind, reason }))}
                required={kind !== undefined}
                checked={
                  typed.slice(0, -1).includes(reason) &&
                  (kind === undefined || ofKind.typed?.includes(kind))
                }
              />
              {word}
            </label>
          )
        })}
      </div>
      <FieldNotes field={ofKind} />
      <TextField
        name="reason"
        label={{ zh: '其他原因（有填寫時以此為準）', en: 'Another reason, in place of these' }}
        maxlength={500}
      />
    </fieldset>
  )
}
