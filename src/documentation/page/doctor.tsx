import type { Say } from '../../units/language.ts'
import { mistakes } from '../doctor/mistakes.ts'
import { exampleSecret } from '../worked-examples.ts'

type Props = { say: Say; toleranceSeconds: number }

/** The signature doctor's form. The page's script answers it, in the reader's browser alone. */
export function DoctorForm({ say, toleranceSeconds }: Props) {
  return (
    <form
      id="doctor-form"
      autocomplete="off"
      data-tolerance={toleranceSeconds}
      data-example-secret={exampleSecret}
      hidden
    >
      <Area name="body" label={say(labels.body)} rows={6} />
      <Area name="headers" label={say(labels.headers)} rows={3} />
      <label>
        {say(labels.secret)}
        <input name="secret" type="text" spellcheck={false} />
      </label>
      <label>
        {say(labels.sign)}
        <input name="sign" type="text" spellcheck={false} />
      </label>
      <Area name="own-text" label={say(labels.ownText)} rows={3} />
      <button type="submit">{say(labels.diagnose)}</button>
      <div data-part="diagnosis" role="status" />
    </form>
  )
}

/** The mistakes that the doctor recognises. The script takes their texts from here. */
export function Mistakes({ say }: { say: Say }) {
  return (
    <ul>
      {Object.entries(mistakes).map(([kind, { title, remedy, mistakes: labelsByName }]) => (
        <li data-kind={kind}>
          <strong>{say(title)}</strong>
          {say({ zh: '：', en: ': ' })}
          {Object.entries(labelsByName).map(([name, labels], n) => (
            <>
              {n === 0 ? '' : say({ zh: '；', en: '; ' })}
              <span data-known={name}>{say(labels)}</span>
            </>
          ))}
          <br />
          <small>{say(remedy)}</small>
        </li>
      ))}
    </ul>
  )
}

function Area({ name, label, rows }: { name: string; label: string; rows: number }) {
  return (
    <label>
      {label}
      <textarea name={name} rows={rows} spellcheck={false} />
    </label>
  )
}

const labels = {
  body: {
    zh: '送出或收到的內容（JSON 或表單）',
    en: 'The body as sent or received (JSON or a form)',
  },
  headers: {
    zh: '通知的標頭 webhook-id、webhook-timestamp、webhook-signature（只有診斷通知時）',
    en: 'Headers of a callback: webhook-id, webhook-timestamp, webhook-signature (for callbacks only)',
  },
  secret: { zh: 'API 金鑰', en: 'API secret' },
  sign: {
    zh: '您算出的 sign 或 webhook-signature（空白時取內容與標頭中的）',
    en: 'The sign or webhook-signature you computed (if empty, those in the body and headers)',
  },
  ownText: {
    zh: '您的待簽字串（選填，有助於判斷）',
    en: 'The string you signed (optional, but helpful)',
  },
  diagnose: { zh: '診斷', en: 'Diagnose' },
}
