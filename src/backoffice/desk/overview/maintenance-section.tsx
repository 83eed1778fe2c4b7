import type { AnswerOf } from '../../../contract/back-office/table.ts'
import { useDesk } from '../desk.ts'
import { ChoiceField, HiddenField, ReasonField } from '../parts/fields.tsx'
import { ActForm } from '../parts/form.tsx'
import { type Column, List } from '../parts/list.tsx'
import { Badge, Card, OutsideText, Time } from '../parts/values.tsx'
import { databaseName } from './books-section.tsx'

type Maintenance = AnswerOf<'showMaintenance'>
type DatabaseSwitch = Maintenance['items'][number]

/** Which databases are in maintenance, with the forms that turn it on and off. */
export function MaintenanceSection({ items }: Maintenance) {
  const { say, may } = useDesk()
  const isOn = items.some(({ on }) => on !== false)
  const isOff = items.some(({ on }) => on !== true)
  return (
    <Card title={{ zh: '維護', en: 'Maintenance' }} look="spaced" id="maintenance">
      <p class="hint">
        {say({
          zh: '維護期間，建立、異動與匯入一律回應 503，通知暫停送出；查詢與頁面照常。',
          en: 'While it is on, whatever would write is answered with 503, and callbacks wait; look-ups go on.',
        })}
      </p>
      <List
        id="maintained"
        caption={{ zh: '各資料庫的維護', en: 'Maintenance by database' }}
        items={items}
        keyOf={({ database }) => `maintenance-${database}`}
        columns={columns}
      />
      {may('switchMaintenance') && isOff ? (
        <ActForm
          id="begin-maintenance"
          folded={{}}
          call="switchMaintenance"
          button={{ zh: '開始維護', en: 'Begin maintenance' }}
          tone="danger"
          isSameCall={({ on }) => on === true}
          warning={{
            zh: '所有商戶與會員都會受影響：結束之前，收款與付款無法建立。',
            en: 'It concerns all merchants and members of the database: until it ends, no payment can be created.',
          }}
        >
          <HiddenField name="on" value="true" />
          <MaintenanceFields items={items} />
        </ActForm>
      ) : null}
      {may('switchMaintenance') && isOn ? (
        <ActForm
          id="end-maintenance"
          folded={{}}
          call="switchMaintenance"
          button={{ zh: '結束維護', en: 'End maintenance' }}
          second={{ kind: 'always' }}
          isSameCall={({ on }) => on === false}
        >
          <HiddenField name="on" value="false" />
          <MaintenanceFields items={items} />
        </ActForm>
      ) : null}
    </Card>
  )
}

function choiceOf({ database }: DatabaseSwitch) {
  const label = { zh: `資料庫 ${database}`, en: `Database ${database}` }
  return [String(database), label] as const
}

function MaintenanceFields({ items }: Pick<Maintenance, 'items'>) {
  return (
    <>
      <ChoiceField
        name="database"
        label={{ zh: '資料庫', en: 'Database' }}
        options={[['', { zh: '全部', en: 'All of them' }], ...items.map(choiceOf)]}
      />
      <ReasonField />
    </>
  )
}

/** The notice of the overview that a database is in maintenance. */
export function MaintenanceNotice({ items }: Maintenance) {
  const { say } = useDesk()
  const numbers = items.filter(({ on }) => on === true).map(({ database }) => database)
  if (numbers.length === 0) return null
  return (
    <p class="notice care">
      {say({
        zh: `維護中：資料庫 ${numbers.join('、')}。`,
        en: `In maintenance: database ${numbers.join(', ')}.`,
      })}{' '}
      <a href="/service#maintenance">{say({ zh: '查看', en: 'See more' })}</a>
    </p>
  )
}

const columns: readonly Column<DatabaseSwitch>[] = [
  {
    name: { zh: '資料庫', en: 'Database' },
    cell: ({ database }, { say }) => say(databaseName(database)),
  },
  { name: { zh: '狀態', en: 'State' }, cell: (one) => <MaintenanceState database={one} /> },
  { name: { zh: '開始', en: 'Since' }, cell: ({ since }) => <Time at={since} /> },
  { name: { zh: '由誰', en: 'By' }, cell: ({ actor }) => <OutsideText text={actor} /> },
  { name: { zh: '原因', en: 'Reason' }, cell: ({ reason }) => <OutsideText text={reason} /> },
]

function MaintenanceState({ database: { on } }: { readonly database: DatabaseSwitch }) {
  const { say } = useDesk()
  if (on === null) return <Badge tone="wrong">{say({ zh: '沒有回應', en: 'No answer' })}</Badge>
  return on ? (
    <Badge tone="care">{say({ zh: '維護中', en: 'In maintenance' })}</Badge>
  ) : (
    <Badge tone="done">{say({ zh: '正常', en: 'Open' })}</Badge>
  )
}
