import { expect, test } from 'vitest'
import type { Desk } from '../../../../src/backoffice/desk/desk.ts'
import type { OrderDetail } from '../../../../src/backoffice/desk/orders/order-details.ts'
import { rivalsOf } from '../../../../src/backoffice/desk/orders/read-order.ts'

const order = {
  trade_no: 'P1',
  status: 'pending',
  amount: 100,
  last5: '12345',
  payee_account: '0001-12345',
} as unknown as OrderDetail

// The pages of a list that looks at some of the waiting payouts a call, by their cursors.
function deskOf(pages: readonly (readonly object[])[]) {
  const asked: unknown[] = []
  const need = async (_name: string, { query = {} }: { query?: { cursor?: string } }) => {
    asked.push(query.cursor)
    const next = Number(query.cursor ?? 0) + 1
    return { items: pages[next - 1] ?? [], next_cursor: next < pages.length ? String(next) : null }
  }
  return { desk: { may: () => true, need } as unknown as Desk, asked }
}

test('the twin of a payout is told that waits behind many others', async () => {
  const twin = { trade_no: 'P2', payee_account: '0001-12345', payee_name: '王小明' }
  const { desk, asked } = deskOf([[], [], [twin]])
  expect(await rivalsOf(desk, order, null)).toMatchObject([{ trade_no: 'P2', name: '王小明' }])
  expect(asked).toEqual([undefined, '1', '2'])
})

test('however many payouts wait, a page makes five calls for its twins', async () => {
  const { desk, asked } = deskOf(Array.from({ length: 9 }, () => []))
  expect(await rivalsOf(desk, order, null)).toEqual([])
  expect(asked).toHaveLength(5)
})
