import * as z from 'zod'
import { moneyFromJsonNumber, moneyFromText } from '../../units/money.ts'
import { taipeiToSeconds } from '../../units/taipei-time.ts'
import { caseless } from '../back-office-names.ts'

// Values of the back office's calls, each as it is read.

/** A line of text, without the blanks around it. */
export const line = (maxLength: number) => z.string().trim().min(1).max(maxLength)

/** Whoever is assigned an order, in lower case, as all names of people at work are. */
export const agent = line(120).transform(caseless)

/** An amount in TWD, to integer hundredths. */
export const amount = z.union([z.number(), z.string()]).transform((given, context) => {
  const read = typeof given === 'number' ? moneyFromJsonNumber(String(given)) : moneyFromText(given)
  if (typeof read === 'number') return read
  context.addIssue({ code: 'custom', message: '必須是金額,最多兩位小數' })
  return z.NEVER
})

/** A date-time in Asia/Taipei or with an offset, to UTC seconds. */
export const moment = z.string().transform((given, context) => {
  const seconds = taipeiToSeconds(given)
  if (seconds !== null) return seconds
  context.addIssue({ code: 'custom', message: '必須是日期或時間,例如 2026-01-31 15:04:05' })
  return z.NEVER
})
