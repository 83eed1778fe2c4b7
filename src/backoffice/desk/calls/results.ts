import type { AnswerOf, CallName, OtherAnswerOf } from '../../../contract/back-office/table.ts'
import { drawStatements } from '../banking/statements/statement-page.tsx'
import { drawTestResult } from '../callbacks/test-page.tsx'
import type { Desk } from '../desk.ts'
import { secretSheet } from '../merchants/secret-sheet.tsx'
import { drawTestedAlarms } from '../overview/alarms-page.tsx'
import type { PageContent } from '../page.ts'
import type { SubmittedForm } from '../submit-form.ts'

/** Draws the result of a call in place of the next page; null for none. */
type DrawResult<Answer> = (
  desk: Desk,
  answer: Answer,
  acted: SubmittedForm,
) => PageContent | null | Promise<PageContent>

const results: {
  readonly [Name in CallName]?: DrawResult<AnswerOf<Name> | OtherAnswerOf<Name>>
} = {
  importStatement: (desk, answer, { path, fileStart }) =>
    'first' in answer ? drawStatements(desk, path.id ?? '', { plan: answer, fileStart }) : null,
  createMerchant: (desk, { uid, ...secret }) => secretSheet(desk, uid, secret),
  rotateSecret: async (desk, secret, acted) =>
    secretSheet(desk, await rotatedUid(desk, acted), secret),
  testCallback: drawTestResult,
  testAlarms: drawTestedAlarms,
}

/** How the result of a call is drawn if it is shown only once. The function takes the answer of that call alone. */
export function resultOf(name: string): DrawResult<object> | undefined {
  const known: Readonly<Record<string, DrawResult<never>>> = results
  return known[name] as DrawResult<object> | undefined
}

// After an approval, the approval names the secret's merchant.
async function rotatedUid(desk: Desk, { name, path }: SubmittedForm): Promise<string> {
  if (name === 'rotateSecret') return path.uid ?? ''
  const approval = await desk.ask('showApproval', { path })
  return approval.ok ? String(approval.value.path.uid) : ''
}
