import { type Desk, useDesk } from '../../desk.ts'
import { accountUseLabels } from '../../labels/banking-labels.ts'
import type { Drawn } from '../../page.ts'
import { type Column, List, NewLink, Pager } from '../../parts/list.tsx'
import { Ago, Badge, Foreign, Money } from '../../parts/values.tsx'
import { type Account, AccountState, accountName, CapOfToday } from './account-parts.tsx'

/** `/bank-accounts`: the accounts that its reader may use, with their day. */
export async function drawAccounts(desk: Desk): Promise<Drawn> {
  const { cursor = '' } = desk.query
  const { items, next_cursor: next } = await desk.need('listBankAccounts', { query: { cursor } })
  return {
    title: desk.say({ zh: '銀行帳戶', en: 'Bank accounts' }),
    main: (
      <>
        {desk.may('createBankAccount') ? (
          <NewLink to="/bank-accounts/new" name={{ zh: '登記帳戶', en: 'Register an account' }} />
        ) : null}
        <List
          id="accounts"
          caption={{ zh: '銀行帳戶', en: 'Bank accounts' }}
          items={items}
          keyOf={({ id }) => id}
          columns={columns}
          empty={{
            zh: '沒有您可使用的銀行帳戶。',
            en: 'There is no bank account that you may use.',
          }}
        />
        <Pager next={next} />
      </>
    ),
  }
}

const columns: readonly Column<Account>[] = [
  {
    name: { zh: '帳戶', en: 'Account' },
    cell: (account) => (
      <>
        <a href={`/bank-accounts/${account.id}`}>{accountName(account)}</a>
        <br />
        <small>
          <Foreign text={account.holder_name} />
        </small>
      </>
    ),
  },
  { name: { zh: '狀態', en: 'State' }, cell: (account) => <StateCell account={account} /> },
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
    cell: ({ waiting, waiting_count }) => (
      <>
        <Money dollars={waiting} /> <small>({waiting_count})</small>
      </>
    ),
  },
  {
    name: { zh: '最後交易', en: 'Last transaction' },
    cell: ({ last_transaction_at }) => <Ago at={last_transaction_at} />,
  },
]

function StateCell({ account: { state, use, gaps } }: { account: Account }) {
  const { say } = useDesk()
  const count = gaps.length
  return (
    <span class="badges">
      <AccountState state={state} />
      <small>{say(accountUseLabels[use])}</small>
      {count === 0 ? null : (
        <Badge tone="care">
          {say({ zh: `缺日 ${count} 段`, en: count === 1 ? '1 gap' : `${count} gaps` })}
        </Badge>
      )}
    </span>
  )
}
