import type { AnswerOf } from '../../../../contract/back-office/table.ts'
import { useDesk } from '../../desk.ts'
import {
  ignoredKindLabels,
  transactionStateLabels,
  transactionTones,
} from '../../labels/banking-labels.ts'
import { labelFor } from '../../labels/label-for.ts'
import { orderPath } from '../../orders/order-path.ts'
import type { Column } from '../../parts/list.tsx'
import { Badge, Money, OutsideText, Party, shortNumber, Time } from '../../parts/values.tsx'
import { AccountLink, type Accounts } from '../accounts/accounts.tsx'

export type Transaction = AnswerOf<'listTransactions'>['items'][number]

export const transactionRows = {
  id: 'bank-lines',
  caption: { zh: '銀行交易', en: 'Bank transactions' },
  keyOf: ({ id }: Transaction) => id,
  empty: { zh: '沒有符合的交易。', en: 'There are no such transactions.' },
}

/** The columns of a transaction, without its account. */
export const transactionColumns: readonly Column<Transaction>[] = [
  {
    name: { zh: '對方', en: 'Other party' },
    cell: ({ id, counterparty_name: name, counterparty_last5: last5 }) => (
      <a href={`/bank-transactions/${id}`}>
        <Party name={name} last5={last5} />
      </a>
    ),
  },
  {
    name: { zh: '金額', en: 'Amount' },
    isAmount: true,
    onPhone: 'end',
    cell: ({ amount }) => <Money dollars={amount} />,
  },
  {
    name: { zh: '入帳時間', en: 'Booked' },
    onPhone: 'below',
    cell: ({ booked_at: at }) => <BookingTime at={at} brief />,
  },
  {
    name: { zh: '狀態', en: 'State' },
    onPhone: 'state',
    cell: (one) => <TransactionStateBadge transaction={one} />,
  },
  {
    name: { zh: '訂單', en: 'Order' },
    cell: ({ trade_no: tradeNo }) => (tradeNo === null ? '—' : <OrderLink tradeNo={tradeNo} />),
  },
  {
    name: { zh: '備註', en: 'Memo' },
    onPhone: 'below',
    cell: ({ memo }) => <OutsideText text={memo} />,
  },
]

/** The account of a transaction, among those of the list. */
export function accountColumn(accounts: Accounts): Column<Transaction> {
  return {
    name: { zh: '帳戶', en: 'Account' },
    cell: ({ bank_account: id }) => <AccountLink id={id} accounts={accounts} />,
  }
}

type TransactionStateBadgeProps = {
  readonly transaction: Pick<Transaction, 'state' | 'ignored_as' | 'ignored_reason'>
}

/** The state of a transaction; of an ignored one with its kind, or with the reason if it has none. */
export function TransactionStateBadge({
  transaction: { state, ignored_as: kind, ignored_reason: reason },
}: TransactionStateBadgeProps) {
  const { say } = useDesk()
  const word = say(labelFor(transactionStateLabels, state))
  const colon = say({ zh: '：', en: ': ' })
  if (kind === null) return <Badge tone={transactionTones[state]}>{word}</Badge>
  const cut = reason.length > reasonMax ? `${reason.slice(0, reasonMax)}…` : reason
  const why = kind === 'other' && reason !== '' ? cut : say(labelFor(ignoredKindLabels, kind))
  return <Badge tone={transactionTones[state]}>{`${word}${colon}${why}`}</Badge>
}

const reasonMax = 12

/** When it was booked; the day alone if the bank reports no time. */
export function BookingTime({ at, brief = false }: { at: string; brief?: boolean }) {
  return at.length === dayLength ? (
    <time datetime={at}>{at.replaceAll('-', '/')}</time>
  ) : (
    <Time at={at} brief={brief} />
  )
}

const dayLength = '2026-01-31'.length

export function OrderLink({ tradeNo }: { tradeNo: string }) {
  return (
    <a href={orderPath(tradeNo)} class="sum" title={tradeNo}>
      {shortNumber(tradeNo)}
    </a>
  )
}
