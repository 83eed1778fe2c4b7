import type { Places, Results } from '../acts.ts'
import type { ImportPlan } from './statements/statement-findings.tsx'
import { drawStatements } from './statements/statement-page.tsx'

/** Results shown only once: the preview of a statement. */
export const bankingResults: Results = {
  importStatement: (desk, answer, { path, fileStart }) =>
    isPlan(answer) ? drawStatements(desk, path.id ?? '', { plan: answer, fileStart }) : null,
}

/** Where the reader goes on to. */
export const bankingPlaces: Places = {
  createBankAccount: (answer) => `/bank-accounts/${idOf(answer, 'id')}`,
  importStatement: (answer) => `/imports/${idOf(answer, 'import_id')}`,
  postTransaction: (answer) => `/bank-transactions/${idOf(answer, 'id')}`,
}

// The call has two answers: what an import would do, and the import that was begun.
function isPlan(answer: object): answer is ImportPlan {
  return 'first' in answer
}

function idOf(answer: object, name: string): string {
  return String((answer as Readonly<Record<string, unknown>>)[name])
}
