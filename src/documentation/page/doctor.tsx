import type { Say } from '../../units/language.ts'
import { mistakes } from '../doctor/mistakes.ts'
import { exampleSecret } from '../worked-examples.ts'

type Props = { say: Say; toleranceSeconds: number }

/** The signature doctor: a form that the page's script answers, in the reader's browser alone. */
export function Doctor({ say, toleranceSeconds }: Props) {
  return (
    <div class="tool">
      <p>{say(labels.what)}</p>
      <p data-needs-script>{say(labels.needsScript)}</p>
      <form
        id="doctor-form"
        autocomplete="off"
        data-tolerance={toleranceSeconds}
        data-example-secret={exampleSecret}
        hidden
      >
        <Area name="body" label={say(labels.body)} rows={6} />
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
      <details>
        <summary>{say(labels.known)}</summary>
        <KnownMistakes say={say} />
      </details>
    </div>
  )
}

// The script takes the words of a mistake from here.
function KnownMistakes({ say }: { say: Say }) {
  return (
    <ul>
      {Object.entries(mistakes).map(([kind, { title, remedy, mistakes: named }]) => (
        <li data-kind={kind}>
          <strong>{say(title)}</strong>
          {say({ zh: '：', en: ': ' })}
          {Object.entries(named).map(([name, words], n) => (
            <>
              {n === 0 ? '' : say({ zh: '；', en: '; ' })}
              <span data-known={name}>{say(words)}</span>
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
  what: {
    zh:
      '得到 signature_error 時，貼上送出的內容與金鑰：這裡以伺服器驗證簽章的同一份程式找出錯在哪裡。' +
      '全部在瀏覽器中計算，不送出也不保存。',
    en:
      'Got signature_error? Paste the body you sent and your secret: the same code that ' +
      'verifies signatures on the server looks for the mistake. Everything runs in your ' +
      'browser; nothing is sent or stored.',
  },
  needsScript: {
    zh: '簽章診斷需要 JavaScript。',
    en: 'The signature doctor needs JavaScript.',
  },
  body: { zh: '送出的內容（JSON 或表單）', en: 'The body as sent (JSON or a form)' },
  secret: { zh: 'API 金鑰', en: 'API secret' },
  sign: {
    zh: '您算出的 sign（空白時取內容中的）',
    en: 'The sign you computed (if empty, the one in the body)',
  },
  ownText: {
    zh: '您的待簽字串（選填，有助於判斷）',
    en: 'The string you signed (optional, but helpful)',
  },
  known: { zh: '認得的錯誤', en: 'Mistakes it recognises' },
  diagnose: { zh: '診斷', en: 'Diagnose' },
}
