import type { Desk } from '../../desk.ts'
import type { PageContent } from '../../page.ts'
import { ChoiceField, TextField } from '../../parts/fields.tsx'
import { ActForm, secondIf } from '../../parts/form.tsx'
import { type Accounts, accountOptions, usableAccounts } from '../accounts/accounts.tsx'

/** `/bank-transactions/new`: records a transaction by hand, with a second person. */
export async function drawNewTransaction(desk: Desk): Promise<PageContent> {
  // A feed's program may see this page, and not the service.
  const [accounts, service] = await Promise.all([usableAccounts(desk), desk.ask('showService')])
  const { bank_account: chosen = '' } = desk.query
  return {
    title: desk.say({ zh: '登記銀行交易', en: 'Record a transaction' }),
    main: (
      <section class="card part">
        <p class="hint">
          {desk.say({
            zh: '銀行已入帳、但對帳單與即時明細都還沒有的交易才需要。對帳單匯入時會自動確認，不會重複。',
            en:
              'Only for a transaction that the bank has booked and that neither a statement nor a feed has ' +
              'reported. A later statement confirms it and adds no duplicate.',
          })}
        </p>
        <ActForm
          id="post"
          call="postTransaction"
          button={{ zh: '登記', en: 'Record it' }}
          second={secondIf(service.ok && service.value.approvals.on)}
          warning={{
            zh: '登記後不能修改或刪除，可用來入帳訂單。',
            en: 'It can neither be changed nor deleted, and can settle an order.',
          }}
        >
          <MoneyFields accounts={accounts} chosen={chosen} />
          <PartyFields />
        </ActForm>
      </section>
    ),
  }
}

function MoneyFields({ accounts, chosen }: { accounts: Accounts; chosen: string }) {
  return (
    <>
      <ChoiceField
        name="bank_account"
        label={{ zh: '帳戶', en: 'Account' }}
        value={chosen}
        required
        options={[['', { zh: '請選擇', en: 'Choose' }], ...accountOptions(accounts)]}
      />
      <TextField
        name="booked_at"
        label={{ zh: '入帳時間', en: 'Booked' }}
        hint={{ zh: '臺北時間，與銀行顯示的相同。', en: 'Taipei time, as the bank shows it.' }}
        type="datetime-local"
        required
      />
      <TextField
        name="amount"
        label={{ zh: '金額（TWD）', en: 'Amount (TWD)' }}
        hint={{ zh: '出帳請加負號，例如 -5000。', en: 'Negative where money left: -5000.' }}
        maxlength={20}
        required
      />
      <TextField
        name="external_id"
        label={{ zh: '銀行的編號', en: "The bank's number" }}
        hint={{
          zh: '銀行的交易序號；沒有時請自訂不重複的編號。同帳戶同編號只會登記一次。',
          en: 'Its serial number at the bank, or one of your own. One number is recorded once for an account.',
        }}
        maxlength={120}
        required
      />
    </>
  )
}

function PartyFields() {
  return (
    <>
      <TextField
        name="counterparty_account"
        label={{ zh: '對方帳號（選填）', en: 'Their account, if known' }}
        maxlength={100}
      />
      <TextField
        name="counterparty_last5"
        label={{ zh: '對方末五碼（選填）', en: 'Their last five, if that is all' }}
        inputmode="numeric"
        maxlength={5}
      />
      <TextField
        name="counterparty_name"
        label={{ zh: '對方戶名（選填）', en: 'Their name, if known' }}
        maxlength={120}
      />
      <TextField name="memo" label={{ zh: '備註（選填）', en: 'Memo, if any' }} maxlength={500} />
      <TextField
        name="balance_after"
        label={{ zh: '交易後餘額（選填）', en: 'Balance after, if known' }}
        maxlength={20}
      />
    </>
  )
}
