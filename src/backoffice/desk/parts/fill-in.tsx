import type { Meaning } from '../../../units/language.ts'
import type { WritingCall } from '../calls/presentation.ts'
import { useDesk } from '../desk.ts'
import type { SentForm } from '../form-body.ts'
import { FormFields } from './form.tsx'

type FillInProps = {
  /** The address of the page that has the form, and the form's id there. */
  readonly at: string
  readonly form: string
  readonly call: WritingCall
  readonly values: SentForm
  readonly button: Meaning
}

/** A button that opens a form of another page, filled in with values that no address has. */
export function FillIn({ at, form, call, values, button }: FillInProps) {
  const { say } = useDesk()
  return (
    <form method="post" action={`/fill-in/${call}`} class="fill-in">
      <FormFields form={form} at={at} />
      {Object.entries(values).flatMap(([name, all]) =>
        all.map((value) => <input type="hidden" name={name} value={value} />),
      )}
      <button type="submit" class="quiet">
        {say(button)}
      </button>
    </form>
  )
}
