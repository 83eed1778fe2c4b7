import { autoChoices, autoSources } from '../../../../contract/back-office/states.ts'
import { useDesk } from '../../desk.ts'
import {
  accountUseLabels,
  autoChoiceLabels,
  autoSourceLabels,
  backingLabels,
} from '../../labels/banking-labels.ts'
import { NamesField } from '../../parts/choices/names-field.tsx'
import { AmountField, ChecksField, ChoiceField, TextField } from '../../parts/fields.tsx'
import type { Account } from './accounts.tsx'

/** The name that payers see. */
export function HolderField() {
  return (
    <TextField
      name="holder_name"
      label={{ zh: '戶名', en: 'Holder' }}
      hint={{
        zh: '銀行顯示給付款人的戶名，會員的付款頁會顯示。',
        en: 'As the bank shows it to payers; members see it on their page.',
      }}
      maxlength={120}
      required
    />
  )
}

/** Who may use an account, and which feeds report its transactions. */
export function PeopleFields() {
  return (
    <>
      <NamesField
        name="agents"
        list="agents"
        label={{ zh: '可使用的專員', en: 'Agents' }}
        hint={{
          zh: '空白為不限。只有他們看得到此帳戶，也只有他們能指定給會員。',
          en: 'Empty is everyone. Nobody else sees the account or gives it to members.',
        }}
      />
      <NamesField
        name="feeds"
        list="feeds"
        label={{ zh: '即時明細來源', en: 'Feeds' }}
        hint={{
          zh: '可回報此帳戶交易的服務憑證，例如 service:bank-feed。空白為無。',
          en: 'Service tokens that may report its transactions, such as service:bank-feed. Empty is none.',
        }}
      />
    </>
  )
}

/** The purposes of an account, its merchants and its limits. */
export function LimitFields() {
  return (
    <>
      <ChoiceField
        name="use"
        label={{ zh: '用途', en: 'Use' }}
        hint={{
          zh: '收款：可指定給會員匯入。出款：可從它出款。',
          en: 'Money in: members may be told to pay into it. Money out: payouts may leave from it.',
        }}
        options={uses.map((use) => [use, accountUseLabels[use]])}
      />
      <NamesField
        name="merchants"
        list="merchants"
        label={{ zh: '限定的商戶', en: 'Merchants' }}
        hint={{
          zh: '商戶代號，空白為不限。只用於這些商戶的訂單。',
          en: 'Their codes; empty is all. It serves the orders of these only.',
        }}
      />
      <AmountField
        name="daily_cap"
        label={{ zh: '每日上限（TWD）', en: 'Daily cap (TWD)' }}
        hint={{
          zh: '一天最多指定給會員的金額，空白為不限。超過時須由營運人員確認。',
          en: 'The most that members are to pay into it in a day; empty is no limit. Only an operator overrides it.',
        }}
      />
      <AmountField
        name="fee_max"
        label={{ zh: '手續費上限（TWD）', en: 'Fee limit (TWD)' }}
        hint={{
          zh: '銀行對一筆出款最多收取的手續費。超過時須由營運人員確認。',
          en: 'The most that the bank may charge for one payout. Only an operator overrides it.',
        }}
        required
      />
      <ChoiceField
        name="backing"
        label={{ zh: '入帳的佐證', en: 'What a settlement needs' }}
        hint={{
          zh: '「可事後補列」時，專員不必先有銀行交易就能入帳。',
          en: "Where it may follow later, agents settle before the bank's transaction is there.",
        }}
        options={(['required', 'later'] as const).map((one) => [one, backingLabels[one]])}
      />
      <TextField
        name="note"
        label={{ zh: '備註', en: 'Note' }}
        hint={{ zh: '只在後台顯示。', en: 'Shown to people of the back office only.' }}
        maxlength={500}
      />
    </>
  )
}

/** The automatic matching of an account (matching §1). */
export function AutoFields() {
  const { say } = useDesk()
  return (
    <>
      <ChoiceField
        name="auto"
        label={{ zh: '自動處理', en: 'Automatic' }}
        hint={{
          zh: '指定帳戶：訂單建立後立即取得此帳戶。入帳：沒有疑義的款項不經人員即入帳。',
          en: 'Assigns: an order gets this account at once. Settles: payments without doubts need no person.',
        }}
        options={autoChoices.map((one) => [one, autoChoiceLabels[one]])}
      />
      <AmountField
        name="auto_max"
        label={{ zh: '自動入帳單筆上限（TWD）', en: 'Largest order that it settles (TWD)' }}
        hint={{
          zh: '超過的訂單由人員入帳。',
          en: 'A larger one is settled by a person.',
        }}
        required
      />
      <AmountField
        name="auto_awaiting_max"
        label={{ zh: '待對帳單確認的上限（TWD）', en: 'Limit awaiting a statement (TWD)' }}
        hint={{
          zh: '自動入帳而尚未經對帳單確認的總額，達上限即改由人員。盜用的來源憑證最多造成此金額。',
          en: 'The most settled before a statement confirms it: a stolen feed token cannot cause more.',
        }}
        required
      />
      <ChecksField
        name="auto_sources"
        label={{ zh: '自動入帳的依據（任一）', en: 'It settles by lines of (any of these)' }}
        options={autoSources.map((value) => ({ value, label: say(autoSourceLabels[value]) }))}
        required
      />
    </>
  )
}

const uses = ['both', 'in', 'out'] as const

/** The values of the fields above as an account has them. */
export function fieldsOf(account: Account) {
  return {
    people: {
      holder_name: account.holder_name,
      agents: account.agents.join('\n'),
      feeds: account.feeds.join('\n'),
    },
    limits: {
      use: account.use,
      merchants: account.merchants.join('\n'),
      daily_cap: account.daily_cap === null ? '' : String(account.daily_cap),
      fee_max: String(account.fee_max),
      backing: account.backing,
      note: account.note,
    },
    auto: {
      auto: account.auto,
      auto_max: String(account.auto_max),
      auto_awaiting_max: String(account.auto_awaiting_max),
      auto_sources: account.auto_sources.join('\n'),
    },
  }
}
