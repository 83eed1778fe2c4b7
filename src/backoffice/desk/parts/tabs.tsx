import type { Meaning } from '../../../units/language.ts'
import { useDesk } from '../desk.ts'

/** A view of a list that stands beside others. */
export type Tab = {
  readonly to: string
  readonly name: Meaning
  readonly isCurrent: boolean
  /** How many there are, where that is known. */
  readonly count?: string
}

/** Views of one list, each with an address of its own. */
export function Tabs({ label, tabs }: { label: Meaning; tabs: readonly Tab[] }) {
  const { say } = useDesk()
  return (
    <nav class="tabs" aria-label={say(label)}>
      {tabs.map(({ to, name, isCurrent, count }) => (
        <a href={to} aria-current={isCurrent ? 'page' : undefined}>
          {say(name)}
          {count === undefined ? null : <span class="badge care">{count}</span>}
        </a>
      ))}
    </nav>
  )
}
