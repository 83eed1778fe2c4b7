import { useDesk } from '../desk.ts'
import { roleLabels } from '../labels/people-labels.ts'
import { localPeople } from '../local-actors.ts'
import { FormFields } from '../parts/form.tsx'

/** The reader, the language, and locally the choice of another identity. */
export function Person() {
  const { say, identity, isLocal, language } = useDesk()
  const other = language === 'zh' ? 'en' : 'zh'
  return (
    <details class="person">
      <summary>
        <b>{identity.name}</b> <small>{say(roleLabels[identity.role])}</small>
      </summary>
      <div class="card">
        <p>
          <b>{identity.name}</b> <small>{say(roleLabels[identity.role])}</small>
        </p>
        <form method="post" action="/language">
          <FormFields />
          <button
            type="submit"
            class="quiet"
            name="language"
            value={other}
            lang={other === 'zh' ? 'zh-Hant-TW' : 'en'}
          >
            {other === 'zh' ? '中文' : 'English'}
          </button>
        </form>
        {isLocal ? <LocalPeople /> : null}
      </div>
    </details>
  )
}

function LocalPeople() {
  const { say, identity } = useDesk()
  return (
    <form method="post" action="/local-actor">
      <FormFields />
      <p>{say({ zh: '在本機以誰的身分工作：', en: 'On this machine, work as:' })}</p>
      {localPeople.map(({ name, role, called }) => (
        <button
          type="submit"
          class="quiet"
          name="actor"
          value={`${name}:${role}`}
          aria-pressed={identity.name === name && identity.role === role ? 'true' : 'false'}
        >
          {say(called)}
        </button>
      ))}
    </form>
  )
}
