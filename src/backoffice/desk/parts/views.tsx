import type { Meaning } from '../../../units/language.ts'
import { pathOf, type Query, withQuery } from '../conditions.ts'
import { useDesk } from '../desk.ts'
import { anything, conditionsSet, type Filter } from './filters.tsx'

/** A link among tabs. */
type Tab = {
  readonly to: string
  readonly name: Meaning
  readonly isCurrent: boolean
  /** Null or absent if it is unknown. */
  readonly count?: string | null
}

/** Views of one list, each with an address of its own. */
export function Tabs({ label, tabs }: { label: Meaning; tabs: readonly Tab[] }) {
  const { say } = useDesk()
  return (
    <nav class="tabs" aria-label={say(label)}>
      {tabs.map(({ to, name, isCurrent, count = null }) => (
        <a href={to} aria-current={isCurrent ? 'page' : undefined}>
          {say(name)}
          {count === null ? null : <span class="badge care">{count}</span>}
        </a>
      ))}
    </nav>
  )
}

/** A view of a list, and the conditions that it sets. */
export type View = { readonly name: Meaning; readonly query: Query }

/** The names of the conditions that views set. */
export function conditionsOf(views: readonly View[]): readonly string[] {
  return [...new Set(views.flatMap(({ query }) => Object.keys(query)))]
}

/** The few choices of a filter as views, one tap each. */
export function viewsOf({ name, label, unset = anything, options = [] }: Filter) {
  const chosen = options.map(([value, text]): View => ({ name: text, query: { [name]: value } }))
  return { label, all: [{ name: unset, query: {} }, ...chosen] }
}

type ViewsProps = {
  readonly label: Meaning
  readonly all: readonly View[]
  readonly filters: readonly Filter[]
}

/** Views as tabs: each sets its own conditions, and the other filters stay. */
export function Views({ label, all, filters }: ViewsProps) {
  const desk = useDesk()
  const own = conditionsOf(all)
  const others = filters.map(({ name }) => name).filter((name) => !own.includes(name))
  const tabs = all.map(({ name, query }) => ({
    name,
    to: withQuery(pathOf(desk), { ...conditionsSet(desk, others), ...query }),
    isCurrent: own.every((one) => (desk.query[one] ?? '') === (query[one] ?? '')),
  }))
  return <Tabs label={label} tabs={tabs} />
}
