import * as z from 'zod/mini'

/** A date-time as shown outside: `YYYY-MM-DD HH:MM:SS` in Asia/Taipei. */
export const dateTimeText = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/))

/** A successful answer: `ok` 1, `message`, and what the endpoint adds (§4). */
export function success<Shape extends z.core.$ZodShape>(shape: Shape) {
  return z.object({ ok: z.literal(1), message: z.literal('success'), ...shape })
}

/** The body of every error (decisions §3). */
export const failure = z.object({
  ok: z.literal(0),
  code: z.literal(1),
  text: z.string(),
  message: z.string(),
  error: z.string(),
  request_id: z.string(),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
})
