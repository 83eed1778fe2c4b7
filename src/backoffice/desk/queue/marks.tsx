import type { AnswerOf } from '../../../contract/back-office/table.ts'
import type { Meaning } from '../../../units/language.ts'
import { useDesk } from '../desk.ts'
import {
  arrivedLabel,
  otherNameLabel,
  readyLabel,
  severalLabel,
  unsureLabel,
} from '../labels/order-labels.ts'
import { Badge } from '../parts/values.tsx'

type MatchCount = 0 | 1 | 'more'

type Labels = Readonly<Record<Exclude<MatchCount, 0>, Meaning>>

type MarkProps = {
  readonly counts: { readonly exact: MatchCount; readonly possible: MatchCount }
  readonly exact?: Labels
}

/** The number of unclaimed transactions that are, or may be, an order's money. */
export function AmountMark({ counts, exact = readyLabels }: MarkProps) {
  const { say } = useDesk()
  if (counts.exact !== 0) {
    return <Badge tone={counts.exact === 1 ? 'done' : 'care'}>{say(exact[counts.exact])}</Badge>
  }
  if (counts.possible !== 0)
    return <Badge tone="busy">{say(possibleLabels[counts.possible])}</Badge>
  return null
}

const readyLabels: Labels = { 1: readyLabel, more: severalLabel }
const arrivedLabels: Labels = { 1: arrivedLabel, more: severalLabel }

const possibleLabels: Labels = {
  1: { zh: '可能有款項', en: 'Perhaps paid' },
  more: { zh: '可能有多筆款項', en: 'Perhaps several' },
}

type DepositCounts = NonNullable<AnswerOf<'listCollections'>['items'][number]['deposits']>

type DepositProps = {
  readonly deposits: DepositCounts | undefined
  /** Whether its order was put aside, which people look at first. */
  readonly isAside?: boolean
}

/** Whether a collection's money has come: unclaimed transactions of its account, of its amount or else of its payer. */
export function DepositMark({ deposits, isAside = false }: DepositProps) {
  const { say } = useDesk()
  if (deposits === undefined) return null
  if (deposits.unsure) return <Badge tone="care">{say(unsureLabel)}</Badge>
  if (deposits.other_name) return <Badge tone="care">{say(otherNameLabel)}</Badge>
  const exact = isAside ? arrivedLabels : readyLabels
  if (deposits.exact !== 0) return <AmountMark counts={deposits} exact={exact} />
  if (deposits.sum) return <Badge tone="done">{say(sumLabel)}</Badge>
  if (deposits.other !== 0) return <Badge tone="care">{say(otherLabel)}</Badge>
  return <AmountMark counts={deposits} />
}

const sumLabel: Meaning = { zh: '多筆合計相符', en: 'Several, same sum' }
/** Money of the order's payer with another amount. */
export const otherLabel: Meaning = { zh: '金額不符', en: 'Other amount' }

/** Whether any money of a collection may have come. */
export function hasMark({ exact, possible, other }: DepositCounts): boolean {
  return exact !== 0 || possible !== 0 || other !== 0
}

/** Marks an order that a hold keeps: its own, or that of its member, account or merchant. */
export function HeldMark({ order: { held } }: { order: { readonly held?: boolean | undefined } }) {
  const { say } = useDesk()
  return held ? <Badge tone="wrong">{say({ zh: '管制', en: 'Held' })}</Badge> : null
}
