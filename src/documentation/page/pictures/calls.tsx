import type { Meaning, Say } from '../../../units/language.ts'
import { line } from '../blocks.ts'
import { Frame } from './frame.tsx'

/** Who calls whom, from the request to the ledger. */
export function Calls({ say }: { say: Say }) {
  const bottom = firstCall + calls.length * rowHeight
  return (
    <Frame id="calls" title={say(callsTitle)} height={bottom + 8}>
      {lanes.map(({ x, name }) => (
        <>
          <path class="lane" d={`M${x} 34V${bottom}`} />
          <rect x={x - 50} y="2" width="100" height="30" rx="6" />
          <text x={x} y="22" text-anchor="middle">
            {say(name)}
          </text>
        </>
      ))}
      {calls.map((call, n) => (
        <Arrow call={call} number={n + 1} y={firstCall + n * rowHeight} say={say} />
      ))}
    </Frame>
  )
}

function Arrow({ call, number, y, say }: { call: Call; number: number; y: number; say: Say }) {
  const labels = `${number} ${say(call.labels)}`
  const from = laneOf(call.from)
  if (call.to === call.from) {
    return (
      <>
        <text class="small" x={from - halfGap} y={y} text-anchor="middle">
          {labels}
        </text>
        <circle cx={from} cy={y - 4} r="4" />
      </>
    )
  }
  const to = laneOf(call.to)
  const ahead = to > from ? 3 : -3
  return (
    <>
      <text class="small" x={from + Math.sign(to - from) * halfGap} y={y - 7} text-anchor="middle">
        {labels}
      </text>
      <path
        class={call.isAnswer ? 'answer' : 'call'}
        d={`M${from + ahead} ${y}H${to - ahead}`}
        marker-end="url(#calls-head)"
      />
    </>
  )
}

type Lane = 'member' | 'backend' | 'service'

type Call = {
  readonly from: Lane
  readonly to: Lane
  readonly labels: Meaning
  readonly isAnswer?: boolean
}

export const callsTitle = line('誰呼叫誰：以付款連結為例', 'Who calls whom, for a payment link')

const lanes: readonly { readonly id: Lane; readonly x: number; readonly name: Meaning }[] = [
  { id: 'member', x: 52, name: line('會員', 'Member') },
  { id: 'backend', x: 180, name: line('您的後端', 'Your backend') },
  { id: 'service', x: 308, name: line('本服務', 'The service') },
]

function laneOf(id: Lane): number {
  return lanes.find((lane) => lane.id === id)?.x ?? 0
}

// A text is placed between two lanes, so that no line crosses it.
const halfGap = 64

const firstCall = 66
const rowHeight = 34

const calls: readonly Call[] = [
  { from: 'backend', to: 'service', labels: line('簽章的請求', 'signed request') },
  { from: 'service', to: 'backend', labels: line('redirect_url', 'redirect_url'), isAnswer: true },
  { from: 'backend', to: 'member', labels: line('導向付款頁', 'redirects') },
  {
    from: 'member',
    to: 'service',
    labels: line('開啟付款頁轉帳', 'opens page, pays'),
  },
  { from: 'service', to: 'service', labels: line('平台核對入帳', 'matches deposit') },
  { from: 'service', to: 'backend', labels: line('簽章的通知', 'signed callback') },
  { from: 'backend', to: 'service', labels: line('success', 'success'), isAnswer: true },
  { from: 'backend', to: 'service', labels: line('查詢、每日對帳', 'queries, ledger') },
]
