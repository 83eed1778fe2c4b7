import { reassignedMax } from '../../../../contract/back-office/states.ts'
import { type Desk, useDesk } from '../../desk.ts'
import { Outcomes, outcomeNames } from '../../orders/outcomes.tsx'
import type { Drawn } from '../../page.ts'
import { ChoiceField } from '../../parts/fields.tsx'
import { ActForm } from '../../parts/form.tsx'
import { type Account, accountName, accountOptions, accountsOf } from './account-parts.tsx'
import {
  countAndSum,
  reassignable,
  WaitingOrderList,
  type WaitingOrders,
} from './waiting-orders.tsx'

/** `/bank-accounts/:id/reassign`: what waits on an account gets another one; above it what became of those before. */
export async function drawReassign(desk: Desk, id: string): Promise<Drawn> {
  const [account, accounts, orders, names] = await Promise.all([
    desk.need('showBankAccount', { path: { id } }),
    accountsOf(desk),
    reassignable(desk, id),
    outcomeNames(desk),
  ])
  const name = accountName(account)
  return {
    title: desk.say({ zh: `${name}：全部改指定`, en: `${name}: another account for all` }),
    told: <Outcomes names={names} />,
    main: (
      <>
        <p>
          <a href={`/bank-accounts/${id}`}>
            {desk.say({ zh: '回到帳戶', en: 'Back to the account' })}
          </a>
        </p>
        {orders.items.length === 0 ? null : (
          <ReassignForm account={account} accounts={accounts} orders={orders} />
        )}
        <WaitingOrderList orders={orders} />
      </>
    ),
  }
}

type FormProps = {
  readonly account: Account
  readonly accounts: readonly Account[]
  readonly orders: WaitingOrders
}

function ReassignForm({ account, accounts, orders }: FormProps) {
  const { say } = useDesk()
  const told = countAndSum(orders)
  const others = accounts.filter(
    ({ id, state, use, database }) =>
      id !== account.id && state === 'active' && use !== 'out' && database === account.database,
  )
  if (others.length === 0) {
    return (
      <p class="quiet-text">
        {say({
          zh: '沒有其他可收款的使用中帳戶，請先登記或啟用一個。',
          en: 'No other active account takes money: register or activate one first.',
        })}
      </p>
    )
  }
  return (
    <ActForm
      id="reassign"
      call="reassignCollections"
      path={{ id: account.id }}
      button={{ zh: '全部改指定至此帳戶', en: 'Give all of them this account' }}
      warning={{
        zh: `${told.zh}：等待於此帳戶的訂單，含因凍結而列為例外者。會員的頁面立即改為新帳戶；一次至多 ${reassignedMax} 筆。`,
        en:
          `${told.en}: all that waits on this account, what its freezing has put aside too. The pages of these ` +
          `members show the other account at once. At most ${reassignedMax} at a time.`,
      }}
    >
      <ChoiceField
        name="to"
        label={{ zh: '改至哪個帳戶？', en: 'Which account do they get?' }}
        options={accountOptions(others)}
      />
    </ActForm>
  )
}
