import * as z from 'zod/mini'
import { reportedEvents } from '../callbacks/callback-bodies.ts'
import { described } from '../described-fields.ts'

/** The outcomes that a test merchant may request for its orders. */
export const outcomes = [
  'paid',
  'less',
  'late',
  'expired',
  'exception',
  'cancelled',
  'reversed',
  'matched',
] as const
export type SandboxOutcome = (typeof outcomes)[number]

/** The outcomes with a callback, for a test callback. */
export const reportedOutcomes = [
  'paid',
  'less',
  'late',
  'expired',
  'cancelled',
  'reversed',
] as const

export const orderTypes = ['collection', 'payout'] as const

/** The name of a callback's event: a new schema each time, because its meaning is stored by schema. */
export function eventName() {
  return z.enum([...reportedEvents.collection, ...reportedEvents.payout])
}

/** The kind of an order in an answer. */
export function orderType() {
  return described(z.enum(orderTypes), '訂單種類', 'Kind of order')
}

/** The common notes of both endpoints. */
export const notes = {
  forTests: {
    zh: '僅供測試商戶使用：測試商戶由平台建立，有自己的 uid 與金鑰，沒有真實款項。其他商戶得到 sandbox_only。',
    en:
      'Only for test merchants, which the platform creates: they have their own `uid` and ' +
      'secret, and no real money. Others get sandbox_only.',
  },
}
