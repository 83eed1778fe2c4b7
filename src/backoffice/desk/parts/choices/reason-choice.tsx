import type { Meaning } from '../../../../units/language.ts'
import { useDesk } from '../../desk.ts'
import { formFields } from '../../form-body.ts'
import { FieldNotes, TextField } from '../fields.tsx'
import { useField } from '../form.tsx'

/** A usual reason; for a call with kinds, the reason's kind. */
export type UsualReason = Meaning & {
  readonly kind?: string
  /** Whether it is a kind alone, whose reason has to be typed. */
  readonly isKindOnly?: boolean
}

type Props = { readonly label: Meaning; readonly usual: readonly UsualReason[] }

/**
 * A reason: a usual one, stored in the reader's language, or a typed one, which replaces a usual one (see `bodyOf`).
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
