import type { AnswerOf } from '../../../../contract/back-office/table.ts'
import { sameInBoth } from '../../../../units/language.ts'
import { moneyText } from '../../../../units/money.ts'
import type { SameCall } from '../../approvals/waiting-approvals.tsx'
import { useDesk } from '../../desk.ts'
import type { Merchant } from '../../labels/merchant-labels.ts'
import { ChoiceField, HiddenField, TextField } from '../../parts/fields.tsx'
import { ActForm, Disclosed, StickyHiddenField } from '../../parts/form.tsx'
import { type Column, List } from '../../parts/list.tsx'
import { membersOf } from '../../parts/members.tsx'
import { Card, Fact, Facts, Money, OutsideText, Time } from '../../parts/values.tsx'
import { freshKey } from '../../token.ts'
import type { PriceVersion } from './rate-label.ts'

type Account = AnswerOf<'listSettlementAccounts'>['items'][number]

type SettlementProps = {
  merchant: Merchant
  accounts: readonly Account[]
  balance: AnswerOf<'showBalance'>
  price: PriceVersion | undefined
}

/** What a merchant can withdraw and why, its settlement accounts, and the form of a withdrawal (fees §5). */
export function SettlementSection({ merchant, accounts, balance, price }: SettlementProps) {
  const { say, may } = useDesk()
  const { uid, settings } = merchant
  return (
    <Card title={{ zh: '結算與提領', en: 'Settlement' }}>
      <Withdrawable balance={balance} days={price?.pricing.settle_after_days ?? 0} />
      <p>{say(autoWords(settings.auto_withdrawal))}</p>
      <List
        id="settlement-accounts"
        caption={{ zh: '結算帳戶', en: 'Settlement accounts' }}
        items={accounts}
        keyOf={({ id }) => String(id)}
        columns={columns}
        empty={{
          zh: '沒有結算帳戶：新增後才能提領。',
          en: 'None: add one, and money can be withdrawn.',
        }}
      />
      {may('withdraw') && accounts.length > 0 ? (
        <Disclosed id="withdraw" title={{ zh: '提領', en: 'Withdraw' }}>
          <WithdrawalForm uid={uid} accounts={accounts} />
        </Disclosed>
      ) : null}
      {may('addSettlementAccount') ? (
        <Disclosed id="settlement-account" title={{ zh: '新增結算帳戶', en: 'Add an account' }}>
          <AccountForm uid={uid} />
        </Disclosed>
      ) : null}
      {may('removeSettlementAccount')
        ? accounts.map((account) => <RemovalForm uid={uid} account={account} />)
        : null}
      {may('patchMerchant') ? <AutoForms uid={uid} auto={settings.auto_withdrawal} /> : null}
    </Card>
  )
}

// The available money less the credits of the last days, which cannot be withdrawn yet.
function Withdrawable({ balance, days }: { balance: SettlementProps['balance']; days: number }) {
  const { say } = useDesk()
  const { available, withdrawable } = balance.data.summary
  const waits = Math.round((Math.max(0, available) - withdrawable) * 100) / 100
  return (
    <Facts>
      <Fact name={{ zh: '可提領', en: 'Can be withdrawn' }}>
        <b>
          <Money dollars={withdrawable} />
        </b>
        <br />
        <small>{say({ zh: '含提領手續費', en: 'The fee of the withdrawal included' })}</small>
      </Fact>
      <Fact name={{ zh: '可用餘額', en: 'Available' }} dollars={available} />
      <Fact name={{ zh: '尚不可提領', en: 'Not yet' }}>
        <Money dollars={waits} />
        <br />
        <small>
          {say(
            days === 0
              ? { zh: '代收款當日即可提領', en: 'What is collected can be withdrawn at once' }
              : {
                  zh: `最近 ${days} 日（含今日）的代收款，扣除手續費`,
                  en: `What was collected in the last ${days} days, today included, less fees`,
                },
          )}
        </small>
      </Fact>
    </Facts>
  )
}

const columns: readonly Column<Account>[] = [
  {
    name: { zh: '帳戶', en: 'Account' },
    cell: ({ bank_code: bank, account_no: number }) => (
      <b>
        {bank} <OutsideText text={number} />
      </b>
    ),
  },
  {
    name: { zh: '戶名', en: 'Holder' },
    onPhone: 'end',
    cell: ({ holder_name: name }) => <OutsideText text={name} />,
  },
  {
    name: { zh: '新增', en: 'Added' },
    onPhone: 'below',
    isNamed: true,
    cell: ({ added_at: at, added_by: by }) => (
      <>
        <Time at={at} /> {by}
      </>
    ),
  },
]

/** A settlement account in one line. */
export const accountText = ({ bank_code, account_no, holder_name }: Account) =>
  sameInBoth(`${bank_code} ${account_no} ${holder_name}`)

type FormProps = { uid: string }

function WithdrawalForm({ uid, accounts }: FormProps & { accounts: readonly Account[] }) {
  return (
    <ActForm
      id="withdraw"
      call="withdraw"
      path={{ uid }}
      button={{ zh: `為 ${uid} 提領`, en: `Withdraw for ${uid}` }}
      warning={{
        zh: '金額與手續費會凍結，並出現在待處理的代付，由專員匯出。',
        en: 'The amount and its fee are frozen; it waits among the payouts until it is paid.',
      }}
      second={{ kind: 'always' }}
    >
      <TextField
        name="amount"
        label={{ zh: '金額（整數元）', en: 'Amount (whole TWD)' }}
        hint={{
          zh: 'all 為全部可提領的金額。',
          en: 'Enter all to withdraw everything that can be withdrawn.',
        }}
        inputmode="numeric"
        maxlength={20}
        value="all"
        required
      />
      <ChoiceField
        name="settlement_account"
        label={{ zh: '付至', en: 'Paid to' }}
        options={accounts.map((account) => [String(account.id), accountText(account)] as const)}
      />
      {/* Whether it was placed may not be known: sent again, its number is used. */}
      <StickyHiddenField name="serial_no" value={freshKey()} />
    </ActForm>
  )
}

function AccountForm({ uid }: FormProps) {
  return (
    <ActForm
      id="settlement-account"
      call="addSettlementAccount"
      path={{ uid }}
      button={{ zh: '新增結算帳戶', en: 'Add the account' }}
      warning={{
        zh: '商戶的款項會付至這個帳戶，請先核對戶名。',
        en: 'Money of the merchant is paid there: compare the holder first.',
      }}
      second={{ kind: 'always' }}
    >
      <TextField
        name="bank_code"
        label={{ zh: '銀行代碼', en: 'Bank code' }}
        hint={{ zh: '三碼，例如 004。', en: 'Three digits, such as 004.' }}
        inputmode="numeric"
        maxlength={3}
        required
      />
      <TextField
        name="account_no"
        label={{ zh: '帳號', en: 'Account number' }}
        inputmode="numeric"
        maxlength={40}
        required
      />
      <TextField name="holder_name" label={{ zh: '戶名', en: 'Holder' }} maxlength={120} required />
    </ActForm>
  )
}

function RemovalForm({ uid, account }: FormProps & { account: Account }) {
  const id = `remove-account-${account.id}`
  const last5 = account.account_no.slice(-5)
  const title = { zh: `移除末五碼 ${last5} 的帳戶`, en: `Remove the account ending in ${last5}` }
  return (
    <ActForm
      id={id}
      folded={{}}
      call="removeSettlementAccount"
      path={{ uid, id: String(account.id) }}
      button={title}
      tone="danger"
      warning={{
        zh: '之後的提領不再付至這個帳戶；已申請的仍照原帳戶。',
        en: 'New withdrawals are no longer paid to it; a pending one still is.',
      }}
      second={{ kind: 'always' }}
    />
  )
}

type Auto = Merchant['settings']['auto_withdrawal']

const autoWords = (auto: Auto) =>
  auto === null
    ? { zh: '不自動提領。', en: 'Nothing is withdrawn automatically.' }
    : {
        zh: `每日自動提領全部可提領金額，達 ${moneyText(auto.minimum)} 才提領。`,
        en: `All is withdrawn automatically once a day, from ${moneyText(auto.minimum)} on.`,
      }

const setsAuto: SameCall = ({ settings }) => 'auto_withdrawal' in membersOf(settings)

function AutoForms({ uid, auto }: FormProps & { auto: Auto }) {
  const title = { zh: '設定自動提領', en: 'Automatic withdrawal' }
  const off = { zh: '停止自動提領', en: 'Stop automatic withdrawal' }
  return (
    <>
      <ActForm
        id="auto-withdrawal"
        folded={{}}
        call="patchMerchant"
        path={{ uid }}
        button={title}
        warning={{
          zh: '自明日起，每日午夜後提領全部可提領金額至最早設定的帳戶。',
          en: 'From tomorrow on, all is withdrawn after midnight, to the oldest account.',
        }}
        second={{ kind: 'always' }}
        isSameCall={setsAuto}
      >
        <TextField
          name="settings.auto_withdrawal.minimum"
          label={{ zh: '至少（整數元）', en: 'At least (whole TWD)' }}
          inputmode="numeric"
          maxlength={10}
          value={String(auto?.minimum ?? 0)}
          required
        />
      </ActForm>
      {auto === null ? null : (
        <ActForm
          id="auto-withdrawal-off"
          folded={{}}
          call="patchMerchant"
          path={{ uid }}
          button={off}
          tone="danger"
          second={{ kind: 'always' }}
          isSameCall={setsAuto}
        >
          <HiddenField name="settings.auto_withdrawal" value="" />
        </ActForm>
      )}
    </>
  )
}
