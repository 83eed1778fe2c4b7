import type { AnswerOf } from '../../../contract/back-office/table.ts'
import { useDesk } from '../desk.ts'
import { Age } from '../parts/values.tsx'
import { alarmLabels, severityLabels } from './alarm-labels.ts'

type Alarm = AnswerOf<'listAlarms'>['items'][number]

/** The alarms that stand, each with what it means and what to do. */
export function StandingAlarms({ alarms }: { alarms: readonly Alarm[] }) {
  const { say } = useDesk()
  const standing = alarms.filter(({ state }) => state === 'standing')
  return (
    <section class="card spaced" id="alarms">
      <h2>{say({ zh: '持續中的警報', en: 'Alarms that stand' })}</h2>
      {standing.length === 0 ? <p>{say({ zh: '沒有警報。', en: 'There is none.' })}</p> : null}
      <ul class="alarms">
        {standing.map((alarm) => (
          <li>
            <p class={alarm.severity === 'page' ? 'notice wrong' : 'notice care'}>
              <b>
                {say(severityLabels[alarm.severity])} · <AboutAlarm alarm={alarm} />
              </b>{' '}
              <Age at={alarm.since} />
            </p>
            <p>{say(alarm.means)}</p>
            <p>
              {say({ zh: '處置：', en: 'What to do: ' })}
              {say(alarm.what_to_do)} <code>{alarm.runbook}</code>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What an alarm is called, and what it is about, with a link where that has a page. */
export function AboutAlarm({ alarm: { name, subject } }: { alarm: Alarm }) {
  const { say } = useDesk()
  const { kind, id } = subject
  return (
    <>
      {say(alarmLabels[name])}
      {kind === 'database' && id !== null ? (
        <> {say({ zh: `（資料庫 ${id}）`, en: `(database ${id})` })}</>
      ) : null}
      {kind === 'bank_account' && id !== null ? (
        <>
          {' '}
          <a href={`/bank-accounts/${id}`}>{say({ zh: '查看帳戶', en: 'See the account' })}</a>
        </>
      ) : null}
    </>
  )
}
