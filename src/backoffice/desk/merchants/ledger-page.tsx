import type { Meaning } from '../../../units/language.ts'
import { useDesk } from '../desk.ts'
import { eventLabels } from '../labels/event-labels.ts'
import { labelFor } from '../labels/label-for.ts'
import { bucketLabels, ledgerTypeLabels } from '../labels/merchant-labels.ts'
import { orderNumber } from '../orders/order-name.ts'
import { orderPath } from '../orders/order-path.ts'
import { FileLink } from '../parts/list.tsx'
import { listPage, type RowOf } from '../parts/list-page.tsx'
import { TestFigures } from '../parts/test-badge.tsx'
import { CutNumber, Money, OutsideText, SignedMoney, Time } from '../parts/values.tsx'
import { merchantPath } from './merchant-path.ts'

type Entry = RowOf<'listLedger'>

/** A merchant's ledger, newest entry first. */
export const ledgerPage = listPage({
  path: '/merchants/:uid/ledger',
  call: 'listLedger',
  title: ({ path: { uid } }) => ({ zh: `${uid} 的帳務明細`, en: `Ledger of ${uid}` }),
  related: (desk) => desk.ask('showMerchant', { path: desk.path }),
  above: ({ related: merchant }) => (
    <>
      <LedgerLinks />
      {merchant.ok && merchant.value.test ? <TestFigures /> : null}
    </>
  ),
  id: 'ledger',
  caption: { zh: '帳務明細', en: 'Ledger' },
  unfolds: true,
  keyOf: ({ order_id: id, seq, from, to }) => `${id}-${seq}-${from}-${to}`,
  empty: { zh: '還沒有帳務。', en: 'Nothing is booked yet.' },
  columns: [
    {
      name: { zh: '訂單或調整', en: 'Order or adjustment' },
      cell: (entry) => <Order entry={entry} />,
    },
    {
      name: { zh: '時間', en: 'Time' },
      onPhone: 'below',
      cell: ({ at }) => <Time at={at} brief />,
    },
    {
      name: { zh: '事由', en: 'What' },
      onPhone: 'below',
      cell: ({ event, reason }, { say }) => (
        <>
          {say(labelFor(eventLabels, event))}
          {reason === '' ? null : (
            <>
              {' '}
              <small>
                <OutsideText text={reason} />
              </small>
            </>
          )}
        </>
      ),
    },
    {
      name: { zh: '款項', en: 'Money' },
      cell: (entry, { say }) => <span>{say(wayOf(entry))}</span>,
    },
    {
      name: { zh: '金額', en: 'Amount' },
      isAmount: true,
      onPhone: 'end',
      cell: (entry) => <EntryAmount entry={entry} />,
    },
    {
      name: { zh: '手續費', en: 'Fee' },
      isAmount: true,
      isNamed: true,
      onPhone: 'below',
      cell: ({ fee }) => (fee === 0 ? '' : <Money dollars={fee} />),
    },
    {
      name: { zh: '餘額', en: 'Balance' },
      isAmount: true,
      isNamed: true,
      onPhone: 'state',
      cell: ({ balance }) => (balance === null ? <>—</> : <Money dollars={balance} />),
    },
    { name: { zh: '經手', en: 'By' }, cell: ({ actor }) => <Actor name={actor} /> },
  ],
})

// Money that reaches or leaves the merchant has a sign; money that moves between its buckets has none.
function EntryAmount({ entry: { amount, from, to } }: { entry: Entry }) {
  if (isAway(from)) return <SignedMoney dollars={amount} />
  if (isAway(to)) return <SignedMoney dollars={-amount} />
  return (
    <span class="quiet-text">
      <Money dollars={amount} />
    </span>
  )
}

function LedgerLinks() {
  const { say, path } = useDesk()
  const { uid = '' } = path
  return (
    <p class="links">
      <a href={merchantPath(uid)}>{say({ zh: '回到商戶', en: 'Back to the merchant' })}</a>
      <FileLink call="exportLedger" path={merchantPath(uid, '/ledger')} />
    </p>
  )
}

function Actor({ name }: { name: string }) {
  const { say, path } = useDesk()
  if (name === path.uid) return <span class="words">{say({ zh: '商戶', en: 'merchant' })}</span>
  if (name === 'member') return <span class="words">{say({ zh: '會員', en: 'member' })}</span>
  return <OutsideText text={name} />
}

function Order({ entry }: { entry: Entry }) {
  const { say } = useDesk()
  const { type, trade_no: tradeNo, number } = entry
  const kind = say(ledgerTypeLabels[type])
  if (tradeNo === '') return <>{`${kind} ${number}`}</>
  return (
    <>
      <a href={orderPath(tradeNo)} title={tradeNo}>
        <CutNumber text={orderNumber(entry)} />
      </a>{' '}
      <small class="under">{kind}</small>
    </>
  )
}

const isAway = (to: Entry['to']) => to === 'outside' || to === 'fees'

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
