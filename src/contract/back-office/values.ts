import * as z from 'zod'
import { problem } from '../../units/language.ts'
import { moneyFromJsonNumber, moneyFromText } from '../../units/money.ts'
import { taipeiDay, taipeiToSeconds } from '../../units/taipei-time.ts'
import { webAddressProblem } from '../../units/web-address.ts'
import { caseless } from '../back-office-names.ts'

// Values of the back office's calls, as parsed.
const withoutControls = [
  /^\P{Cc}*$/u,
  problem(
    '不可包含控制字元（換行、定位等）',
    'Must not contain control characters, such as line breaks',
  ),
] as const

/** Text without control characters. */
export const text = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(...withoutControls)

/** Trimmed, non-empty text without control characters. */
export const line = (maxLength: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(maxLength)
    .regex(...withoutControls)

/** The body of a call that needs only a reason. */
export const reasonBody = z.strictObject({ reason: line(500) })

/** The name of an order's agent, in lower case like all names of people at work. */
export const agent = line(120).transform(caseless)

/** The number of a record in the back office: a bank account, a bank transaction. */
export const recordIdText = z
  .string()
  .regex(/^[1-9]\d{0,15}$/, problem('必須是編號', 'Must be the id of a record'))
  .transform(Number)

/** A record's number, given as a number or as its digits. */
export const recordId = z.union(
  [z.int().min(1), recordIdText],
  problem('必須是編號', 'Must be the id of a record'),
)

/** A number or its text, for `transform`. */
export const numberOrText = z.union(
  [z.number(), z.string()],
  problem('必須是數字或字串', 'Must be a number or text'),
)

/** The problem of an invalid amount. */
export const notMoney = problem(
  '必須是金額，最多兩位小數',
  'Must be an amount with at most two decimals',
)

/** An amount in TWD, to integer hundredths. */
export const amount = numberOrText
  .transform((value, context) => {
    const read =
      typeof value === 'number' ? moneyFromJsonNumber(String(value)) : moneyFromText(value)
    if (typeof read === 'number') return read
    context.addIssue(notMoney)
    return z.NEVER
  })
  .describe('TWD，最多兩位小數 / TWD, at most two decimals')

/** An amount, or `all`. */
export const wholeOrAll = z.union([z.literal('all'), amount])

/** An amount of either sign, but not 0; to integer hundredths. */
export const signedAmount = numberOrText
  .transform((value, context) => {
    const text = String(value)
    const negative = text.startsWith('-')
    const size = negative ? text.slice(1) : text
    const read = typeof value === 'number' ? moneyFromJsonNumber(size) : moneyFromText(size)
    if (typeof read === 'number' && read !== 0) return negative ? -read : read
    context.addIssue(
      problem(
        '必須是不為 0 的金額，最多兩位小數',
        'Must be an amount other than 0, with at most two decimals',
      ),
    )
    return z.NEVER
  })
  .describe('TWD，不為 0，最多兩位小數 / TWD, not 0, at most two decimals')

/** The address of a callback; "" for none. */
export const callbackUrl = z
  .string()
  .max(255)
  .refine(
    (value) => value === '' || webAddressProblem(value) === null,
    problem('必須是完整的 http 或 https 網址', 'Must be a complete http or https URL'),
  )

/** The schemas of times, which a form's field sends in the browser's format. */
export const times = z.registry<{ readonly zone: 'Asia/Taipei' }>()

/** The schemas of shares in parts per million, which a form's field sends in percent. */
export const shares = z.registry<{ readonly unit: 'ppm' }>()

// Names both units, because forms send percent.
const notShare = problem(
  '必須是 0 至 100%，最多四位小數（0 至 1,000,000 的整數，百萬分之幾）',
  'Must be 0 to 100 % with at most four decimals (an integer of 0 to 1,000,000 parts per million)',
)

/** A share in parts per million. */
export const share = z
  .int(notShare)
  .min(0, notShare)
  .max(1_000_000, notShare)
  .register(shares, { unit: 'ppm' })

/** The problem of an invalid time. */
export const notTime = problem(
  '必須是日期或時間，例如 2026-01-31 15:04:05',
  'Must be a date or a time, such as 2026-01-31 15:04:05',
)

/** A date-time in Asia/Taipei or with an offset, to UTC seconds. */
export const moment = z
  .string()
  .transform((value, context) => {
    const seconds = taipeiToSeconds(value)
    if (seconds !== null) return seconds
    context.addIssue(notTime)
    return z.NEVER
  })
  .describe(
    'Asia/Taipei 的日期或時間，或含時差的 ISO 8601 / A date or time in Asia/Taipei, or ISO 8601 with an offset',
  )
  .register(times, { zone: 'Asia/Taipei' })

/** A day in Asia/Taipei, to days since 1970. */
export const calendarDay = z.string().transform((value, context) => {
  const seconds = /^\d{4}-\d{2}-\d{2}$/.test(value) ? taipeiToSeconds(value) : null
  if (seconds !== null) return taipeiDay(seconds)
  context.addIssue(
    problem('必須是存在的日期，例如 2026-01-31', 'Must be an existing date, such as 2026-01-31'),
  )
  return z.NEVER
})

/**
 * The merchants of a list: real ones if absent, test merchants `only`, or `all`. A list of one merchant has that one,
 * real or test.
 */
export const testScope = z.enum(['only', 'all']).optional()

export type TestScope = z.output<typeof testScope>

/** For a call without parameters. */
export const noParameters = z.strictObject({})

/** The cursor of the previous page. */
export const cursor = (pattern: RegExp) =>
  z
    .string()
    .regex(
      pattern,
      problem('請使用前一頁的 next_cursor', 'Use the next_cursor of the previous page'),
    )

/** The parameters of every list: the cursor of the next page, and the page's size. */
export const page = z.strictObject({
  cursor: cursor(/^\d{1,16}$/)
    .transform(Number)
    .optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})

export type Page = z.output<typeof page>

/** `GET /api/merchants`, `GET /api/holds` */
export const pageOfScope = page.extend({ test: testScope })

export type PageOfScope = z.output<typeof pageOfScope>

/** The last five digits of a member's bank account. */
export const lastFive = z
  .string()
  .regex(/^\d{5}$/, problem('必須是五位數字', 'Must be five digits'))

export const trueOrFalse = z.enum(['true', 'false']).transform((value) => value === 'true')

/** The order of a list; newest first if absent. Waiting work is done from the oldest on. */
export const listOrder = z.enum(['newest', 'oldest']).optional()

// The parameters of pages, which an export omits from its list's filters (back office §7): newest first.
export const pageParameters = { cursor: true, limit: true } as const
