import { doubts, transactionStates } from '../../../../contract/back-office/states.ts'
import type { Query } from '../../conditions.ts'
import { useDesk } from '../../desk.ts'
import { doubtNames } from '../../labels/auto-labels.ts'
import { transactionStateLabels } from '../../labels/banking-labels.ts'
import { unsureLabel } from '../../labels/order-labels.ts'
import type { Filter } from '../../parts/filters.tsx'
import { FileLink } from '../../parts/list.tsx'
import { listPage } from '../../parts/list-page.tsx'
import { type Accounts, accountOptions, usableAccounts } from '../accounts/accounts.tsx'
import { accountColumn, transactionColumns, transactionRows } from './transaction-table.tsx'

const states = transactionStates.map((state) => [state, transactionStateLabels[state]] as const)

const filters: readonly Filter[] = [
  { name: 'bank_account', label: { zh: '帳戶', en: 'Account' } },
  { name: 'state', label: { zh: '狀態', en: 'State' }, options: states },
  {
    name: 'direction',
    label: { zh: '方向', en: 'Direction' },
    options: [
      ['in', { zh: '入帳', en: 'In' }],
      ['out', { zh: '出帳', en: 'Out' }],
    ],
  },
  { name: 'amount', label: { zh: '金額（出帳為負）', en: 'Amount (out is negative)' } },
  { name: 'last5', label: { zh: '對方末五碼', en: 'Their last five' }, inputmode: 'numeric' },
  {
    name: 'doubt',
    label: { zh: '待判斷', en: 'To judge' },
    options: [
      ['any', { zh: '任何原因', en: 'Any cause' }],
      ['unsure', unsureLabel],
      ...doubts.map((doubt) => [doubt, doubtNames[doubt]] as const),
    ],
  },
  {
    name: 'confirmed',
    label: { zh: '對帳單確認', en: 'Confirmed by a statement' },
    options: [
      ['true', { zh: '已確認', en: 'Confirmed' }],
      ['false', { zh: '未確認', en: 'Not confirmed' }],
    ],
  },
  { name: 'from', label: { zh: '入帳日起', en: 'Booked from' }, type: 'date' },
  { name: 'to', label: { zh: '入帳日早於', en: 'Booked before' }, type: 'date' },
]

/** The transactions of the accounts that the reader may use, newest first. */
export const transactionList = listPage({
  path: '/bank-transactions',
  call: 'listTransactions',
  title: { zh: '銀行交易', en: 'Bank transactions' },
  related: usableAccounts,
  // The most frequent searches, each as one link.
  views: {
    label: { zh: '依狀態', en: 'By state' },
    all: [
      { name: { zh: '全部', en: 'All' }, query: {} },
      ...states.map(([state, name]) => ({ name, query: { state } })),
    ],
  },
  filters,
  namedFilters: ({ related: accounts }) => filtersWith(accounts),
  links: ({ query }) => <ListLinks query={query} />,
  ...transactionRows,
  columns: ({ related: accounts }) => [...transactionColumns, accountColumn(accounts)],
})

// The account is chosen from a list if that is complete, else its number is typed.
function filtersWith(accounts: Accounts): readonly Filter[] {
  const options = accountOptions(accounts)
  if (options.length === 0) return filters
  return filters.map((one) => (one.name === 'bank_account' ? { ...one, options } : one))
}

function ListLinks({ query }: { query: Query }) {
  const { say, may } = useDesk()
  return (
    <>
      <FileLink call="exportTransactions" path="/bank-transactions" query={query} />
      {may('postTransaction') ? (
        <a href="/bank-transactions/new" data-key="n">
          {say({ zh: '登記一筆', en: 'Record one' })}
        </a>
      ) : null}
    </>
  )
}
