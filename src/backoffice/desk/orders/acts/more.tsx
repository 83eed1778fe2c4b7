import type { Child } from 'hono/jsx'
import type { Meaning } from '../../../../units/language.ts'
import { useDesk } from '../../desk.ts'
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
