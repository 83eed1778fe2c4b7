import type { Child } from 'hono/jsx'
import type { SearchKind } from '../../../contract/back-office/search.ts'
import { AccountLink, type Accounts } from '../banking/accounts/accounts.tsx'
import { OrderLink } from '../banking/transactions/transaction-table.tsx'
import { useDesk } from '../desk.ts'
import { labelFor } from '../labels/label-for.ts'
import { hitStatusLabels, hitTone } from '../labels/search-labels.ts'
import { orderNumber } from '../orders/order-name.ts'
import { stateLabelOf } from '../orders/order-states.tsx'
import type { Column } from '../parts/list.tsx'
import { TestBadge } from '../parts/test-badge.tsx'
import { Badge, CutNumber, Money, OutsideText, Party, Time } from '../parts/values.tsx'
import { DepositMark, HeldMark, hasMark } from '../queue/marks.tsx'
import { matchedLabel } from './hit-comparison.ts'
import { type Hit, pageOfHit } from './hit-groups.ts'

type Around = {
  /** The accounts that the reader may use. */
  readonly accounts: Accounts
  /** The hit whose link has the focus, if it is among these. */
  readonly focused: Hit | undefined
  /** Whether they were found by different values, so that each names its own. */
  readonly isMixed: boolean
  /** The searched text. */
  readonly q: string
}

/** The columns of a kind's hits: people and money as in that kind's list, and the columns of all kinds. */
export function columnsOf(kind: SearchKind, { accounts, focused, isMixed, q }: Around) {
  const first = { ...firstOf[kind], cell: linked(firstOf[kind].cell, focused) }
  const rest = [first, ...restOf(kind, accounts), created]
  return isMixed ? [...rest, foundBy(q)] : rest
}

type RowLink = Pick<Column<Hit>, 'name' | 'cell'>

const orderNo: RowLink = {
  name: { zh: '訂單編號', en: 'Order number' },
  cell: ({ name, merchant_order_no: theirs = '' }) => (
    <CutNumber text={orderNumber({ merchant_order_no: theirs, trade_no: name })} />
  ),
}

const number: RowLink = {
  name: { zh: '編號', en: 'Number' },
  cell: ({ name }) => <OutsideText text={name} />,
}

const party = ({ party_name: name = '', last5 = '' }: Hit) => <Party name={name} last5={last5} />

const firstOf: Readonly<Record<SearchKind, RowLink>> = {
  collection: orderNo,
  payout: orderNo,
  link: { name: { zh: '連結', en: 'Link' }, cell: ({ name }) => `${name}…` },
  callback: number,
  bank_transaction: { name: { zh: '對方', en: 'Other party' }, cell: party },
  bank_account: {
    name: { zh: '末五碼', en: 'Last five' },
    cell: ({ last5 = '' }) => (last5 === '' ? '—' : `…${last5}`),
  },
  merchant: {
    name: { zh: '商戶代號', en: 'Uid' },
    cell: ({ name }) => <OutsideText text={name} />,
  },
}

function restOf(kind: SearchKind, accounts: Accounts): readonly Column<Hit>[] {
  const account = accountColumn(accounts)
  switch (kind) {
    case 'collection':
      return [partyColumn(payer), amount, state, account, merchant]
    case 'payout':
      return [partyColumn(payee), amount, state, account, merchant]
    case 'link':
      return [partyColumn(payer), amount, state, orderColumn, merchant]
    case 'bank_transaction':
      return [amount, state, account, paid]
    case 'bank_account':
      return [nameColumn({ zh: '戶名', en: 'Holder' }), state, account]
    case 'callback':
      return [state, merchant]
    case 'merchant':
      return [nameColumn({ zh: '名稱', en: 'Name' }), state]
  }
}

const payer = { zh: '付款人', en: 'Payer' }
const payee = { zh: '收款人', en: 'Payee' }

const partyColumn = (name: Column<Hit>['name']): Column<Hit> => ({
  name,
  onPhone: 'below',
  cell: party,
})

const nameColumn = (name: Column<Hit>['name']): Column<Hit> => ({
  name,
  onPhone: 'below',
  cell: ({ party_name: text = '' }) => <OutsideText text={text} />,
})

const amount: Column<Hit> = {
  name: { zh: '金額', en: 'Amount' },
  isAmount: true,
  onPhone: 'end',
  cell: ({ amount: dollars }) => (dollars === undefined ? '—' : <Money dollars={dollars} />),
}

const state: Column<Hit> = {
  name: { zh: '狀態', en: 'State' },
  onPhone: 'state',
  cell: (hit) => <Status hit={hit} />,
}

const accountColumn = (accounts: Accounts): Column<Hit> => ({
  name: { zh: '帳戶', en: 'Account' },
  cell: ({ bank_account: id }) =>
    id === undefined ? '—' : <AccountLink id={id} accounts={accounts} />,
})

const merchant: Column<Hit> = {
  name: { zh: '商戶', en: 'Merchant' },
  cell: ({ merchant_uid: uid = '' }) => <OutsideText text={uid} />,
}

const orderColumn: Column<Hit> = {
  ...orderNo,
  cell: ({ merchant_order_no: text = '' }) => <OutsideText text={text} />,
}

const paid: Column<Hit> = {
  name: { zh: '訂單', en: 'Order' },
  cell: ({ trade_no: order }) => (order === undefined ? '—' : <OrderLink tradeNo={order} />),
}

const created: Column<Hit> = {
  name: { zh: '建立', en: 'Created' },
  onPhone: 'below',
  cell: (hit) => <Time at={hit.created_at} brief />,
}

const foundBy = (q: string): Column<Hit> => ({
  name: { zh: '符合', en: 'Found by' },
  cell: (hit, { say }) => say(matchedLabel(hit, q)),
})

// The first result has the focus, so that Enter opens it.
function linked(cell: RowLink['cell'], focused: Hit | undefined): RowLink['cell'] {
  return (hit, desk) => (
    <HitLink hit={hit} isFocused={hit === focused}>
      {cell(hit, desk)}
    </HitLink>
  )
}

function HitLink({ hit, isFocused, children }: { hit: Hit; isFocused: boolean; children: Child }) {
  const { say } = useDesk()
  const page = pageOfHit(hit)
  if (page === null) {
    return (
      <>
        {children}{' '}
        <small>
          {say({
            zh: '會員尚未選擇金額，所以還沒有代收。',
            en: 'The member has chosen no amount yet, so there is no collection.',
          })}
        </small>
      </>
    )
  }
  return (
    <>
      <a href={page} autofocus={isFocused}>
        {children}
      </a>{' '}
      <TestBadge record={hit} />
    </>
  )
}

function Status({ hit }: { hit: Hit }) {
  const { say } = useDesk()
  const { kind, status, collection_status: waitsFor, deposits } = hit
  if (deposits !== undefined && hasMark(deposits)) {
    return (
      <>
        <HeldMark order={hit} /> <DepositMark deposits={deposits} />
      </>
    )
  }
  if (waitsFor !== undefined) {
    const { tone, label } = stateLabelOf({
      status: 'pending',
      collection_status: waitsFor === 'expired' ? 'exception' : waitsFor,
      expired: waitsFor === 'expired',
    })
    return (
      <>
        <HeldMark order={hit} /> <Badge tone={tone}>{say(label)}</Badge>
      </>
    )
  }
  return <Badge tone={hitTone(kind, status)}>{say(labelFor(hitStatusLabels[kind], status))}</Badge>
}
