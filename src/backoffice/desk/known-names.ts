import type { RolesBySetting } from '../../contract/back-office/roles.ts'
import type { CallName } from '../../contract/back-office/table.ts'
import { holderOf } from '../../contract/back-office-names.ts'
import { type FieldProblems, invalidFields } from '../../contract/refusals.ts'
import { type Meaning, say } from '../../units/language.ts'
import type { Desk } from './desk.ts'

/** The calls that list people, merchants and accounts. */
export type Register = Pick<Desk, 'ask'> & {
  /** Null for local use, where callers name their own roles, so that no name is unknown. */
  readonly roles: RolesBySetting
}

/**
 * Refuses unknown names in a form before a second person is asked to approve them. `former` are the names that its
 * record has already.
 */
export async function requireKnownNames(
  register: Register,
  call: CallName,
  { body, former }: { readonly body: unknown; readonly former: Members },
): Promise<void> {
  const problems = Object.entries(namesIn[call] ?? {}).map(async ([member, problemOf]) => {
    const before = namesOf(former[member])
    const names = namesOf((body as Members)[member]).filter((name) => !before.includes(name))
    const found = await Promise.all(names.map((name) => problemOf(register, name)))
    return [member, found.filter((problem) => problem !== null)] as const
  })
  const wrong = (await Promise.all(problems)).filter(([, found]) => found.length > 0)
  const errors: FieldProblems = Object.fromEntries(wrong)
  if (wrong.length > 0) throw invalidFields(errors)
}

type Members = Readonly<Record<string, unknown>>
type ProblemOf = (register: Register, name: string) => Promise<Meaning | null>

async function problemOfPerson({ ask, roles }: Register, text: string): Promise<Meaning | null> {
  const name = holderOf(text)
  if (roles === null || Object.hasOwn(roles, name)) return null
  const answer = await ask('showPerson', { path: { name } })
  if (answer.ok || answer.error !== 'not_found') return null
  return say(
    `查無 ${text}：請從清單選擇，或先在「人員」給予角色`,
    `Nobody is called ${text}: choose from the list, or give a role under People first`,
  )
}

async function problemOfMerchant({ ask }: Register, uid: string): Promise<Meaning | null> {
  const answer = await ask('showMerchant', { path: { uid } })
  if (answer.ok || answer.error !== 'not_found') return null
  return say(
    `查無商戶 ${uid}：請從清單選擇，或先新增商戶`,
    `There is no merchant ${uid}: choose from the list, or add it first`,
  )
}

const ofAccount = { agents: problemOfPerson, feeds: problemOfPerson, merchants: problemOfMerchant }
const ofOrder = { agent: problemOfPerson }

const namesIn: Readonly<Partial<Record<CallName, Readonly<Record<string, ProblemOf>>>>> = {
  createBankAccount: ofAccount,
  patchBankAccount: ofAccount,
  takeCollection: ofOrder,
  takePayout: ofOrder,
  matchCollection: ofOrder,
}

function namesOf(value: unknown): readonly string[] {
  const texts = Array.isArray(value) ? value : String(value ?? '').split('\n')
  return texts.map((text) => String(text).trim()).filter((text) => text !== '')
}
