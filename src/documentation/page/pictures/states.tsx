import type { Meaning, Say } from '../../../units/language.ts'
import { line } from '../blocks.ts'
import { Frame } from './frame.tsx'

/** A picture of states and of what leads from one to another. */
export type States = {
  readonly id: string
  readonly title: Meaning
  readonly height: number
  readonly states: readonly {
    readonly x: number
    readonly y: number
    readonly code: string
    readonly labels: Meaning
  }[]
  readonly moves: readonly {
    readonly path: string
    readonly at: readonly [x: number, y: number]
    readonly anchor?: 'start' | 'end'
    readonly labels: Meaning
    readonly isBack?: boolean
  }[]
}

/** Draws states as boxes and moves as arrows. */
export function StatePicture({ of, say }: { of: States; say: Say }) {
  const { id, title, height, states, moves } = of
  return (
    <Frame id={id} title={say(title)} height={height}>
      {states.map(({ x, y, code, labels }) => (
        <>
          <rect x={x} y={y} width="112" height="46" rx="6" />
          <text class="code" x={x + 56} y={y + 20} text-anchor="middle">
            {code}
          </text>
          <text class="small" x={x + 56} y={y + 37} text-anchor="middle">
            {say(labels)}
          </text>
        </>
      ))}
      {moves.map(({ path, at: [x, y], anchor = 'middle', labels, isBack }) => (
        <>
          <path class={isBack ? 'answer' : 'call'} d={path} marker-end={`url(#${id}-head)`} />
          <text class="small" x={x} y={y} text-anchor={anchor}>
            {say(labels)}
          </text>
        </>
      ))}
    </Frame>
  )
}

/** What becomes of a collection. */
export const collectionStates: States = {
  id: 'collection-states',
  title: line('代收的狀態', 'Collection states'),
  height: 246,
  states: [
    { x: 4, y: 8, code: 'pending', labels: line('等待付款', 'awaiting payment') },
    { x: 244, y: 8, code: 'succeeded', labels: line('已付款', 'paid') },
    { x: 244, y: 104, code: 'manual', labels: line('補單', 'settled manually') },
    { x: 4, y: 186, code: 'exception', labels: line('異常，未付款', 'unpaid') },
  ],
  moves: [
    { path: 'M118 31H240', at: [180, 24], labels: line('全額付款', 'paid in full') },
    { path: 'M118 48 240 116', at: [166, 92], anchor: 'end', labels: line('少付', 'underpaid') },
    {
      path: 'M40 56V182',
      at: [48, 126],
      anchor: 'start',
      labels: line('逾時、異常', 'expired, exception'),
    },
    {
      path: 'M118 196 240 138',
      at: [196, 184],
      anchor: 'start',
      labels: line('款項晚到', 'paid late'),
    },
    {
      path: 'M300 152V222H120',
      at: [206, 238],
      labels: line('沖正（已付款、補單皆可）', 'reversed (from either)'),
      isBack: true,
    },
  ],
}

/** What becomes of a payout. */
export const payoutStates: States = {
  id: 'payout-states',
  title: line('代付的狀態', 'Payout states'),
  height: 156,
  states: [
    { x: 4, y: 8, code: 'pending', labels: line('金額凍結', 'amount frozen') },
    { x: 244, y: 8, code: 'processed', labels: line('已出款', 'paid out') },
    { x: 244, y: 104, code: 'cancelled', labels: line('取消，款項釋回', 'amount released') },
  ],
  moves: [
    { path: 'M118 31H240', at: [180, 24], labels: line('出款', 'paid out') },
    {
      path: 'M60 56V127H240',
      at: [150, 120],
      labels: line('取消、失敗、被拒', 'cancelled, failed'),
    },
    {
      path: 'M300 56V100',
      at: [292, 84],
      anchor: 'end',
      labels: line('銀行退回', 'returned by bank'),
      isBack: true,
    },
  ],
}
