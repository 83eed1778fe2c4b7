import type { AnswerOf } from '../../../contract/back-office/table.ts'
import type { Places, Results, SubmittedForm } from '../acts.ts'
import type { Desk } from '../desk.ts'
import { secretSheet } from './secret-sheet.tsx'

/** What is shown once: a secret, to whoever creates the merchant, or approves what gives it one. */
export const merchantResults: Results = {
  createMerchant: async (desk, answer) => {
    // The answer of a call is that of its handler, whose type the table gives.
    const { uid, ...secret } = answer as AnswerOf<'createMerchant'>
    return secretSheet(desk, uid, secret)
  },
  rotateSecret: async (desk, answer, acted) =>
    secretSheet(desk, await rotatedUid(desk, acted), answer as AnswerOf<'rotateSecret'>),
}

// Of a secret that was approved, the approval knows whose it is.
async function rotatedUid(desk: Desk, { name, path }: SubmittedForm): Promise<string> {
  if (name === 'rotateSecret') return path.uid ?? ''
  const approval = await desk.ask('showApproval', { path })
  return approval.ok ? String(approval.value.path.uid) : ''
}

/** Where the reader goes on to. */
export const merchantPlaces: Places = {
  eraseMember: (answer) => `/erasures/${(answer as AnswerOf<'eraseMember'>).id}`,
  createProduct: () => '/products',
  removeProduct: () => '/products',
}
