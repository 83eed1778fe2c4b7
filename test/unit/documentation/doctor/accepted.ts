import { verifyCurrent } from '../../../../src/signing/current-style.ts'
import { budgetFor } from '../../../../src/signing/matching-secret.ts'
import { readFormBody, readJsonBody } from '../../../../src/signing/parameters.ts'
import { moneyNames } from '../../../../src/signing/value-forms.ts'
import type { MadeRequest, Vector } from './made-mistakes.ts'

/** Whether the Worker accepts the sign of a request. */
export function isAccepted(
  { content_type }: Pick<Vector, 'content_type'>,
  made: MadeRequest,
): boolean {
  const bytes = new TextEncoder().encode(made.body)
  const read = content_type === 'application/json' ? readJsonBody(bytes) : readFormBody(bytes)
  if (!read.ok) throw new Error(read.fault)
  const budget = budgetFor(bytes.length)
  return (
    verifyCurrent({
      parameters: read.parameters,
      sign: made.sign,
      secrets: [made.secret],
      moneyNames,
      budget,
    }) !== null
  )
}
