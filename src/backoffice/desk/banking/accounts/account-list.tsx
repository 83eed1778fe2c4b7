import { useDesk } from '../../desk.ts'
import { accountUseLabels } from '../../labels/banking-labels.ts'
import { conditionsSet } from '../../parts/filters.tsx'
import { listPage, type RowOf } from '../../parts/list-page.tsx'
import { Ago, Badge, Money, OutsideText } from '../../parts/values.tsx'
import { AccountState, CapOfToday } from './account-parts.tsx'
import { accountName } from './accounts.tsx'

/** The accounts that the reader may use, with their day. */
export const accountList = listPage({
  path: '/bank-accounts',
  call: 'listBankAccounts',
  title: { zh: '銀行帳戶', en: 'Bank accounts' },
  add: {
    call: 'createBankAccount',
    to: '/bank-accounts/new',
    name: { zh: '登記帳戶', en: 'Register an account' },
  },
  queryOf: (desk) => ({ ...conditionsSet(desk, ['cursor', 'limit']), balances: '1' }),
  id: 'accounts',
  keyOf: ({ id }) => id,
  empty: { zh: '沒有您可使用的銀行帳戶。', en: 'There is no bank account that you may use.' },
  columns: [
    {
      name: { zh: '帳戶', en: 'Account' },
      cell: (account) => (
        <>
          <a href={`/bank-accounts/${account.id}`}>{accountName(account)}</a>{' '}
          <small class="under">
            <OutsideText text={account.holder_name} />
          </small>
        </>
      ),
    },
    {
      name: { zh: '狀態', en: 'State' },
      onPhone: 'state',
      cell: ({ state, use, gaps: { length: gaps } }, { say }) => (
        <span class="badges">
          <AccountState state={state} />
          {use === 'both' ? null : <small>{say(accountUseLabels[use])}</small>}
          {gaps === 0 ? null : (
            <Badge tone="care">
              {say({ zh: `缺日 ${gaps} 段`, en: gaps === 1 ? '1 gap' : `${gaps} gaps` })}
            </Badge>
          )}
        </span>
      ),
    },
    {
      name: { zh: '預期餘額', en: 'Expected balance' },
      isAmount: true,
      onPhone: 'end',
      cell: ({ statement }) => <ExpectedBalance statement={statement} />,
    },
    {
      name: { zh: '今日入帳', en: 'In today' },
      isAmount: true,
      cell: ({ received_today }) => <Money dollars={received_today} />,
    },
    {
      name: { zh: '今日已指定 / 上限', en: 'Handed out today / cap' },
      cell: (account) => <CapOfToday account={account} />,
    },
    {
      name: { zh: '待匯款', en: 'Waiting' },
      isAmount: true,
      onPhone: 'below',
      // The count has its noun, because a phone does not show the column's name.
      cell: ({ waiting, waiting_count: count }, { say }) => (
        <>
          <Money dollars={waiting} /> ·{' '}
          <small>{say({ zh: `待匯 ${count} 筆`, en: `${count} waiting` })}</small>
        </>
      ),
    },
    {
      name: { zh: '最後交易', en: 'Last transaction' },
      cell: ({ last_transaction_at }) => <Ago at={last_transaction_at} />,
    },
  ],
})

// The balance expected now; if it is unknown, the last statement's closing balance and its day.
function ExpectedBalance({ statement }: Pick<RowOf<'listBankAccounts'>, 'statement'>) {
  const { say } = useDesk()
  const { expected = null, balance = null, covered_to: day = '' } = statement ?? {}
  const known = expected ?? balance
  if (known === null) return <>—</>
  const date = day.slice(5).replace('-', '/')
  return (
    <>
      <Money dollars={known} />
      {expected === null ? <small>{say({ zh: `${date} 止`, en: `to ${date}` })}</small> : null}
    </>
  )
}
