import { describe, expect, test } from 'vitest'
import type { RefusalEntry } from '../../../src/contract/refusal-entry.ts'
import { refusals } from '../../../src/contract/refusal-table.ts'
import {
  invalid,
  invalidFields,
  Refusal,
  type RefusalCode,
} from '../../../src/contract/refusals.ts'
import { say } from '../../../src/units/language.ts'
import { rowsOf } from '../../support/tables.ts'

/** Decisions §3 by hand: the HTTP status of each code. */
const statuses = rowsOf({
  401: 'unauthenticated',
  403: 'forbidden own_approval',
  404: 'not_found',
  405: 'method_not_allowed',
  409: `
    duplicate_merchant duplicate_product idempotency_key_used order_not_final already_final already_paid
    already_submitted link_expired nothing_to_confirm not_parked move_not_allowed held not_taken taken
    override_required order_moved approval_waiting approval_over check_running
    duplicate_bank_account bank_account_not_active bank_account_not_allowed
    bank_account_elsewhere test_order daily_cap_reached no_account_free slot_taken
    bank_transaction_taken bank_transaction_required bank_transaction_ignored
    evidence_differs already_backed
    bank_transaction_differs import_in_use duplicate_settlement_account
  `,
  413: 'body_too_large',
  415: 'unsupported_media_type',
  422: `
    merchant_not_enabled ip_not_allowed timestamp_out_of_range signature_error
    validation_error duplicate_orderid duplicate_serial_no duplicate_merchant_order_no
    amount_not_allowed order_not_found callback_not_available insufficient_balance
    channel_not_available statement_refused sandbox_only outcome_not_possible
    pricing_in_past amount_not_whole settlement_account_missing withdrawal_waiting
    below_minimum insufficient_withdrawable
    statement_not_found
  `,
  429: 'too_many_requests',
  500: 'internal_error',
  503: 'unavailable',
})

const codes = Object.keys(refusals) as RefusalCode[]

test.each(statuses)('%s has the status %s (§7 body, source address)', (code, status) => {
  expect(refusals[code as RefusalCode].status).toBe(Number(status))
  expect(new Refusal(code as RefusalCode).status).toBe(Number(status))
})

test('every code has its status here', () => {
  expect(statuses.map(([code]) => code).sort()).toEqual([...codes].sort())
})

test.each(codes)(
  '%s is a stable word and tells its reader what to do, in Chinese (§7 language)',
  (code) => {
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/)
    expect(refusals[code].zh).toMatch(/\p{Script=Han}/u)
  },
)

test.each(codes)('%s says the same in English, and its remedy in both languages', (code) => {
  const { en, remedy }: RefusalEntry = refusals[code]
  for (const text of [en, remedy?.en ?? en]) {
    expect(text).toMatch(/[a-z]/)
    expect(text).not.toMatch(/\p{Script=Han}/u)
  }
  if (remedy !== undefined) expect(remedy.zh).toMatch(/\p{Script=Han}/u)
})

test('a refusal without English, or with a remedy in one language, does not compile', () => {
  const told = { status: 409, zh: '此訂單已由其他人員處理' }
  // @ts-expect-error: no English
  const silent: RefusalEntry = told
  // @ts-expect-error: no English remedy
  const half: RefusalEntry = { ...told, en: 'Taken', remedy: { zh: '稍後再試。' } }
  const whole: RefusalEntry = { ...told, en: 'Taken' }
  expect([silent, half, whole].map(({ status }) => status)).toEqual([409, 409, 409])
})

describe('a refusal', () => {
  test('is an error with a code and the table’s message', () => {
    const refusal = new Refusal('signature_error')
    expect(refusal).toBeInstanceOf(Error)
    expect(refusal.code).toBe('signature_error')
    expect(refusal.message).toBe(refusals.signature_error.zh)
    expect(refusal.details).toEqual({})
  })

  test('may say something of its own instead', () => {
    const message = say('查無此商戶', 'There is no such merchant')
    expect(new Refusal('not_found', { message })).toMatchObject({
      message: message.zh,
      meaning: message,
    })
  })

  test('carries who has taken the order', () => {
    expect(new Refusal('taken', { taken_by: 'amy' }).details).toEqual({ taken_by: 'amy' })
  })
})

describe('a validation error', () => {
  const negative = say('金額不可為負數', 'Must not be negative')

  test('names the field and its problem, in the message too', () => {
    const refusal = invalid('amount', negative)
    expect(refusal.code).toBe('validation_error')
    expect(refusal.meaning).toEqual({
      zh: '參數驗證失敗：amount 金額不可為負數',
      en: 'A field is missing or malformed: amount: Must not be negative',
    })
    expect(refusal.details.errors).toEqual({ amount: [negative] })
  })

  test('names all the fields, the first in the message', () => {
    const errors = { orderid: [say('此欄位為必填', 'This field is required')], amount: [negative] }
    const refusal = invalidFields(errors)
    expect(refusal.message).toBe('參數驗證失敗：orderid 此欄位為必填')
    expect(refusal.details.errors).toEqual(errors)
  })

  test('of no field at all has the bare message', () => {
    expect(invalidFields({}).message).toBe('參數驗證失敗')
  })
})
