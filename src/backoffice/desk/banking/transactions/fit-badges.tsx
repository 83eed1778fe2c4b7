import type { CandidateReason } from '../../../../contract/back-office/states.ts'
import type { AnswerOf } from '../../../../contract/back-office/table.ts'
import type { Meaning } from '../../../../units/language.ts'
import { isOtherName, plainName } from '../../../../units/plain-name.ts'
import { useDesk } from '../../desk.ts'
import { differenceLabels, reasonLabels } from '../../labels/banking-labels.ts'
import { labelFor } from '../../labels/label-for.ts'
import { Badge } from '../../parts/values.tsx'

export type TransactionDetail = AnswerOf<'showTransaction'>
export type Candidate = TransactionDetail['candidates'][number]

/** Whether neither amount nor payer agrees: examined only if nothing else fits. */
export function isUnlike({ reasons, differs }: Candidate): boolean {
  return differs.includes('amount') && !reasons.includes('last5') && !reasons.includes('name')
}

type FitBadgesProps = { readonly order: Candidate; readonly transaction: TransactionDetail }

/** The marks of an order beside a transaction: the values that agree, and those that differ. */
export function FitBadges({ order, transaction }: FitBadgesProps) {
  const { say } = useDesk()
  const word = (reason: CandidateReason) =>
    reason === 'name' ? nameReason(order, transaction) : labelFor(reasonLabels, reason)
  const isOther =
    !order.reasons.includes('name') &&
    isOtherName(order.counterparty_name, transaction.counterparty_name)
  const namesIn = (reasons: readonly CandidateReason[]) =>
    reasons.flatMap((reason) => fitNames[reason] ?? []).map(say)
  const comma = say({ zh: '、', en: ', ' })
  const same = namesIn(order.reasons)
  const isAll = same.length === Object.keys(fitNames).length
  const gaps = order.differs.filter((reason) => fitNames[reason] !== undefined)
  const [sames, differing] = [same, namesIn(gaps)].map((names) => names.join(comma))
  return (
    <span class="badges">
      {gaps.length === 0 ? null : (
        <Badge tone="wrong">{say({ zh: `不符：${differing}`, en: `Differs: ${differing}` })}</Badge>
      )}
      {order.differs
        .filter((reason) => !gaps.includes(reason))
        .map((reason) => (
          <Badge tone="wrong">{say(labelFor(differenceLabels, reason))}</Badge>
        ))}
      {isOther ? <Badge tone="care">{say({ zh: '姓名不符', en: 'Another name' })}</Badge> : null}
      {isAll ? <Badge tone="done">{say({ zh: '全部相符', en: 'All fits' })}</Badge> : null}
      {isAll || gaps.length > 0 || same.length === 0 ? null : (
        <Badge tone="done">{say({ zh: `相符：${sames}`, en: `Fits: ${sames}` })}</Badge>
      )}
      {order.reasons
        .filter((reason) => fitNames[reason] === undefined && reason !== 'only_candidate')
        .map((reason) => (
          <Badge tone={reason === 'late' ? 'care' : 'done'}>{say(word(reason))}</Badge>
        ))}
    </span>
  )
}

// These share one mark: a row has room for the differences, or else for the agreements.
const fitNames: Readonly<Partial<Record<CandidateReason, Meaning>>> = {
  amount: { zh: '金額', en: 'amount' },
  last5: { zh: '末五碼', en: 'digits' },
  account: { zh: '帳戶', en: 'account' },
  in_time: { zh: '時間', en: 'time' },
}

// An order's row lacks its second name; the mark says if that is the one that agrees.
function nameReason(order: Candidate, transaction: TransactionDetail): Meaning {
  const isShown = plainName(order.counterparty_name) === plainName(transaction.counterparty_name)
  if (isShown) return reasonLabels.name
  return order.kind === 'payout'
    ? { zh: '與受益人姓名相同', en: "Same as the beneficiary's name" }
    : { zh: '與付款人姓名相同', en: "Same as the payer's name" }
}
