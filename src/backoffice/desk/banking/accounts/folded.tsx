import type { Child } from 'hono/jsx'
import type { Meaning } from '../../../../units/language.ts'
import { useDesk } from '../../desk.ts'

/** A section of a long page that a phone has folded; wider windows show it. */
export function Folded({ title, children }: { title: Meaning; children: Child }) {
  const { say, attempt } = useDesk()
  return (
    <details class="folded" open={attempt !== null}>
      <summary>{say(title)}</summary>
      {children}
    </details>
  )
}
