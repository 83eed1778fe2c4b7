import type { AnswerOf } from '../../../contract/back-office/table.ts'
import { AccountOf } from '../banking/accounts/accounts.tsx'
import { useDesk } from '../desk.ts'
import { payoutStatusLabels, payoutTones } from '../labels/order-labels.ts'
import { isDebited, ownDebits } from '../orders/evidence/choose-candidates.ts'
import { sentLabel, sentNote } from '../orders/forms/sent-forms.tsx'
import { lacksAccount, type OrderPageData, type PayoutDetails } from '../orders/order-details.ts'
import { payouts } from '../orders/order-kinds.tsx'
import { PayeeFacts } from '../orders/page/payee-facts.tsx'
import { PayingNotices } from '../orders/page/paying-notices.tsx'
import { FundsFact } from '../orders/page/payout-funds.tsx'
import { ReasonFact } from '../orders/page/shared-facts.tsx'
import { LongText } from '../parts/long-text.tsx'
import { Badge, Fact, LastFive } from '../parts/values.tsx'
import { AmountMark, HeldMark } from './marks.tsx'
import type { PanelParts } from './order-panel.tsx'
import type { Queue } from './queue.ts'
import { callFilters } from './queue-address.ts'
import type { NotDueGroup } from './waiting-list.tsx'

type Payout = AnswerOf<'listPayouts'>['items'][number]

/** A payout of the queue, and the number of payouts on its page, itself included, that the same debit fits. */
type WaitingPayout = Payout & { readonly equalPayouts: number; readonly notDue: NotDueGroup | null }

/** Waiting payouts, the oldest first; below them sent ones, and those that cannot be paid. */
export const payoutQueue: Queue<WaitingPayout, PayoutDetails> = {
  kind: payouts,
  menuCount: 'payouts',
  title: { zh: '待出款', en: 'Money out' },
  sections: (desk) => [
    {
      id: 'waiting',
      title: payoutStatusLabels.pending,
      read: async (page) => {
        const query = {
          ...callFilters(desk),
          status: 'pending',
          order: 'oldest',
          debits: '1',
          ...page,
        }
        const { items, ...rest } = await desk.need('listPayouts', { query })
        const marked = items.map((one) => ({
          ...one,
          equalPayouts: countEqualPayouts(items, one),
          notDue: notDueGroupOf(one),
        }))
        return {
          ...rest,
          items: groups.flatMap((one) => marked.filter(({ notDue }) => notDue === one)),
        }
      },
    },
  ],
  empty: { zh: '沒有等待的代付。', en: 'No payout waits.' },
  parts: (order) => ({
    name: order.payee_name,
    mark: (
      <>
        <HeldMark order={order} /> <NotDueMark order={order} /> <DebitMark payout={order} />
      </>
    ),
    account: <LastFive account={order.last5} />,
    bank: order.payee_bank,
  }),
  panel: payoutPanel,
}

function countEqualPayouts(items: readonly Payout[], { amount, last5, debits }: Payout): number {
  if (last5 === '' || debits === undefined || debits.exact === 0) return 1
  return items.filter((one) => one.amount === amount && one.last5 === last5 && one.debits).length
}

const sentGroup: NotDueGroup = { id: 'sent', ...sentLabel }
const stuckGroup: NotDueGroup = { id: 'stuck', zh: '不能出款', en: 'Cannot be paid' }
const groups = [null, sentGroup, stuckGroup]

// A payout that a debit may have paid is closed by that debit.
const isUndebited = ({ debits }: Payout) => debits?.exact === 0 && debits.possible === 0
const isShort = (one: Payout) => one.short === true && isUndebited(one)
const isSent = (one: Payout) => one.sent === true && isUndebited(one)

function notDueGroupOf(one: Payout): NotDueGroup | null {
  if (isSent(one)) return sentGroup
  return lacksAccount(one) || one.held === true || isShort(one) ? stuckGroup : null
}

function NotDueMark({ order }: { order: Payout }) {
  const { say } = useDesk()
  if (isSent(order)) return <Badge tone="care">{say(sentLabel)}</Badge>
  if (lacksAccount(order)) {
    return <Badge tone="wrong">{say({ zh: '沒有收款帳號', en: 'No account' })}</Badge>
  }
  if (!isShort(order)) return null
  return <Badge tone="wrong">{say({ zh: '餘額不足', en: 'Too little balance' })}</Badge>
}

function DebitMark({ payout: { debits, equalPayouts } }: { payout: WaitingPayout }) {
  const { say } = useDesk()
  if (debits === undefined) return null
  if (debits.exact === 0 && debits.possible !== 0) {
    return <Badge tone="care">{say(debits.fee ? withFeeLabel : perhapsLabel)}</Badge>
  }
  if (equalPayouts < 2) return <AmountMark counts={debits} exact={debitedLabels} />
  const several = debits.exact === 'more'
  return (
    <Badge tone="care">
      {say({
        zh: `${equalPayouts} 筆代付、${several ? '多' : 1} 筆扣款`,
        en: `${equalPayouts} payouts, ${several ? 'several debits' : '1 debit'}`,
      })}
    </Badge>
  )
}

const debitedLabels = {
  1: { zh: '已扣款', en: 'Debited' },
  more: { zh: '扣款多筆', en: 'Debited more than once' },
}
// The debit went to the payout's payee, or the bank names nobody.
const withFeeLabel = { zh: '可能已扣款（含手續費）', en: 'Perhaps debited, with fee' }
const perhapsLabel = { zh: '可能已扣款', en: 'Perhaps debited' }

function payoutPanel(data: OrderPageData<PayoutDetails>): PanelParts {
  const { order, funds, accounts } = data
  const isSent = sentNote(order) !== null && ownDebits(data).length === 0
  return {
    state: isSent
      ? { tone: 'care', label: sentLabel }
      : { tone: payoutTones[order.status], label: payoutStatusLabels[order.status] },
    name: order.payee_name,
    isEvidenceFirst: order.status === 'pending' && isDebited(data),
    notices: <PayingNotices {...data} />,
    first: (
      <>
        <FundsFact funds={funds} />
        <PayeeFacts order={order} />
      </>
    ),
    facts: (
      <>
        {order.status === 'processed' ? (
          <>
            <Fact name={{ zh: '實際出款', en: 'Paid out' }} dollars={order.actual_amount} />
            <Fact name={{ zh: '出款帳戶', en: 'Paid from' }}>
              <AccountOf id={order.bank_account} accounts={accounts} />
            </Fact>
          </>
        ) : null}
        <ReasonFact order={order} />
        {order.note === '' ? null : (
          <Fact name={{ zh: '備註', en: 'Note' }}>
            <LongText text={order.note} />
          </Fact>
        )}
      </>
    ),
  }
}
