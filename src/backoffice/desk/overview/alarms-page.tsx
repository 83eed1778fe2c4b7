import type { AnswerOf } from '../../../contract/back-office/table.ts'
import type { Accounts } from '../banking/accounts/accounts.tsx'
import { type Desk, useDesk } from '../desk.ts'
import type { PageContent } from '../page.ts'
import { ActForm } from '../parts/form.tsx'
import { type Column, List } from '../parts/list.tsx'
import { Card, Fact, Facts, Time } from '../parts/values.tsx'
import { channelLabels, sendOutcomeLabels, severityLabels, stateLabels } from './alarm-labels.ts'
import { AboutAlarm, accountsOf, RaisedAlarms } from './raised-alarms.tsx'

type Alarms = AnswerOf<'listAlarms'>

/** The raised alarms, the past ones, and the channels that report them. */
export async function drawAlarms(desk: Desk): Promise<PageContent> {
  const { say } = desk
  const alarms = await desk.need('listAlarms')
  const accounts = await accountsOf(desk, alarms.items)
  const over = alarms.items.filter(({ state }) => state === 'over')
  return {
    title: say({ zh: '警報', en: 'Alarms' }),
    refreshSeconds: 30,
    main: (
      <>
        <RaisedAlarms alarms={alarms.items} accounts={accounts} forms />
        <Card
          title={{ zh: '近七日已解除', en: 'Over, in the last seven days' }}
          look="spaced"
          id="over"
        >
          <List
            id="over-alarms"
            caption={{ zh: '已解除的警報', en: 'Alarms that are over' }}
            items={over}
            keyOf={({ name, subject }) => `${name}-${subject.id ?? 'all'}`}
            columns={columnsWith(accounts)}
          />
        </Card>
        <Channels {...alarms} />
      </>
    ),
  }
}

/** The outcomes of a test of the channels. */
export function drawTestedAlarms(desk: Desk, { channels }: AnswerOf<'testAlarms'>): PageContent {
  return {
    title: desk.say({ zh: '警報測試的結果', en: 'How the test of the alarms went' }),
    main: (
      <section class="card spaced" id="tested">
        <Facts>
          {channels.map(({ channel, state, outcome, http_status: status }) => (
            <Fact name={channelLabels[channel]}>
              {desk.say(outcome === null ? stateLabels[state] : sendOutcomeLabels[outcome])}
              {status === null ? null : ` (HTTP ${status})`}
            </Fact>
          ))}
        </Facts>
        <p>
          <a href="/alarms">{desk.say({ zh: '回到警報', en: 'Back to the alarms' })}</a>
        </p>
      </section>
    ),
  }
}

const columnsWith = (accounts: Accounts): readonly Column<Alarms['items'][number]>[] => [
  {
    name: { zh: '警報', en: 'Alarm' },
    cell: (alarm) => <AboutAlarm alarm={alarm} accounts={accounts} />,
  },
  {
    name: { zh: '等級', en: 'Severity' },
    cell: ({ severity }, { say }) => say(severityLabels[severity]),
  },
  { name: { zh: '開始', en: 'Since' }, cell: ({ since }) => <Time at={since} brief /> },
  { name: { zh: '解除', en: 'Over' }, cell: ({ over_at: at }) => <Time at={at} brief /> },
]

function Channels({ channels, quiet_hours: quiet }: Alarms) {
  const { say, may } = useDesk()
  return (
    <Card title={{ zh: '警報送往何處', en: 'Where alarms are sent' }} look="spaced" id="channels">
      <Facts>
        {channels.map(({ channel, state }) => (
          <Fact name={channelLabels[channel]}>{say(stateLabels[state])}</Fact>
        ))}
        <Fact name={{ zh: '靜音時段', en: 'Quiet hours' }}>
          {quiet === null
            ? say({ zh: '無', en: 'None' })
            : `${quiet.from}–${quiet.until} ${say({ zh: '（台北）', en: '(Taipei)' })}`}
        </Fact>
      </Facts>
      {may('testAlarms') ? (
        <ActForm
          id="test-alarms"
          call="testAlarms"
          button={{ zh: '送出測試', en: 'Send a test' }}
          warning={{
            zh: '已設定的頻道會立即收到一則測試訊息。',
            en: 'Each channel that is set gets a test message at once.',
          }}
        />
      ) : null}
    </Card>
  )
}
