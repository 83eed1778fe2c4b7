import * as z from 'zod/mini'
import { unsignedSuccess } from './answer-shapes.ts'
import { described } from './described-fields.ts'
import { listRefusals } from './endpoint.ts'
import type { MerchantRefusalCode } from './refusals.ts'

/** The answer of `GET /health` while the databases answer and are swept. */
export function healthAnswer() {
  return unsignedSuccess({
    sweep_age_seconds: described(
      z.nullable(z.int()),
      '距最近一次通知巡查的秒數，正常在 120 以內；尚未巡查時為 null',
      'Seconds since the last callback sweep, normally below 120; null before the first sweep',
    ),
  })
}

export type Health = z.output<ReturnType<typeof healthAnswer>>

/** Its refusals: `unavailable` if a database does not answer, or is not swept (decisions §1, "Health"). */
export const healthRefusals: readonly MerchantRefusalCode[] = listRefusals.filter(
  (code) => code !== 'validation_error',
)
