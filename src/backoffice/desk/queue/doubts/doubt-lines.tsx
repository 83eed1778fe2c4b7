import type { AnswerOf } from '../../../../contract/back-office/table.ts'
import { DoubtNotice } from '../../banking/transactions/doubts.tsx'
import { paidTwiceLabel } from '../../banking/transactions/paid-twice.tsx'
import { useDesk } from '../../desk.ts'
import { doubtLabels, doubtNames } from '../../labels/auto-labels.ts'
import { withoutOrders } from '../../orders/evidence/choose-candidates.ts'
import { otherLabel } from '../marks.tsx'

/** A bank transaction that a person must judge. */
export type DoubtLine = AnswerOf<'listTransactions'>['items'][number] & {
  /** Whether no order fits it in full; whether it may be a second payment of a paid order. */
  readonly isUnfit?: boolean
  readonly isPaidTwice?: boolean
}

/** Whether no order fits a line, not even in part. */
export const fitsNoOrder = ({ isUnfit, orders }: DoubtLine) =>
  isUnfit === true && orders?.length === 0

/** The name of a line that no order matches in full, and what to do with it; null if an order does. */
export function unfitLabelsFor({ doubts, orders = [], isPaidTwice = false }: DoubtLine) {
  const [doubt] = doubts ?? []
  if (isPaidTwice) return { ...ofNoOrder, name: paidTwiceLabel }
  if (doubt === 'part') return ofOtherAmount
  if (doubt !== 'no_order') return null
  return orders.length === 0 ? ofNoOrder : ofOrderElsewhere
}

const ofOtherAmount = {
  name: otherLabel,
  advice: {
    zh: '同一付款人的訂單是其他金額：可與其另外的入帳合付一筆，或由營運人員以此金額入帳。',
    en: 'Its payer has an order of another amount: more of theirs may make it up, or an operator settles this sum.',
  },
}
const ofOrderElsewhere = {
  name: { zh: '轉到另一帳戶', en: 'Another account' },
  advice: {
    zh: '金額與末五碼相符的訂單等在另一個帳戶：由營運人員查明後入帳。',
    en: 'The order of its amount and digits waits on another account: an operator finds out and settles it.',
  },
}
const ofNoOrder = { name: doubtNames.no_order, advice: doubtLabels.no_order }

/** Why a person has to judge a line. */
export function LineNotice({ line, hasRivals = false }: { line: DoubtLine; hasRivals?: boolean }) {
  const { say } = useDesk()
  const labels = line.isUnfit ? unfitLabelsFor(line) : null
  if (labels === null) {
    const doubts = line.doubts ?? null
    return <DoubtNotice line={{ ...line, doubts: hasRivals ? withoutOrders(doubts) : doubts }} />
  }
  return (
    <p class="notice care" id="doubts">
      {say(labels.advice)}
    </p>
  )
}
