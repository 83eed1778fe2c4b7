import { expect } from 'vitest'
import { refusedCodes, refusedStatuses } from '../../../src/backoffice/openapi/refused-responses.ts'
import { type Route, routes } from '../../../src/backoffice/openapi/routes.ts'
import { failureView, waitingView } from '../../../src/contract/back-office/common-answers.ts'
import type { RefusalCode } from '../../../src/contract/refusals.ts'
import type { Answer } from './service.ts'

// What the back office answers, held against its OpenAPI document: a member that the document does not have fails.

/**
 * Expects that the call of that name answers so; `as` is the call that it answers, null where it waits. `status` is
 * given where it may have several.
 */
export function expectDocumented(
  name: string,
  as: string | null,
  value: unknown,
  status?: number,
): void {
  if (as === null) {
    expect(routeNamed(name).call.waits, `${name} waits for a second person`).toBe(true)
  }
  const { answer, also = [] } = routeNamed(as ?? name).call
  const schema = also.find((one) => one.status === status)?.answer ?? answer
  if (schema === 'csv') {
    const isFile = typeof value === 'string' || value instanceof ReadableStream
    expect(isFile, `the answer of ${name} is a file`).toBe(true)
    return
  }
  const read = (as === null ? waitingView : schema).safeParse(JSON.parse(JSON.stringify(value)))
  expect(read.error?.issues ?? [], `the answer of ${as ?? 'a call that waits'}`).toEqual([])
}

/** Expects that the document has the refusal of that call. */
export function expectRefusalDocumented(name: string, code: string): void {
  const { call } = routeNamed(name)
  const documented = refusedStatuses(call).flatMap((status) => refusedCodes().get(status) ?? [])
  expect(documented, `${name} is refused with ${code}`).toContain(code as RefusalCode)
}

/** Expects that the document has the answer to a request: its status, and all its members. */
export function expectAnswerDocumented(name: string, as: string | null, answer: Answer): void {
  const { status, body } = answer
  if (status >= 400) {
    expect(failureView.safeParse(body).error?.issues ?? []).toEqual([])
    expectRefusalDocumented(name, body.error)
    return
  }
  const { also = [], waits, status: usual = 200 } = routeNamed(name).call
  const documented = [usual, ...also.map((one) => one.status), ...(waits ? [202] : [])]
  expect(documented, `the status of ${name}`).toContain(status)
  expectDocumented(name, as, body, status)
}

function routeNamed(name: string): Route {
  const found = byName.get(name)
  if (found === undefined) throw new Error(`the document has no ${name}`)
  return found
}

const byName = new Map(routes().map((route) => [route.name, route]))
