import type { Meaning } from '../../../../units/language.ts'
import { taipeiToSeconds } from '../../../../units/taipei-time.ts'
import type { Accounts } from '../../banking/accounts/accounts.tsx'
import { useDesk } from '../../desk.ts'
import { pickList } from '../../parts/choices/picks.tsx'
import { TextField } from '../../parts/fields.tsx'
import { ActForm, Disclosed } from '../../parts/form.tsx'
import { AccountChoice, refusalToCollect } from './account-choice.tsx'
import type { CollectionDetails } from './order-details.ts'
import { MoreFields, OverrideField } from './override-fields.tsx'

type MatchFormsProps = {
  readonly order: CollectionDetails
  readonly accounts: Accounts
  /** Whether it may be paid already, so that its member would pay again. */
  readonly mayBePaid: boolean
}

/** Gives the order an account for the member's payment: a registered one, or one in words. */
export function MatchForms({ order, accounts, mayBePaid }: MatchFormsProps) {
  const { identity, now, say } = useDesk()
  const { collection_status: state, page_ends_at: end } = order
  // The order's link ends within a minute; until then the order waits like any other.
  if (state === 'pending' && end !== null && (taipeiToSeconds(end) ?? now) <= now) {
    return (
      <p class="notice care" id="page-over">
        {say(pageOver)}
      </p>
    )
  }
  const isOperator = identity.role === 'operator'
  const hasNone = accounts?.length === 0
  return (
    <>
      {hasNone ? null : (
        <Disclosed
          id="match"
          title={
            order.hold === null
              ? { zh: '指定帳戶', en: 'Give an account' }
              : { zh: '指定帳戶（管制中，不入帳）', en: 'Give an account (held: not settled)' }
          }
          hotkey="m"
          open={order.collection_status === 'pending' && order.hold === null}
        >
          <MatchToAccount order={order} accounts={accounts} mayBePaid={mayBePaid} />
        </Disclosed>
      )}
      {hasNone || isOperator ? (
        <Disclosed
          id="match-words"
          title={{ zh: '以文字指定帳戶', en: 'Give an account in words' }}
          {...(hasNone ? { hotkey: 'm' } : {})}
        >
          <MatchByText order={order} mayBePaid={mayBePaid} waits={!hasNone} />
        </Disclosed>
      ) : null}
    </>
  )
}

const pageOver: Meaning = {
  zh: '付款時間已過，不要再指定帳戶：會員的頁面不會顯示。要付款請會員重新下單。',
  en: "The time to pay is over. Give it no account: the member's page shows none. To pay, the member orders anew.",
}

function MatchToAccount({ order, accounts, mayBePaid }: MatchFormsProps) {
  const { identity } = useDesk()
  return (
    <ActForm
      id="match"
      call="matchCollection"
      path={{ trade_no: order.trade_no }}
      button={mayBePaid ? unpaidFirst(giveTo(order)) : giveTo(order)}
      warning={mayBePaid ? perhapsPaid : shownBy(order)}
      isSameCall={({ bank_account: account }) => account !== undefined}
    >
      <AccountChoice
        isToCollect
        accounts={accounts}
        label={{ zh: '會員匯入哪個帳戶？', en: 'Which account is the member to pay into?' }}
        refusalOf={(account) => refusalToCollect(account, order)}
        required
      />
      {identity.role === 'operator' ? (
        <div class="more-fields">
          <MoreFields>
            <AgentField />
          </MoreFields>
          <OverrideField names={['daily_cap_reached']} />
        </div>
      ) : null}
    </ActForm>
  )
}

function MatchByText({
  order,
  mayBePaid,
  waits,
}: Omit<MatchFormsProps, 'accounts'> & { readonly waits: boolean }) {
  const { identity } = useDesk()
  return (
    <ActForm
      id="match-words"
      call="matchCollection"
      path={{ trade_no: order.trade_no }}
      button={mayBePaid ? unpaidFirst(giveTo(order)) : giveTo(order)}
      warning={waits ? waitsForSecond : mayBePaid ? perhapsPaid : shownBy(order)}
      isSameCall={({ bank_account: account }) => account === undefined}
    >
      <TextField
        name="collection_bank_name"
        label={{ zh: '銀行', en: 'Bank' }}
        maxlength={120}
        required
      />
      <TextField
        name="collection_account_no"
        label={{ zh: '帳號', en: 'Account number' }}
        maxlength={80}
        required
      />
      <TextField
        name="collection_account_name"
        label={{ zh: '戶名', en: 'Account name' }}
        maxlength={120}
        required
      />
      {identity.role === 'operator' ? <AgentField /> : null}
    </ActForm>
  )
}

function AgentField() {
  return (
    <TextField
      name="agent"
      label={{ zh: '由誰處理', en: 'In whose hands' }}
      hint={{ zh: '空白即為您自己', en: 'Yours where it is empty' }}
      list={pickList('agents')}
      maxlength={120}
    />
  )
}

// Only an order of a link has a page for the member; of any other order the merchant shows the account itself.
const giveTo = ({ page_ends_at: page }: CollectionDetails): Meaning =>
  page === null
    ? { zh: '指定帳戶', en: 'Give the account' }
    : { zh: '顯示給會員', en: 'Show it to the member' }

const shownBy = ({ page_ends_at: page }: CollectionDetails): Meaning =>
  page === null
    ? {
        zh: '商戶查詢訂單時取得這個帳戶，再告知會員。之後要更換，須先列為例外。',
        en:
          'The merchant gets this account when it queries the order, and tells the member; to change it afterwards ' +
          'report an exception first.',
      }
    : {
        zh: '會員的付款頁會立即顯示這個帳戶。之後要更換，須先列為例外。',
        en:
          "The member's page shows this account at once; to change it afterwards report an exception " +
          'first.',
      }

// The button says that the reader has checked that the order is unpaid.
const unpaidFirst = ({ zh, en }: Meaning): Meaning => ({
  zh: `會員尚未付款，${zh}`,
  en: `Not paid yet: ${en}`,
})
const perhapsPaid: Meaning = {
  zh: '已到帳的款項可能屬於這筆訂單。請先查明：會員看到帳戶後會再匯一次，重複的款項須退回。',
  en:
    'Money that has come may be for this order. Find out first: a member who sees an account pays again, and the ' +
    'second payment has to be sent back.',
}

const waitsForSecond: Meaning = {
  zh: '未登記的帳戶：開啟雙人核准時，須由另一位營運人員核准後才會指定。',
  en: 'The account is not registered: where approvals are on, another operator has to approve it.',
}
