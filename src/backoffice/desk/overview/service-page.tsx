import type { AnswerOf } from '../../../contract/back-office/table.ts'
import type { Meaning } from '../../../units/language.ts'
import {
  secondPersonFor,
  WaitingNotices,
  WithSecondPerson,
} from '../approvals/waiting-approvals.tsx'
import { type Desk, useDesk } from '../desk.ts'
import type { PageContent } from '../page.ts'
import { type Column, List } from '../parts/list.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { Badge, Card, Fact, Facts, Money } from '../parts/values.tsx'
import { BooksSection, databaseName } from './books-section.tsx'
import { MaintenanceSection } from './maintenance-section.tsx'

type Service = AnswerOf<'showService'>
type Keys = AnswerOf<'showKeys'>
type DatabaseKeys = Keys['databases'][number]

/** The settings of the deployment, its maintenance, its books, and the progress of a rotation of its keys. */
export async function drawService(desk: Desk): Promise<PageContent> {
  const [service, maintenance, books, keys, second] = await Promise.all([
    desk.need('showService'),
    desk.ask('showMaintenance'),
    desk.ask('showBooks'),
    desk.ask('showKeys'),
    secondPersonFor(desk, 'maintenance'),
  ])
  return {
    title: desk.say({ zh: '部署', en: 'Deployment' }),
    main: (
      <WithSecondPerson second={second}>
        <WaitingNotices />
        <DeploymentSettings {...service} />
        {maintenance.ok ? (
          <MaintenanceSection {...maintenance.value} />
        ) : (
          <Refusal refused={maintenance} />
        )}
        {books.ok ? <BooksSection {...books.value} /> : <Refusal refused={books} />}
        {keys.ok ? <KeySection {...keys.value} /> : <Refusal refused={keys} />}
      </WithSecondPerson>
    ),
  }
}

function DeploymentSettings({ merchant_api: origin, databases, approvals }: Service) {
  const { say } = useDesk()
  return (
    <Card title={{ zh: '設定', en: 'Settings' }} look="spaced" id="settings">
      <Facts>
        <Fact name={{ zh: '商戶呼叫的網址', en: 'Where merchants call' }}>
          {origin ?? say({ zh: '未設定', en: 'Not set' })}
        </Fact>
        <Fact name={{ zh: '資料庫', en: 'Databases' }}>{databases}</Fact>
        <Fact name={{ zh: '第二人核准', en: 'Approval by a second person' }}>
          {approvals.on
            ? say({ zh: '需要', en: 'Needed' })
            : say({ zh: '不需要', en: 'Not needed' })}
        </Fact>
        {approvals.on ? (
          <Fact name={{ zh: '金額達此數時', en: 'From this amount on' }}>
            {approvals.from === null ? (
              say({ zh: '不看金額', en: 'For no amount' })
            ) : (
              <Money dollars={approvals.from} />
            )}
          </Fact>
        ) : null}
      </Facts>
    </Card>
  )
}

function KeySection({ secrets_key: sealing, link_signing_key: signing, ...keys }: Keys) {
  const { say } = useDesk()
  const isRotating = sealing.reads_also.length + signing.accepts_also.length > 0
  return (
    <Card title={{ zh: '金鑰', en: 'Keys' }} look="spaced" id="deployed-keys">
      <p class="hint">
        {isRotating
          ? say({
              zh: '更換中：舊主金鑰下的商戶金鑰為 0 之前，請勿移除舊主金鑰。',
              en: 'Keys are being rotated: keep the old ones until no secret is encrypted with them.',
            })
          : say({
              zh: '以檢查值辨識；檢查值不透露金鑰。',
              en: 'Told apart by their check values, which reveal nothing.',
            })}
      </p>
      {keys.unusable.length === 0 ? null : (
        <p class="notice care">
          {say({ zh: '這些設定的內容不是金鑰：', en: 'These settings hold no keys: ' })}
          {keys.unusable.join(', ')}
        </p>
      )}
      <Facts>
        <Fact name={{ zh: '加密商戶金鑰', en: 'Seals API secrets' }}>{sealing.seals_with}</Fact>
        <OtherKeys name={{ zh: '亦可解密', en: 'Also read with' }} marks={sealing.reads_also} />
        <Fact name={{ zh: '簽署付款連結', en: 'Signs payment links' }}>{signing.signs_with}</Fact>
        <OtherKeys
          name={{ zh: '亦接受其簽章', en: 'Also accepted' }}
          marks={signing.accepts_also}
        />
      </Facts>
      <List
        id="sealed"
        caption={{ zh: '各資料庫中的金鑰', en: 'Secrets by database' }}
        items={keys.databases}
        keyOf={({ database }) => `database-${database}`}
        columns={columns(keys.counted_up_to)}
      />
    </Card>
  )
}

function OtherKeys({ name, marks }: { name: Meaning; marks: readonly string[] }) {
  return marks.length === 0 ? null : <Fact name={name}>{marks.join(', ')}</Fact>
}

function columns(countedUpTo: number): readonly Column<DatabaseKeys>[] {
  return [
    {
      name: { zh: '資料庫', en: 'Database' },
      cell: ({ database }, { say }) => say(databaseName(database)),
    },
    {
      name: { zh: '仍在其他金鑰下', en: 'Still under other keys' },
      isNamed: true,
      cell: ({ under_other_keys: rest }) => <Count count={rest} upTo={countedUpTo} />,
    },
    {
      name: { zh: '無法解密', en: 'Cannot be read' },
      isNamed: true,
      cell: ({ unreadable }) => <Count count={unreadable} upTo={countedUpTo} isWrong />,
    },
  ]
}

function Count({ count, upTo, isWrong }: { count: number | null; upTo: number; isWrong?: true }) {
  const { say } = useDesk()
  if (count === null) {
    return <Badge tone="care">{say({ zh: '資料庫未回應', en: 'No answer' })}</Badge>
  }
  const text = count >= upTo ? say({ zh: `${upTo} 以上`, en: `${upTo} or more` }) : String(count)
  return <span>{isWrong && count > 0 ? <Badge tone="wrong">{text}</Badge> : text}</span>
}
