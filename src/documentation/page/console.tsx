import type { Say } from '../../units/language.ts'
import type { Deployment } from './blocks.ts'

type Props = { sandbox: Deployment['sandbox']; say: Say }

/**
 * The console: a form that the page's script fills with the endpoints and their fields, taken from the reference.
 * `sandbox` is the merchant that is filled in; null if the reader has to type one.
 */
export function ConsoleForm({ sandbox, say }: Props) {
  return (
    <form id="console-form" autocomplete="off" data-sandbox={sandbox?.uid ?? ''} hidden>
      <label>
        {say(labels.endpoint)}
        <select name="endpoint" />
      </label>
      <fieldset data-part="signed">
        <legend>{say(labels.who)}</legend>
        <Field name="uid" label="uid" value={sandbox?.uid} />
        <Field name="secret" label={say(labels.secret)} value={sandbox?.secret} />
        <Field name="timestamp" label="timestamp" />
      </fieldset>
      <fieldset>
        <legend>{say(labels.fields)}</legend>
        <div data-part="required" />
        <details data-part="more">
          <summary>{say(labels.optional)}</summary>
          <div data-part="optional" />
        </details>
      </fieldset>
      <p class="acts">
        <button type="submit">{say(labels.send)}</button>{' '}
        <button type="button" data-part="renew">
          {say(labels.renew)}
        </button>
      </p>
      <div data-part="answer" role="status" />
      <div data-part="request" />
    </form>
  )
}

type FieldProps = { name: string; label: string; value?: string | undefined }

function Field({ name, label, value }: FieldProps) {
  return (
    <label>
      {label}
      <input name={name} type="text" value={value} spellcheck={false} />
    </label>
  )
}

const labels = {
  endpoint: { zh: '端點', en: 'Endpoint' },
  who: { zh: '商戶與時間', en: 'Merchant and time' },
  secret: { zh: 'API 金鑰（不會送出）', en: 'API secret (stays here)' },
  fields: { zh: '欄位', en: 'Fields' },
  optional: { zh: '選填欄位', en: 'Optional fields' },
  send: { zh: '送出', en: 'Send' },
  renew: { zh: '換新的單號與時間', en: 'New number and time' },
}
