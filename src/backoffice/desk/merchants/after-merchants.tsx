import type { AnswerOf } from '../../../contract/back-office/table.ts'
import type { Places, Results, SubmittedForm } from '../acts.ts'
import type { Desk } from '../desk.ts'
import { secretSheet } from './secret-sheet.tsx'

/** Results shown only once: a secret, to the person who creates the merchant or approves the call that makes one. */
export const merchantResults: Results = {
  createMerchant: async (desk, answer) => {
    // The answer of a call is that of its handler, whose type the table gives.
    const { uid, ...secret } = answer as AnswerOf<'createMerchant'>
    return secretSheet(desk, uid, secret)
  },
  rotateSecret: async (desk, answer, acted) =>
    secretSheet(desk, await rotatedUid(desk, acted), answer as AnswerOf<'rotateSecret'>),
}

// After an approval, the approval names the secret's merchant.
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
