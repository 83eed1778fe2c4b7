import type { Child } from 'hono/jsx'
import type { Meaning } from '../../../../units/language.ts'
import { taipeiToSeconds } from '../../../../units/taipei-time.ts'
import type { Accounts } from '../../banking/accounts/accounts.tsx'
import { useDesk } from '../../desk.ts'
import { pickList } from '../../parts/choices/picks.tsx'
import { TextField } from '../../parts/fields.tsx'
import { ActForm, Disclosed } from '../../parts/form.tsx'
import type { CollectionDetails } from '../order-details.ts'
import { AccountChoice, refusalToCollect } from './account-choice.tsx'
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
          <MatchForm id="match" order={order} mayBePaid={mayBePaid}>
            <AccountChoice
              isToCollect
              accounts={accounts}
              label={{ zh: '會員匯入哪個帳戶？', en: 'Which account is the member to pay into?' }}
              refusalOf={(account) => refusalToCollect(account, order)}
              required
            />
            {isOperator ? (
              <div class="more-fields">
                <MoreFields>
                  <AgentField />
                </MoreFields>
                <OverrideField names={['daily_cap_reached']} />
              </div>
            ) : null}
          </MatchForm>
        </Disclosed>
      )}
      {hasNone || isOperator ? (
        <Disclosed
          id="match-words"
          title={{ zh: '以文字指定帳戶', en: 'Give an account in words' }}
          {...(hasNone ? { hotkey: 'm' } : {})}
        >
          <MatchForm
            id="match-words"
            order={order}
            mayBePaid={mayBePaid}
            warning={hasNone ? undefined : unregistered}
          >
            {wordsOfAccount.map(([name, label, maxlength]) => (
              <TextField name={name} label={label} maxlength={maxlength} required />
            ))}
            {isOperator ? <AgentField /> : null}
          </MatchForm>
        </Disclosed>
      ) : null}
    </>
  )
}

const pageOver: Meaning = {
  zh: '付款時間已過，不要再指定帳戶：會員的頁面不會顯示。要付款請會員重新下單。',
  en: "The time to pay is over. Give it no account: the member's page shows none. To pay, the member orders anew.",
}

type FormProps = Omit<MatchFormsProps, 'accounts'> & {
  readonly id: 'match' | 'match-words'
  /** In place of the usual warning. */
  readonly warning?: Meaning | undefined
  readonly children: Child
}

function MatchForm({ id, order, mayBePaid, warning, children }: FormProps) {
  const isInWords = id === 'match-words'
  const { button, consequence } = order.page_ends_at === null ? byMerchant : onMemberPage
  return (
    <ActForm
      id={id}
      call="matchCollection"
      path={{ trade_no: order.trade_no }}
      button={
        mayBePaid ? { zh: `會員尚未付款，${button.zh}`, en: `Not paid yet: ${button.en}` } : button
      }
      warning={warning ?? (mayBePaid ? secondPaymentRisk : consequence)}
      isSameCall={({ bank_account: account }) => (account === undefined) === isInWords}
    >
      {children}
    </ActForm>
  )
}

const wordsOfAccount: readonly (readonly [name: string, label: Meaning, maxlength: number])[] = [
  ['collection_bank_name', { zh: '銀行', en: 'Bank' }, 120],
  ['collection_account_no', { zh: '帳號', en: 'Account number' }, 80],
  ['collection_account_name', { zh: '戶名', en: 'Account name' }, 120],
]

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
const onMemberPage = {
  button: { zh: '顯示給會員', en: 'Show it to the member' },
  consequence: {
    zh: '會員的付款頁會立即顯示這個帳戶。之後要更換，須先列為例外。',
    en: "The member's page shows this account at once; to change it afterwards report an exception first.",
  },
}
const byMerchant = {
  button: { zh: '指定帳戶', en: 'Give the account' },
  consequence: {
    zh: '商戶查詢訂單時取得這個帳戶，再告知會員。之後要更換，須先列為例外。',
    en:
      'The merchant gets this account when it queries the order, and tells the member; to change it afterwards ' +
      'report an exception first.',
  },
}

const secondPaymentRisk: Meaning = {
  zh: '已到帳的款項可能屬於這筆訂單。請先查明：會員看到帳戶後會再匯一次，重複的款項須退回。',
  en:
    'Money that has come may be for this order. Find out first: a member who sees an account pays again, and the ' +
    'second payment has to be sent back.',
}

const unregistered: Meaning = {
  zh: '未登記的帳戶：開啟雙人核准時，須由另一位營運人員核准後才會指定。',
  en: 'The account is not registered: where approvals are on, another operator has to approve it.',
}
