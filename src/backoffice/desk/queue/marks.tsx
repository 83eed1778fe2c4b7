import type { Meaning } from '../../../units/language.ts'
import { useDesk } from '../desk.ts'
import { arrivedLabel } from '../labels/order-labels.ts'
import { Badge } from '../parts/values.tsx'

type Counted = 0 | 1 | 'more'

type Labels = Readonly<Record<Exclude<Counted, 0>, Meaning>>

type MarkProps = {
  readonly of: { readonly exact: Counted; readonly possible: Counted }
  readonly exact?: Labels
  readonly possible?: Labels
}

/** How many unclaimed transactions are an order's money, or may be. */
export function AmountMark({ of, exact = arrivedLabels, possible = possibleLabels }: MarkProps) {
  const { say } = useDesk()
  if (of.exact !== 0) return <Badge tone="done">{say(exact[of.exact])}</Badge>
  if (of.possible !== 0) return <Badge tone="busy">{say(possible[of.possible])}</Badge>
  return null
}

const arrivedLabels: Labels = {
  1: arrivedLabel,
  more: { zh: '到帳多筆', en: 'Several arrived' },
}

const possibleLabels: Labels = {
  1: { zh: '1 筆可能', en: '1 possible' },
  more: { zh: '多筆可能', en: 'Several possible' },
}

/** That a hold keeps an order, by its member, account or merchant. */
export function HeldMark({ order: { held } }: { order: { readonly held?: boolean | undefined } }) {
  const { say } = useDesk()
  return held ? <Badge tone="wrong">{say({ zh: '管制', en: 'Held' })}</Badge> : null
}
