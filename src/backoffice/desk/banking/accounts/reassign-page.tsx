import { reassignedMax } from '../../../../contract/back-office/states.ts'
import { type Desk, useDesk } from '../../desk.ts'
import { refusalToCollect } from '../../orders/forms/account-choice.tsx'
import { Outcomes, outcomeNames } from '../../orders/outcomes.tsx'
import type { PageContent } from '../../page.ts'
import { ChecksField, ChoiceField } from '../../parts/fields.tsx'
import { ActForm } from '../../parts/form.tsx'
import { type Account, accountName, optionName, usableAccounts } from './accounts.tsx'
import { hasMoney, movableOrders, WaitingOrder, type WaitingOrders } from './waiting-orders.tsx'

/**
 * `/bank-accounts/:id/reassign`: gives the orders that wait on an account another one, below the outcomes of those
 * before.
 */
export async function drawReassign(desk: Desk, id: string): Promise<PageContent> {
  const [account, accounts, orders, names] = await Promise.all([
    desk.need('showBankAccount', { path: { id } }),
    usableAccounts(desk),
    movableOrders(desk, id),
    outcomeNames(desk),
  ])
  const name = accountName(account)
  return {
    title: desk.say({ zh: `${name}：改指定帳戶`, en: `${name}: another account` }),
    aside: <Outcomes names={names} />,
    main: (
      <>
        <p>
          <a href={`/bank-accounts/${id}`}>
            {desk.say({ zh: '回到帳戶', en: 'Back to the account' })}
          </a>
        </p>
        {orders.items.length === 0 ? (
          <p class="quiet-text">
            {desk.say({ zh: '沒有等待的訂單。', en: 'No order waits on it.' })}
          </p>
        ) : (
          <ReassignForm account={account} accounts={accounts ?? []} orders={orders} />
        )}
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
  const paid = orders.items.filter(hasMoney)
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
    <>
      {paid.length === 0 ? null : (
        <p class="notice care" id="paid-before">
          {say({
            zh: `${paid.length} 筆可能已付款，未勾選：請先處理款項。`,
            en: `${paid.length} of them may be paid, and are not chosen: settle these first.`,
          })}{' '}
          <a href={`/desk?bank_account=${account.id}`}>
            {say({ zh: '到此帳戶的待收款', en: 'To what waits on this account' })}
          </a>
        </p>
      )}
      <ActForm
        id="reassign"
        call="reassignCollections"
        path={{ id: account.id }}
        button={{ zh: '所選的改指定至此帳戶', en: 'Give these this account' }}
        warning={{
          zh: `所選訂單的會員頁面與商戶查詢立即改為新帳戶。${limit.zh}`,
          en: `Members' pages and merchants' queries of those chosen have the other account at once. ${limit.en}`,
        }}
        choice={{
          button: { zh: '改指定 {count} 筆至此帳戶', en: 'Give {count} this account' },
          warning: {
            zh: `{count} 筆、{sum}：會員的頁面與商戶的查詢立即改為新帳戶。${limit.zh}`,
            en: `{count} for {sum}: members' pages and merchants' queries have the other account at once. ${limit.en}`,
          },
        }}
      >
        <ChoiceField
          name="to"
          label={{ zh: '改至哪個帳戶？', en: 'Which account do they get?' }}
          options={toChoose(others, orders)}
        />
        <ChecksField
          name="trade_nos"
          label={{ zh: '哪些訂單？', en: 'Which orders?' }}
          required
          options={orders.items.map((order) => ({
            value: order.trade_no,
            checked: !hasMoney(order),
            amount: order.amount,
            label: <WaitingOrder order={order} />,
          }))}
        />
      </ActForm>
    </>
  )
}

// Accounts that can take any of the orders come first; one that can take none is disabled and says why.
function toChoose(accounts: readonly Account[], { items }: WaitingOrders) {
  const judged = accounts.map((account) => {
    const refusals = items.map((order) => refusalToCollect(account, order))
    return { account, refusal: refusals.includes(null) ? null : refusals[0] }
  })
  const ranked = judged.toSorted((one, other) => Number(!!one.refusal) - Number(!!other.refusal))
  return ranked.map(({ account, refusal }) => {
    const { zh, en } = optionName(account)
    const label = refusal
      ? { zh: `${zh}（${refusal.why.zh}）`, en: `${en} (${refusal.why.en})` }
      : { zh, en }
    return [String(account.id), label, Boolean(refusal)] as const
  })
}

const limit = { zh: `一次至多 ${reassignedMax} 筆。`, en: `At most ${reassignedMax} at a time.` }
