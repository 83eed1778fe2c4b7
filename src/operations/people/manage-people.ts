import type { Context } from '../../context.ts'
import type { ItemPage } from '../../contract/back-office/call.ts'
import type { PeoplePage, PersonCall } from '../../contract/back-office/people.ts'
import type { Role, RolesBySetting } from '../../contract/back-office/roles.ts'
import { holderOf, servicePrefix } from '../../contract/back-office-names.ts'
import { invalid, notFound } from '../../contract/refusals.ts'
import type { JournalChange } from '../../rules/people/principal.ts'
import { standingConcern } from '../../rules/people/second-person.ts'
import { personView } from '../../rules/views/people/person-view.ts'
import type { Statement } from '../../store/database.ts'
import {
  findPerson,
  type Person,
  peopleAfter,
  putPerson,
  removePerson,
} from '../../store/people/people.ts'
import { toSeconds } from '../../units/clock.ts'
import { say } from '../../units/language.ts'
import type { Command } from '../command.ts'
import { commitCommand } from './commit-command.ts'
import { peopleContext } from './known-roles.ts'

type PersonView = ReturnType<typeof personView>

/** People and service tokens with a role in the database, by name, and those of the setting. */
export async function listPeople(
  context: Context,
  { cursor = '', limit }: PeoplePage,
  roles: RolesBySetting,
): Promise<People> {
  const people = await peopleAfter(peopleContext(context).db, cursor, limit)
  const last = people.length === limit ? people.at(-1) : undefined
  return {
    items: people.map((person) => personView(person, roles)),
    next_cursor: last?.name ?? null,
    by_setting: Object.entries(roles ?? {})
      .map(([name, role]) => ({ name, role }))
      .sort((one, other) => (one.name < other.name ? -1 : 1)),
  }
}

type People = ItemPage<PersonView> & {
  readonly by_setting: readonly { readonly name: string; readonly role: Role | null }[]
}

/** One person or service token; refuses with `not_found`. */
export async function showPerson(
  context: Context,
  name: string,
  roles: RolesBySetting,
): Promise<PersonView> {
  return personView(await requirePerson(context, personName(name)), roles)
}

/** Gives a person, or a service token, a role (back office §6). */
export async function giveRole({
  context,
  principal,
  text,
  call: { role },
  roles,
}: Command & {
  readonly text: string
  readonly call: PersonCall
  readonly roles: RolesBySetting
}): Promise<PersonView> {
  const { db, now } = peopleContext(context)
  const name = personName(text)
  const before = await findPerson(db, name)
  const person = { name, role, updatedAt: toSeconds(now()) }
  const changed = { before: before && { role: before.role }, after: { role } }
  await write({
    context,
    principal,
    name,
    changed: { action: 'put', ...changed },
    statement: putPerson(db, person),
  })
  return personView(person, roles)
}

/** Removes the database's role of a name, and returns it. */
export async function takeRole({
  context,
  principal,
  text,
  roles,
}: Command & { readonly text: string; readonly roles: RolesBySetting }): Promise<PersonView> {
  const { db } = peopleContext(context)
  const person = await requirePerson(context, personName(text))
  const { name, role } = person
  const changed = { before: { role }, after: null }
  await write({
    context,
    principal,
    name,
    changed: { action: 'delete', ...changed },
    statement: removePerson(db, name),
  })
  return personView(person, roles)
}

async function write({
  context,
  principal,
  name,
  changed,
  statement,
}: Command & {
  readonly name: string
  readonly changed: Pick<JournalChange, 'action' | 'before' | 'after'>
  readonly statement: Statement
}): Promise<void> {
  const written = { ...changed, subject: { kind: 'person', name }, reason: '' } as const
  const concern = standingConcern('role_changed')
  const outcome = await commitCommand({
    context: peopleContext(context),
    principal,
    call: { written, concern },
    statements: [statement],
  })
  if (outcome !== 'committed') throw new Error(`the role of ${name} was not written: ${outcome}`)
}

async function requirePerson(context: Context, name: string): Promise<Person> {
  const person = await findPerson(peopleContext(context).db, name)
  if (person === null)
    throw notFound(say('查無此人員，請確認名稱', 'There is no such person; check the name'))
  return person
}

// Stored in Access's form: lower case, with a service token's prefix.
function personName(text: string): string {
  const name = holderOf(text)
  const isName = name.length <= nameLengthMax && /^[^\s\p{Cc}]+$/u.test(name)
  if (!isName || name === servicePrefix) {
    throw invalid(
      'name',
      say(
        '必須是電子郵件或服務權杖的名稱，最長 120 個字元',
        'Must be an e-mail address or the name of a service token, with at most 120 characters',
      ),
    )
  }
  return name
}

const nameLengthMax = 120
