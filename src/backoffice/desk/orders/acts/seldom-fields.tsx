import type { Child } from 'hono/jsx'
import type { OverrideName } from '../../../../contract/back-office/orders.ts'
import type { Meaning } from '../../../../units/language.ts'
import { useDesk } from '../../desk.ts'
import { overrideLabels } from '../../labels/order-labels.ts'
import { ChecksField, TextField } from '../../parts/fields.tsx'
import { useField } from '../../parts/form.tsx'

/** Fields of a form that are seldom wanted: closed, until they were filled in and the form was refused. */
export function More({ title = moreTitle, children }: { title?: Meaning; children: Child }) {
  const { say } = useDesk()
  const { isAgain } = useField('', undefined)
  return (
    <details class="more" open={isAgain}>
      <summary>{say(title)}</summary>
      <div class="fields">{children}</div>
    </details>
  )
}

const moreTitle = { zh: '其他欄位', en: 'More fields' }

/** What an operator goes past, by name: apart from other fields, which change no check. */
export function OverrideField({
  names,
  children,
}: {
  names: readonly OverrideName[]
  children?: Child
}) {
  const { say } = useDesk()
  return (
    <More title={{ zh: '略過檢查', en: 'Go past a check' }}>
      {children}
      <ChecksField
        name="override"
        label={{
          zh: '以營運人員身分略過（視金額可能須另一位核准）',
          en: 'Go past, as operator (from an amount on it waits for a second person)',
        }}
        options={names.map((value) => ({ value, label: say(overrideLabels[value]) }))}
      />
    </More>
  )
}

/** Why something is done. It stands beside the checks that ask for it, where the reader may go past them. */
export function ReasonField() {
  return (
    <TextField
      name="reason"
      label={{ zh: '原因（僅後台可見）', en: 'Reason (for the back office alone)' }}
      maxlength={500}
    />
  )
}
