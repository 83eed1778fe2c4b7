import { WithSecondPerson } from '../approvals/waiting-approvals.tsx'
import type { Desk } from '../desk.ts'
import type { PageContent } from '../page.ts'
import { DatabaseField } from '../parts/database-field.tsx'
import { FlagField, TextField } from '../parts/fields.tsx'
import { ActForm } from '../parts/form.tsx'
import { DisplayFields } from './display-fields.tsx'
import { AllowListField, SettingFields, settingTexts } from './setting-fields.tsx'

export async function drawNewMerchant(desk: Desk): Promise<PageContent> {
  const { approvals, databases } = await desk.need('showService')
  return {
    title: desk.say({ zh: '建立商戶', en: 'Create a merchant' }),
    main: (
      <section class="card">
        <ActForm
          id="create"
          call="createMerchant"
          button={{ zh: '建立商戶', en: 'Create the merchant' }}
          warning={{
            zh: '商戶建立後即可呼叫 API。金鑰只在下一頁顯示一次，請準備好交付給商戶的方式。',
            en: 'It can call the API at once. Its secret is on the next page only: be ready to hand it on.',
          }}
        >
          <TextField
            name="uid"
            label={{ zh: '商戶代號', en: 'Code' }}
            hint={{
              zh: '1 到 20 個英數字元、底線、點或連字號。建立後不能更改。',
              en: '1 to 20 letters, digits, underscores, dots or hyphens; it cannot be changed later.',
            }}
            maxlength={20}
            required
          />
          <TextField name="name" label={{ zh: '名稱', en: 'Name' }} maxlength={120} required />
          <AllowListField />
          <WithSecondPerson second={{ ...approvals, waiting: [] }}>
            <SettingFields values={settingTexts(newSettings)} />
          </WithSecondPerson>
          <DisplayFields />
          <DatabaseField
            databases={databases}
            hint={{
              zh: '商戶的訂單與帳務存放之處。建立後不能更改。',
              en: 'Where its orders and books are kept; it cannot be changed later.',
            }}
          />
          <FlagField
            name="test"
            label={{ zh: '測試商戶', en: 'A test merchant' }}
            hint={{
              zh: '供工程師串接。不動用銀行帳戶，也不列入總覽、清單、搜尋與匯出。建立後不能更改。',
              en: 'For engineers. It has no bank account, and lists and figures leave it out. Cannot be changed later.',
            }}
          />
        </ActForm>
      </section>
    ),
  }
}

// The API's defaults of a new merchant.
const newSettings = {
  trusted: false,
  payout_requires_balance: false,
  callback_vocabulary: 'current',
  collection_events: 'completed',
  legacy_signature: true,
  rate_limit: 'standard',
  auto: 'off',
} as const
