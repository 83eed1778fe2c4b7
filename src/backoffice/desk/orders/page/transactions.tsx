import type { AnswerOf } from '../../../../contract/back-office/table.ts'
import type { Meaning } from '../../../../units/language.ts'
import { AccountOrLink, type Accounts } from '../../banking/accounts/accounts.tsx'
import { type Desk, useDesk } from '../../desk.ts'
import { type Column, List } from '../../parts/list.tsx'
import { LastFive, Money, OutsideText, Time } from '../../parts/values.tsx'
import type { OrderDetail } from '../order-details.ts'

type TransactionsProps = {
  readonly order: OrderDetail
  readonly paid: readonly PayingTransaction[]
  readonly accounts: Accounts
}

/** The bank transactions that pay an order now. */
export function Transactions({ order, paid, accounts }: TransactionsProps) {
  const { say } = useDesk()
  const columns: readonly Column<PayingTransaction>[] = [
    {
      name: { zh: '編號', en: 'Number' },
      cell: ({ id }) => <a href={`/bank-transactions/${id}`}>{id}</a>,
    },
    {
      name: { zh: '金額', en: 'Amount' },
      isAmount: true,
      cell: ({ detail }) => (detail === null ? '—' : <Money dollars={detail.amount} />),
    },
    {
      name: { zh: '入帳時間', en: 'Booked' },
      cell: ({ detail }) => <Time at={detail?.booked_at ?? null} brief />,
    },
    {
      name: { zh: '對方', en: 'From or to' },
      cell: ({ detail }) => (
        <>
          <OutsideText text={detail?.counterparty_name ?? ''} />{' '}
          <small>
            <LastFive account={detail?.counterparty_last5 ?? ''} />
          </small>
        </>
      ),
    },
    {
      name: { zh: '我方帳戶', en: 'Our account' },
      cell: ({ detail }) => <AccountOrLink id={detail?.bank_account ?? null} accounts={accounts} />,
    },
  ]
  return (
    <section id="transactions">
      <h2>{say(title)}</h2>
      {paid.length === 0 ? (
        <p class="card quiet-text">{say(labelOfNone(order))}</p>
      ) : (
        <List
          id="paid-by"
          caption={title}
          items={paid}
          keyOf={({ id }) => id}
          columns={columns}
          empty={title}
        />
      )}
    </section>
  )
}

// Cancelled orders and returned ones expect no deposit.
function labelOfNone({ status, backed }: OrderDetail): Meaning {
  if (backed === false) {
    return { zh: '完成時沒有指定銀行交易。', en: 'It was completed without naming any.' }
  }
  return status === 'cancelled'
    ? { zh: '沒有。', en: 'None.' }
    : { zh: '還沒有。', en: 'None yet.' }
}

const title = { zh: '支付它的銀行交易', en: 'Bank transactions that pay it' }

/** A bank transaction of an order; without what the reader was refused. */
type PayingTransaction = { readonly id: number; readonly detail: TransactionDetail | null }

type TransactionDetail = AnswerOf<'showTransaction'>

/** Reads the bank transactions that pay an order now. */
export async function transactionsOf(
  desk: Desk,
  order: Pick<OrderDetail, 'bank_transactions'>,
): Promise<readonly PayingTransaction[]> {
  const detailOf = async (id: number) => {
    const answer = await desk.ask('showTransaction', { path: { id: String(id) } })
    return { id, detail: answer.ok ? answer.value : null }
  }
  const read = await Promise.all(order.bank_transactions.slice(0, shownMax).map(detailOf))
  return [...read, ...order.bank_transactions.slice(shownMax).map((id) => ({ id, detail: null }))]
}

// Most orders are paid by one transaction; of more than this, the others are links only.
const shownMax = 10
