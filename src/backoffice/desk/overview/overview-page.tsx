import type { AnswerOf } from '../../../contract/back-office/table.ts'
import { moneyText } from '../../../units/money.ts'
import { taipeiToSeconds } from '../../../units/taipei-time.ts'
import { ownApprovals } from '../approvals/own-approvals.tsx'
import { secondPersonFor, WithSecondPerson } from '../approvals/waiting-approvals.tsx'
import { type Desk, useDesk } from '../desk.ts'
import { unsureLabel } from '../labels/order-labels.ts'
import type { BoundedCount, DeskPage, PageContent } from '../page.ts'
import { realOrTestFilter } from '../parts/filters.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { TestFigures } from '../parts/test-badge.tsx'
import { Age, Card } from '../parts/values.tsx'
import { Views, viewsOf } from '../parts/views.tsx'
import { countDoubts } from '../queue/doubts/doubt-list.tsx'
import { countReady } from '../queue/ready-page.tsx'
import { drawAlarms } from './alarms-page.tsx'
import { AutoSection } from './auto-section.tsx'
import { DaySection } from './day-section.tsx'
import {
  type Figure,
  type FigureGroup,
  figureGroups,
  taskFigures,
  testFigureGroups,
} from './figures.ts'
import { HoursChart } from './hours-chart.tsx'
import { MaintenanceNotice } from './maintenance-section.tsx'
import { accountsOf, RaisedAlarms } from './raised-alarms.tsx'
import { drawService } from './service-page.tsx'

/** The overview of waiting work and the last day's figures, all alarms, and the state of the service. */
export const overviewPages: readonly DeskPage[] = [
  { path: '/overview', reads: 'overview', conditions: { test: ['only'] }, draw: drawOverview },
  { path: '/alarms', reads: 'listAlarms', draw: drawAlarms },
  { path: '/service', reads: 'showService', draw: drawService },
]

async function drawOverview(desk: Desk): Promise<PageContent> {
  const isTest = desk.query.test === 'only'
  const query = isTest ? { test: 'only' } : {}
  const [overview, hours, alarms, maintenance, own, auto, second, ready, doubts] =
    await Promise.all([
      desk.need('overview', { query }),
      desk.ask('overviewHours', { query }),
      desk.ask('listAlarms'),
      desk.ask('showMaintenance'),
      isTest ? null : ownApprovals(desk),
      isTest ? null : desk.ask('showAuto'),
      secondPersonFor(desk, 'auto:all'),
      isTest ? null : countReady(desk),
      isTest ? null : countDoubts(desk),
    ])
  const standing = alarms.ok ? alarms.value.items.filter(({ state }) => state === 'standing') : []
  const accounts = await accountsOf(desk, standing)
  const groups = isTest ? testFigureGroups(overview, desk.now) : figureGroups(overview, desk.now)
  return {
    title: desk.say(
      isTest
        ? { zh: '測試商戶總覽', en: 'Overview of test merchants' }
        : { zh: '總覽', en: 'Overview' },
    ),
    refreshSeconds: 30,
    ...(isTest
      ? {}
      : {
          approvals: overview.approvals_waiting,
          payouts: { count: overview.payouts.waiting, isCut: false },
        }),
    ...(ready === null ? {} : { ready }),
    ...(doubts === null ? {} : { doubtful: doubts }),
    main: (
      <WithSecondPerson second={second}>
        {maintenance.ok ? <MaintenanceNotice {...maintenance.value} /> : null}
        {isTest ? null : <WaitingWork ready={ready} doubts={doubts} overview={overview} />}
        {standing.length === 0 ? null : <RaisedAlarms alarms={standing} accounts={accounts} />}
        <Views {...viewsOf(realOrTestFilter)} filters={[]} />
        {isTest ? <TestFigures /> : <Summary groups={groups} overview={overview} doubts={doubts} />}
        <div class="cards" id="figures">
          {groups.filter(hasAny).map((group) => (
            <Group group={group} countedUpTo={overview.counted_up_to} />
          ))}
        </div>
        <AllClear figures={groups.flatMap(({ figures }) => figures.filter(isNone))} />
        {hours.ok ? (
          <DaySection hours={hours.value} isTest={isTest} />
        ) : (
          <Refusal refused={hours} />
        )}
        {auto?.ok === true ? (
          <AutoSection
            auto={auto.value}
            figures={overview.auto}
            settledToday={hours.ok ? (hours.value.today.so_far?.collections.settled ?? null) : null}
          />
        ) : null}
        {own}
        {hours.ok ? <HoursChart hours={hours.value.hours} isTest={isTest} /> : null}
      </WithSecondPerson>
    ),
  }
}

type NowProps = {
  readonly ready: Awaited<ReturnType<typeof countReady>>
  readonly doubts: BoundedCount | null
  readonly overview: AnswerOf<'overview'>
}

const cutText = (count: string, { isCut }: BoundedCount) => `${count}${isCut ? '+' : ''}`

// Work that can be done at once, before all figures: first the money to judge.
function WaitingWork({ ready, doubts, overview }: NowProps) {
  const { say, now } = useDesk()
  return (
    <nav class="links" id="now" aria-label={say({ zh: '現在可處理', en: 'To do now' })}>
      {doubts === null ? null : (
        <a href="/desk?show=doubt" class={doubts.count === 0 ? 'none' : 'care'}>
          {say(unsureLabel)} <b>{cutText(String(doubts.count), doubts)}</b>
        </a>
      )}
      {ready === null ? null : (
        <a href="/desk/ready" class={ready.count === 0 ? 'none' : undefined}>
          {say({ zh: '可入帳', en: 'Ready to settle' })}{' '}
          <b>{cutText(String(ready.count), ready)}</b>{' '}
          {ready.count === 0 ? null : <small>{cutText(moneyText(ready.sum), ready)}</small>}
        </a>
      )}
      {taskFigures(overview).map((figure) => (
        <a href={figure.links[0].to} class={toneOf(figure, now)}>
          {say(figure.name)} <b>{countText(figure.count, overview.counted_up_to)}</b>{' '}
          <Oldest figure={figure} />
        </a>
      ))}
    </nav>
  )
}

type SummaryProps = Omit<NowProps, 'ready'> & { readonly groups: readonly FigureGroup[] }

function Summary({ groups, overview, doubts }: SummaryProps) {
  const { say, now } = useDesk()
  const figures = [...taskFigures(overview), ...groups.flatMap((one) => one.figures)]
  const isClear = !doubts?.count && !figures.some((one) => needsCare(one, now))
  return (
    <div id="summary">
      {isClear ? (
        <p class="notice done">
          {say({ zh: '沒有逾時或異常的事項。', en: 'Nothing is late or out of order.' })}
        </p>
      ) : null}
      {overview.days_to_full === null ? null : (
        <p class="hint">
          {say({
            zh: `依近七日的成長，資料庫 ${overview.days_to_full} 天後額滿。`,
            en: `At the growth of the last seven days a database is full in ${overview.days_to_full} days.`,
          })}
        </p>
      )}
      {overview.archive === null ? null : <Archive {...overview.archive} />}
      <CapRoom {...overview.caps} />
      {overview.can_approve ? null : (
        <p class="notice care">
          {say({
            zh: '目前沒有任何操作可以核准：可核准的營運人員少於兩位。',
            en: 'Nothing can be approved: there are fewer than two operators.',
          })}{' '}
          <a href="/people">{say({ zh: '查看人員', en: 'See the people' })}</a>
        </p>
      )}
    </div>
  )
}

type ArchiveOf = NonNullable<AnswerOf<'overview'>['archive']>

function Archive({ orders, bytes, oldest_at, newest_at, ended_at }: ArchiveOf) {
  const { say } = useDesk()
  const [from, to, end] = [oldest_at, newest_at, ended_at].map((at) => at?.slice(0, 10) ?? '–')
  const size = `${(bytes / 1e6).toFixed(1)} MB`
  return (
    <p class="hint">
      {say({
        zh: `已封存 ${orders} 筆訂單（${from} 至 ${to}，${size}），最近找完於 ${end}。`,
        en: `${orders} orders of ${from} to ${to} are archived (${size}); the search last ended on ${end}.`,
      })}
    </p>
  )
}

// The amount left today under the daily caps of accounts.
function CapRoom({ accounts, room }: AnswerOf<'overview'>['caps']) {
  const { say } = useDesk()
  if (accounts === 0) return null
  const rest = moneyText(room)
  return (
    <p class="hint">
      {say({
        zh: `設有每日上限的 ${accounts} 個帳戶，今日尚可收 ${rest}。`,
        en: `The ${accounts === 1 ? 'account' : `${accounts} accounts`} with a daily cap may still take ${rest} today.`,
      })}
    </p>
  )
}

function needsCare({ count, care, oldest }: Figure, now: number): boolean {
  if (count === 0 || care === 'never') return false
  if (care === 'at_once') return true
  const since = typeof oldest === 'string' ? taipeiToSeconds(oldest) : null
  return since !== null && now - since >= care
}

const isNone = ({ count }: Figure) => count === 0
const hasAny = ({ figures }: FigureGroup) => !figures.every(isNone)

function AllClear({ figures }: { figures: readonly Figure[] }) {
  const { say } = useDesk()
  const count = figures.length
  if (count === 0) return null
  return (
    <details class="more" id="all-clear">
      <summary>
        {say({
          zh: `其他 ${count} 項：皆無`,
          en: `${count} ${count === 1 ? 'other' : 'others'}, all clear`,
        })}
      </summary>
      <Rows figures={figures} countedUpTo={Number.POSITIVE_INFINITY} />
    </details>
  )
}

function Group({ group, countedUpTo }: { group: FigureGroup; countedUpTo: number }) {
  return (
    <Card title={group.name}>
      <Rows figures={group.figures.filter((one) => !isNone(one))} countedUpTo={countedUpTo} />
    </Card>
  )
}

function Rows({ figures, countedUpTo }: { figures: readonly Figure[]; countedUpTo: number }) {
  return (
    <ul class="figures">
      {figures.map((figure) => (
        <li>
          <FigureRow figure={figure} countedUpTo={countedUpTo} />
        </li>
      ))}
    </ul>
  )
}

function FigureRow({ figure, countedUpTo }: { figure: Figure; countedUpTo: number }) {
  const { say, now } = useDesk()
  const { name, count, links } = figure
  const tone = `figure ${toneOf(figure, now) ?? ''}`
  const content = (
    <>
      <span>
        {say(name)} <Oldest figure={figure} />
      </span>
      <b>{countText(count, countedUpTo)}</b>
    </>
  )
  const [only, ...others] = links
  if (others.length === 0) {
    return (
      <a class={tone} href={only.to}>
        {content}
      </a>
    )
  }
  return (
    <div class={tone}>
      {content}
      <span class="ways">
        {links.map(({ to, called }) => (
          <a href={to}>{say(called)}</a>
        ))}
      </span>
    </div>
  )
}

const toneOf = (figure: Figure, now: number) =>
  needsCare(figure, now) ? 'care' : isNone(figure) ? 'none' : undefined

function Oldest({ figure: { oldest } }: { figure: Figure }) {
  const { say } = useDesk()
  if (typeof oldest !== 'string') return null
  return (
    <small>
      {say({ zh: '最久：', en: 'oldest ' })}
      <Age at={oldest} />
    </small>
  )
}

// No count exceeds the API's bound; sums are exact.
function countText(count: number, countedUpTo: number): string {
  return `${count.toLocaleString('en-US')}${count === countedUpTo ? '+' : ''}`
}
