import type { AnswerOf } from '../../../contract/back-office/table.ts'
import { AccountOf, type Accounts, usableAccounts } from '../banking/accounts/accounts.tsx'
import { type Desk, useDesk } from '../desk.ts'
import { TextField } from '../parts/fields.tsx'
import { ActForm, StickyHiddenField } from '../parts/form.tsx'
import { Age, Card, OutsideText, Time } from '../parts/values.tsx'
import { alarmLabels, severityLabels } from './alarm-labels.ts'

type Alarm = AnswerOf<'listAlarms'>['items'][number]

type RaisedAlarmsProps = {
  readonly alarms: readonly Alarm[]
  readonly accounts: Accounts
  readonly forms?: boolean
}

/** The raised alarms, each with its acknowledgement; its meaning and remedy are unfolded beside `forms`. */
export function RaisedAlarms({ alarms, accounts, forms = false }: RaisedAlarmsProps) {
  const { say } = useDesk()
  const standing = alarms.filter(({ state }) => state === 'standing')
  return (
    <Card title={{ zh: '持續中的警報', en: 'Alarms that stand' }} look="spaced" id="alarms">
      {standing.length === 0 ? <p>{say({ zh: '沒有警報。', en: 'There is none.' })}</p> : null}
      <ul class="alarms">
        {standing.map((alarm) => (
          <li>
            <p class={alarm.severity === 'page' ? 'notice wrong' : 'notice care'}>
              <b>
                {say(severityLabels[alarm.severity])} ·{' '}
                <AboutAlarm alarm={alarm} accounts={accounts} />
              </b>{' '}
              <Age at={alarm.since} />
            </p>
            {forms ? (
              <AlarmText alarm={alarm} />
            ) : (
              <details class="more">
                <summary>{say({ zh: '說明與處置', en: 'What it means, and what to do' })}</summary>
                <AlarmText alarm={alarm} />
              </details>
            )}
            <Acknowledgement {...alarm} />
            {forms ? <AcknowledgeForm {...alarm} /> : null}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function AlarmText({ alarm: { means, detail, what_to_do: remedy, runbook } }: { alarm: Alarm }) {
  const { say } = useDesk()
  return (
    <>
      <p>{say(means)}</p>
      {detail === '' ? null : (
        <p>
          <OutsideText text={detail} />
        </p>
      )}
      <p class="remedy">
        {say({ zh: '處置：', en: 'What to do: ' })}
        {say(remedy)} <code>{runbook}</code>
      </p>
    </>
  )
}

function Acknowledgement({ acknowledged_by: by, acknowledged_at: at, note }: Alarm) {
  const { say } = useDesk()
  if (by === null) return null
  return (
    <p>
      {say({ zh: '已確認：', en: 'Acknowledged by ' })}
      <OutsideText text={by} /> <Time at={at} brief />
      {note === '' ? null : (
        <>
          {' '}
          <OutsideText text={note} />
        </>
      )}
    </p>
  )
}

function AcknowledgeForm({ name, subject: { kind, id }, acknowledged_by: by }: Alarm) {
  const { may } = useDesk()
  if (by !== null || !may('acknowledgeAlarm')) return null
  const form = `acknowledge-${name}-${id ?? 'all'}`
  return (
    <ActForm
      id={form}
      folded={{ title: { zh: '確認', en: 'Acknowledge' } }}
      call="acknowledgeAlarm"
      path={{ name }}
      button={{ zh: '確認此警報', en: 'Acknowledge this alarm' }}
      warning={{
        zh: '解除之前，各頻道不再收到此警報。',
        en: 'No channel is notified of it again until it is over.',
      }}
    >
      {id === null ? null : <StickyHiddenField name="subject" value={`${kind}:${id}`} />}
      <TextField
        name="note"
        label={{ zh: '備註（選填）', en: 'Note (optional)' }}
        maxlength={500}
      />
    </ActForm>
  )
}

type AboutProps = { readonly alarm: Alarm; readonly accounts: Accounts }

/** Accounts, those of the alarms included; not read if no alarm is about one. */
export async function accountsOf(desk: Desk, alarms: readonly Alarm[]): Promise<Accounts> {
  return alarms.some(({ subject }) => subject.kind === 'bank_account') ? usableAccounts(desk) : []
}

/** The name of an alarm, and its subject, with a link if the subject has a page. */
export function AboutAlarm({ alarm: { name, subject }, accounts }: AboutProps) {
  const { say } = useDesk()
  const { kind, id } = subject
  return (
    <>
      {say(alarmLabels[name])}
      {kind === 'database' && id !== null ? (
        <> {say({ zh: `（資料庫 ${id}）`, en: `(database ${id})` })}</>
      ) : null}
      {kind === 'job' && id !== null ? <> {say({ zh: `（${id}）`, en: `(${id})` })}</> : null}
      {kind === 'merchant' && id !== null ? (
        <>
          {' '}
          <a class="within-text" href={`/merchants/${encodeURIComponent(id)}`}>
            <OutsideText text={String(id)} />
          </a>
        </>
      ) : null}
      {kind === 'bank_account' && id !== null ? (
        <>
          {' '}
          <a class="within-text" href={`/bank-accounts/${id}`}>
            <AccountOf id={Number(id)} accounts={accounts} />
          </a>
        </>
      ) : null}
    </>
  )
}
