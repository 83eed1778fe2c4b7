import type { Desk } from '../../desk.ts'
import type { PageContent } from '../../page.ts'
import { pickList } from '../../parts/choices/picks.tsx'
import { DatabaseField } from '../../parts/database-field.tsx'
import { TextField } from '../../parts/fields.tsx'
import { ActForm, secondIf } from '../../parts/form.tsx'
import { AutoFields, HolderField, LimitFields, PeopleFields } from './account-fields.tsx'
import { FormatChoice, formatsOf } from './format-fields.tsx'

// The call's defaults of fields that the form leaves out.
const defaults = {
  fee_max: '30',
  auto: 'off',
  auto_max: '20000',
  auto_awaiting_max: '300000',
  auto_sources: 'statement',
}

/** `/bank-accounts/new`: registers an account, with a second person. */
export async function drawNewAccount(desk: Desk): Promise<PageContent> {
  const [formats, { approvals, databases }] = await Promise.all([
    desk.need('listStatementFormats'),
    desk.need('showService'),
  ])
  return {
    title: desk.say({ zh: '登記銀行帳戶', en: 'Register a bank account' }),
    main: (
      <section class="card">
        <ActForm
          id="create"
          call="createBankAccount"
          initialValues={defaults}
          button={{ zh: '登記', en: 'Register' }}
          second={secondIf(approvals.on)}
          warning={{
            zh: '銀行、帳號與所屬資料庫日後不能更改。',
            en: 'The bank, the number and the database can never be changed afterwards.',
          }}
        >
          <TextField
            name="bank_code"
            label={{ zh: '銀行代碼', en: 'Bank code' }}
            hint={{
              zh: '三碼，例如 013。名稱由銀行清單帶出。',
              en: 'Three digits, such as 013. The name comes from the list of banks.',
            }}
            inputmode="numeric"
            list={pickList('banks')}
            maxlength={3}
            required
          />
          <TextField
            name="account_no"
            label={{ zh: '帳號', en: 'Account number' }}
            hint={{
              zh: '4 到 20 位數字，空白與連字號會略去。',
              en: '4 to 20 digits; gaps are left out.',
            }}
            inputmode="numeric"
            maxlength={40}
            required
          />
          <HolderField />
          <PeopleFields />
          <LimitFields />
          <DatabaseField
            databases={databases}
            hint={{
              zh: '帳戶只服務這個資料庫的商戶。登記後不能更改。',
              en: 'The account serves the merchants of this database only; it cannot be changed later.',
            }}
          />
          <FormatChoice formats={formatsOf(formats)} />
          <AutoFields />
        </ActForm>
      </section>
    ),
  }
}
