import { transactionStates } from '../../../../contract/back-office/states.ts'
import { type Desk, useDesk } from '../../desk.ts'
import { transactionStateLabels } from '../../labels/banking-labels.ts'
import type { Drawn } from '../../page.ts'
import { type Filter, Filters, listConditions, listQuery } from '../../parts/filters.tsx'
import { Pager } from '../../parts/list.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { type Account, accountOptions, accountsOf } from '../accounts/account-parts.tsx'
import { TransactionTable } from './transaction-table.tsx'

/** `/bank-transactions`: those of the accounts that its reader may use, newest first. */
export async function drawTransactions(desk: Desk): Promise<Drawn> {
  const query = listQuery(desk, filtersFor([]))
  const [{ items, next_cursor: next }, accounts] = await Promise.all([
    desk.need('listTransactions', { query }),
    accountsOf(desk),
  ])
  return {
    title: desk.say({ zh: '銀行交易', en: 'Bank transactions' }),
    main: (
      <>
        <Views query={query} />
        <Filters filters={filtersFor(accounts)} />
        <Ways query={query} />
        <TransactionTable items={items} accounts={accounts} />
        <Pager next={next} />
      </>
    ),
  }
}

// Chosen from a list as long as that is the whole one, else written as a number.
function filtersFor(accounts: readonly Account[]): readonly Filter[] {
  return [
    {
      name: 'bank_account',
      label: { zh: '帳戶', en: 'Account' },
      ...(accounts.length === 0 ? {} : { options: accountOptions(accounts) }),
    },
    {
      name: 'state',
      label: { zh: '狀態', en: 'State' },
      options: transactionStates.map((state) => [state, transactionStateLabels[state]] as const),
    },
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
}

/** What the address of the list of transactions may ask. */
export const transactionConditions = listConditions(filtersFor([]))

// What one looks for most, each a press away; the other filters stay.
function Views({ query }: { query: Readonly<Record<string, string>> }) {
  const { state: chosen = '', cursor: _cursor, limit: _limit, ...others } = query
  const states = [
    { state: '', name: { zh: '全部', en: 'All' } },
    ...transactionStates.map((state) => ({ state, name: transactionStateLabels[state] })),
  ]
  const tabs = states.map(({ state, name }) => ({
    to: addressOf('/bank-transactions', state === '' ? others : { ...others, state }),
    name,
    isCurrent: state === chosen,
  }))
  return <Tabs label={{ zh: '依狀態', en: 'By state' }} tabs={tabs} />
}

function Ways({ query }: { query: Readonly<Record<string, string>> }) {
  const { say, may } = useDesk()
  const { cursor: _cursor, limit: _limit, ...filters } = query
  return (
    <p class="buttons">
      {may('exportTransactions') ? (
        <a href={addressOf('/api/bank-transactions.csv', filters)}>
          {say({ zh: '下載 CSV', en: 'Download as CSV' })}
        </a>
      ) : null}
      {may('postTransaction') ? (
        <a href="/bank-transactions/new" data-key="n">
          {say({ zh: '人工登記一筆', en: 'Record one by hand' })}
        </a>
      ) : null}
    </p>
  )
}

function addressOf(path: string, query: Readonly<Record<string, string>>): string {
  const search = new URLSearchParams(query).toString()
  return search === '' ? path : `${path}?${search}`
}
