import type { Context } from 'hono'
import type { Answer, PageUse } from '../../contract/back-office/call.ts'
import { mayMake } from '../../contract/back-office/call-roles.ts'
import { type AnswerOf, type CallName, calls } from '../../contract/back-office/table.ts'
import { toSeconds } from '../../units/clock.ts'
import { sayIn } from '../../units/language.ts'
import { rolesBySetting } from '../access.ts'
import { callAs } from '../call.ts'
import { languageOf } from '../language.ts'
import { type App, answerOfRefusal } from '../replies.ts'
import { type Conditions, ignoredOf } from './conditions.ts'
import { bookmarksOf } from './cookies/bookmarks.ts'
import { sectionCounts } from './cookies/section-counts.ts'
import { storedValue } from './cookies/stored-values.ts'
import { type Desk, PageRefused, type ReadRequest } from './desk.ts'
import { formToken } from './token.ts'

export type PageRequest = Pick<Desk, 'address'> &
  Partial<Pick<Desk, 'path' | 'attempt' | 'lastAct'>> & {
    /** The conditions of its page; absent if no page is drawn by the query. */
    readonly conditions?: Conditions
  }

/** The desk of a request, for the page at that address. */
export function makeDesk(
  c: Context<App>,
  { address, path = {}, attempt = null, lastAct = null, conditions }: PageRequest,
): Desk {
  const { search, searchParams } = new URL(address, c.req.url)
  const identity = c.get('identity')
  const language = languageOf(c)
  const ask = askOf(c, { kind: 'shows', since: bookmarksOf(c) })
  return {
    address,
    path,
    query: Object.fromEntries(searchParams),
    ignored: conditions === undefined ? [] : ignoredOf(search, conditions),
    attempt,
    lastAct,
    sections: storedValue(c, 'desk_sections', sectionCounts) ?? {},
    now: toSeconds(Date.now()),
    token: formToken(c),
    identity,
    language,
    say: sayIn(language),
    isLocal: rolesBySetting(c.env) === null,
    may: (name) => mayMake(identity.role, name),
    ask,
    need: async (name, request) => {
      const answer = await ask(name, request)
      if (answer.ok) return answer.value
      throw new PageRefused(answer)
    },
  }
}

/** Makes the reading calls of the request's sender; without `page` on the primary, for reads that decide. */
export function askOf(c: Context<App>, page?: PageUse): Desk['ask'] {
  return (name, request = {}) => answerTo(c, name, { ...request, page })
}

// The API's answer, also if the public Worker cannot be reached: another part of a page that shows a secret once must
// not lose it.
async function answerTo<Name extends CallName>(
  c: Context<App>,
  name: Name,
  { path = {}, query = {}, page }: ReadRequest & { readonly page: PageUse | undefined },
): Promise<Answer<AnswerOf<Name>>> {
  if (calls[name].method !== 'GET') throw new Error(`${name} reads nothing`)
  const filled = Object.fromEntries(Object.entries(query).filter(([, text]) => text !== ''))
  const read = async () => ({ query: filled, body: {} })
  const answer = await callAs(c, name, { path, read, page }).catch(answerOfRefusal)
  if (!answer.ok) return answer
  // The handler of the same name, on the other side of the binding, gives an answer its type.
  return { ok: true, value: answer.value.value as AnswerOf<Name> }
}
