import * as z from 'zod'
import { type CallName, isCallName } from '../../../contract/back-office/table.ts'

/** The reader's last act, as its browser keeps it. */
export const lastAct = z.strictObject({
  call: z.custom<CallName>((name) => typeof name === 'string' && isCallName(name)),
  /** The approval that it waits for; null where it was carried out. */
  approval: z.int().nullable(),
  /** Whether it changed a reported order without a new report to the merchant (decisions §6). */
  isUnreported: z.boolean(),
  /** Its order, if a queue then opens the next one, or the act can be undone. */
  order: z.string().nullable(),
  /** The detail of the act: an account, the held subject, the new state. */
  detail: z.string(),
  /** The name of the order. */
  name: z.string(),
})

export type LastAct = Readonly<z.infer<typeof lastAct>>

/** The characters of a detail that a cookie has room for. */
export const detailMax = 80
