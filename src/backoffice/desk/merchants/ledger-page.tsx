import type { AnswerOf } from '../../../contract/back-office/table.ts'
import type { Meaning } from '../../../units/language.ts'
import { type Desk, useDesk } from '../desk.ts'
import { eventLabels } from '../labels/event-labels.ts'
import { labelFor } from '../labels/label-for.ts'
import { ledgerTypeLabels } from '../labels/merchant-labels.ts'
import { bucketLabels } from '../labels/people-labels.ts'
import type { Drawn } from '../page.ts'
import { type Column, List, Pager } from '../parts/list.tsx'
import { TestFigures } from '../parts/test-badge.tsx'
import { Foreign, Money, Time } from '../parts/values.tsx'
import { merchantPath } from './merchant-path.ts'

type Entry = AnswerOf<'listLedger'>['items'][number]

/** A merchant's ledger, newest entry first. */
export async function drawLedger(desk: Desk): Promise<Drawn> {
  const { uid = '' } = desk.path
  const { cursor = '' } = desk.query
  const [{ items, next_cursor: next }, merchant] = await Promise.all([
    desk.need('listLedger', { path: { uid }, query: { cursor } }),
    desk.ask('showMerchant', { path: { uid } }),
  ])
  return {
    title: desk.say({ zh: `${uid} 的帳務明細`, en: `Ledger of ${uid}` }),
    main: (
      <>
        <p class="links">
          <a href={merchantPath(uid)}>{desk.say({ zh: '回到商戶', en: 'Back to the merchant' })}</a>
          <a href={`/api${merchantPath(uid, '/ledger.csv')}`}>
            {desk.say({ zh: '下載 CSV', en: 'Download as CSV' })}
          </a>
        </p>
        {merchant.ok && merchant.value.test ? <TestFigures /> : null}
        <List
          id="ledger"
          caption={{ zh: '帳務明細', en: 'Ledger' }}
          items={items}
          keyOf={({ order_id: id, seq, from, to }) => `${id}-${seq}-${from}-${to}`}
          columns={columnsFor(desk)}
          empty={{ zh: '還沒有帳務。', en: 'Nothing is booked yet.' }}
        />
        <Pager next={next} />
      </>
    ),
  }
}

const columnsFor = ({ say, path }: Desk): readonly Column<Entry>[] => [
  {
    name: { zh: '訂單或調整', en: 'Order or adjustment' },
    cell: (entry) => <Order entry={entry} />,
  },
  { name: { zh: '時間', en: 'Time' }, cell: ({ at }) => <Time at={at} brief /> },
  { name: { zh: '事由', en: 'What' }, cell: (entry) => <What entry={entry} /> },
  { name: { zh: '款項', en: 'Money' }, cell: (entry) => <span>{say(wayOf(entry))}</span> },
  {
    name: { zh: '金額', en: 'Amount' },
    isAmount: true,
    // What leaves the merchant is negative.
    cell: ({ amount, to }) => <Money dollars={to === 'outside' ? -amount : amount} />,
  },
  {
    name: { zh: '經手', en: 'By' },
    cell: ({ actor }) =>
      actor === path.uid ? (
        <span class="words">{say({ zh: '商戶', en: 'merchant' })}</span>
      ) : actor === 'member' ? (
        <span class="words">{say({ zh: '會員', en: 'member' })}</span>
      ) : (
        <Foreign text={actor} />
      ),
  },
]

function Order({ entry }: { entry: Entry }) {
  const { say } = useDesk()
  const { type, trade_no: tradeNo, number } = entry
  const kind = say(ledgerTypeLabels[type])
  if (tradeNo === '') return <>{`${kind} ${number}`}</>
  const isPayout = type === 'adjustment' ? tradeNo.startsWith('P') : type === 'payout'
  return (
    <>
      {kind} <a href={`/${isPayout ? 'payouts' : 'collections'}/${tradeNo}`}>{tradeNo}</a>
      {entry.merchant_order_no === '' ? null : (
        <small class="below">
          <Foreign text={entry.merchant_order_no} />
        </small>
      )}
    </>
  )
}

function What({ entry: { event, reason } }: { entry: Entry }) {
  const { say } = useDesk()
  return (
    <>
      {say(labelFor(eventLabels, event))}
      {reason === '' ? null : (
        <small class="below">
          <Foreign text={reason} />
        </small>
      )}
    </>
  )
}

function wayOf({ from, to }: Entry): Meaning {
  if (from === 'outside') return to === 'outside' ? { zh: '', en: '' } : into(to)
  const left = bucketLabels[from]
  if (to === 'outside') return { zh: `由${left.zh}轉出`, en: `Out of ${left.en.toLowerCase()}` }
  const right = bucketLabels[to].en.toLowerCase()
  return { zh: `由${left.zh}${into(to).zh}`, en: `From ${left.en.toLowerCase()} to ${right}` }
}

function into(to: keyof typeof bucketLabels): Meaning {
  const { zh, en } = bucketLabels[to]
  return { zh: `轉入${zh}`, en: `Into ${en.toLowerCase()}` }
}
