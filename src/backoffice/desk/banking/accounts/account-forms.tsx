import type { StatementFormat } from '../../../../contract/back-office/banking/statement-format.ts'
import {
  type BankAccountState,
  bankAccountStates,
} from '../../../../contract/back-office/states.ts'
import type { Meaning } from '../../../../units/language.ts'
import { moneyText } from '../../../../units/money.ts'
import type { SameCall } from '../../approvals/waiting-approvals.tsx'
import { useDesk } from '../../desk.ts'
import { labelFor } from '../../labels/label-for.ts'
import { formatLabels } from '../../labels/statement-labels.ts'
import { HiddenField } from '../../parts/fields.tsx'
import { ActForm, Disclosed, secondIf } from '../../parts/form.tsx'
import { Facts } from '../../parts/values.tsx'
import { AutoFields, fieldsOf, HolderField, LimitFields, PeopleFields } from './account-fields.tsx'
import { ProofFacts } from './account-parts.tsx'
import type { Account } from './accounts.tsx'
import { FormatChoice, FormatFacts, type Formats, OwnFormatFields } from './format-fields.tsx'

/**
 * What an operator can change of an account: its settings, how its statements are read, its state; a freeze has a form
 * of its own.
 */
export function AccountForms({ account, formats }: AccountFormsProps) {
  const { say } = useDesk()
  return (
    <>
      <section class="card acts" aria-labelledby="settings">
        <h2 id="settings">{say({ zh: '設定', en: 'Settings' })}</h2>
        <SettingForms account={account} />
        <FormatForms account={account} formats={formats} />
      </section>
      <section class="card acts" aria-labelledby="state">
        <h2 id="state">{say({ zh: '變更狀態', en: 'Change its state' })}</h2>
        {bankAccountStates
          .filter((state) => state !== account.state && state !== 'frozen')
          .map((state) => (
            <StateForm account={account} state={state} />
          ))}
      </section>
    </>
  )
}

const setsFormat: SameCall = ({ statement_format: format }) => format !== undefined

type AccountFormsProps = ChangeProps & { readonly formats: Formats }
type ChangeProps = { readonly account: Account }

function SettingForms({ account }: ChangeProps) {
  const was = fieldsOf(account)
  const path = { id: account.id }
  const button = { zh: '儲存', en: 'Save' }
  return (
    <>
      <ActForm
        id="limits"
        folded={{ title: { zh: '用途、商戶、上限、備註', en: 'Use, merchants, cap, note' } }}
        call="patchBankAccount"
        path={path}
        button={button}
        initialValues={was.limits}
        second={{ kind: 'part', text: someOfLimits }}
      >
        <LimitFields />
      </ActForm>
      <ActForm
        id="people"
        folded={{ title: { zh: '戶名、可使用的專員、即時明細來源', en: 'Holder, agents, feeds' } }}
        call="patchBankAccount"
        path={path}
        button={button}
        initialValues={was.people}
        second={{ kind: 'always' }}
      >
        <HolderField />
        <PeopleFields />
      </ActForm>
      <Disclosed
        id="auto"
        title={{ zh: '自動指定帳戶與入帳', en: 'Automatic accounts and settling' }}
      >
        <Facts>
          <ProofFacts account={account} />
        </Facts>
        <ActForm
          id="auto"
          call="patchBankAccount"
          path={path}
          button={button}
          initialValues={was.auto}
          second={{ kind: 'part', text: someOfAuto }}
        >
          <AutoFields />
        </ActForm>
      </Disclosed>
    </>
  )
}

const someOfLimits = {
  zh: '用途、商戶、佐證的變更，以及調高或取消上限，須由另一位營運人員核准後才會生效。',
  en:
    'A change of use, merchants or backing, and a cap that is raised or removed, ' +
    'need the approval of another operator.',
}

const someOfAuto = {
  zh: '改為入帳、調高金額，以及加入即時明細，須由另一位營運人員核准後才會生效；其他立即生效。',
  en:
    'Settling, a larger amount and feeds as a source need the approval of another operator; ' +
    'other changes take effect at once.',
}

function FormatForms({ account, formats }: { account: Account; formats: Formats }) {
  const { say } = useDesk()
  const path = { id: account.id }
  const { statement_format: current } = account
  const isOwn = typeof current === 'object' && current !== null
  // The API keeps only formats that its schema takes.
  const own = isOwn ? (current as StatementFormat) : formats[0]?.format
  const button = { zh: '儲存格式', en: 'Save the format' }
  return (
    <>
      <Disclosed id="format" title={{ zh: '對帳單格式：內建', en: 'Statement format: built in' }}>
        <ActForm
          id="format"
          call="patchBankAccount"
          path={path}
          button={button}
          isSameCall={setsFormat}
        >
          <FormatChoice formats={formats} value={typeof current === 'string' ? current : ''} />
        </ActForm>
        {formats.map(({ name, format }) => (
          <section>
            <h3>{say(labelFor(formatLabels, name))}</h3>
            <FormatFacts format={format} />
          </section>
        ))}
      </Disclosed>
      {own === undefined ? null : (
        <Disclosed
          id="own-format"
          title={{ zh: '對帳單格式：自訂', en: 'Statement format: of its own' }}
        >
          {isOwn ? null : (
            <p class="hint">
              {say({
                zh: '以下先填了一個內建格式作為範例，請改成銀行檔案的樣子。',
                en: "Filled with a built-in one as an example: make it what the bank's file is.",
              })}
            </p>
          )}
          <ActForm
            id="own-format"
            call="patchBankAccount"
            path={path}
            button={button}
            isSameCall={setsFormat}
          >
            <OwnFormatFields format={own} />
          </ActForm>
        </Disclosed>
      )}
    </>
  )
}

/** The form that brings an account into a state. */
export function StateForm({ account, state }: ChangeProps & { state: BankAccountState }) {
  const id = `to-${state}`
  const { button, warning } = changes[state]
  return (
    <ActForm
      id={id}
      folded={{}}
      call="patchBankAccount"
      path={{ id: account.id }}
      button={button}
      warning={warning(account)}
      tone={state === 'active' ? 'plain' : 'danger'}
      second={secondIf(state === 'active')}
      isSameCall={(body) => body.state === state}
    >
      <HiddenField name="state" value={state} />
    </ActForm>
  )
}

type Change = { readonly button: Meaning; readonly warning: (account: Account) => Meaning }

const changes: Readonly<Record<BankAccountState, Change>> = {
  active: {
    button: { zh: '啟用', en: 'Activate' },
    warning: () => ({
      zh: '啟用後，專員可再把此帳戶指定給會員，會員的頁面會顯示帳號。',
      en: 'Agents can give the account to members again, and their pages then show its number.',
    }),
  },
  paused: {
    button: { zh: '暫停', en: 'Pause' },
    warning: (account) => ({
      zh: `不再指定給新的訂單。已指定的 ${account.waiting_count} 筆訂單不受影響，會員仍看得到帳號，匯款後照常入帳。`,
      en:
        `No new order gets it. The ${account.waiting_count} orders that have it go on: their ` +
        'members still see the number and can be settled.',
    }),
  },
  frozen: {
    button: { zh: '凍結', en: 'Freeze' },
    warning: (account) => ({
      zh:
        '銀行凍結帳戶時使用。會員的頁面立即不再顯示帳號，改為「專人確認中」；' +
        `等待匯款的 ${account.waiting_count} 筆訂單（${moneyText(account.waiting)}）會列為例外，` +
        '須逐筆處理。重新啟用須另一位營運人員核准。',
      en:
        "For an account that the bank has blocked. Members' pages stop showing its number at " +
        `once and say "Being looked into"; the ${account.waiting_count} waiting ` +
        `orders (${moneyText(account.waiting)}) become exceptions, to be decided one by one. To ` +
        'activate it again takes a second operator.',
    }),
  },
  closed: {
    button: { zh: '關閉', en: 'Close' },
    warning: (account) => ({
      zh: `帳戶不再使用，不再指定給新的訂單。已指定的 ${account.waiting_count} 筆訂單，會員的頁面立即不再顯示帳號，改為「專人確認中」：請改指定其他帳戶。重新啟用須另一位營運人員核准。`,
      en:
        `It is used no more. No new order gets it; pages of the ${account.waiting_count} orders that ` +
        'have it stop showing its number at once and say "Being looked into": give them another ' +
        'account. To activate it again takes a second operator.',
    }),
  },
}
