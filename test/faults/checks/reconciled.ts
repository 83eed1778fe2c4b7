import { expect } from 'vitest'
import { fundMinor } from '../load/client.ts'
import type { Order } from '../load/orders.ts'
import { reportFigures } from '../long-run.ts'
import type { TestBed } from '../service/test-bed.ts'
import { bookProblems } from './books.ts'
import { type Figures, reconcile } from './orders.ts'

/** Stops the service, and expects that it has lost no order, callback or money, and had no internal fault. */
export async function expectReconciled(
  what: string,
  bed: TestBed,
  sent: readonly Order[],
  more: Readonly<Record<string, number | string>> = {},
): Promise<Figures> {
  const books = await bed.dump()
  const { postings } = await bed.receivers.log()
  const { problems, figures } = reconcile(sent, books, postings)
  reportFigures(what, { ...figures, ...more })
  expect([...problems, ...bookProblems(sent, books, fundMinor)]).toEqual([])
  expect(bed.faults).toEqual([])
  return figures
}
