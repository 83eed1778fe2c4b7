import { TextField } from '../parts/fields.tsx'

/** The name that members see as the payee. `kept` are its present texts; all of them are sent. */
export function DisplayFields({ kept }: { kept?: { name: string; support_url: string } }) {
  return (
    <>
      <TextField
        name="settings.display.name"
        label={{ zh: '會員看到的收款方', en: 'Whom members see that they pay' }}
        hint={
          kept === undefined
            ? {
                zh: '顯示在付款頁。未填時為商戶名稱。',
                en: "Shown on the payment page; the merchant's name where it is empty.",
              }
            : { zh: '顯示在付款頁。', en: 'Shown on the payment page.' }
        }
        maxlength={120}
        required={kept !== undefined}
        value={kept?.name}
      />
      <TextField
        name="settings.display.support_url"
        label={{ zh: '客服網址', en: 'Address for support' }}
        hint={{
          zh: '會員在付款頁求助的連結，http 或 https。可不填。',
          en: 'Where members find help, http or https; may be empty.',
        }}
        type="url"
        maxlength={255}
        value={kept?.support_url}
      />
    </>
  )
}
