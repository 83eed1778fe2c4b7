import type { Context } from 'hono'
import type { AnswerOf, CallName } from '../../contract/back-office/answers/desk-answers.ts'
import type { Answer, RefusedAnswer } from '../../contract/back-office-calls.ts'
import { noParameters } from '../../contract/back-office-calls.ts'
import { Refusal, refusedAnswer } from '../../contract/refusals.ts'
import { type Language, sayIn } from '../../units/language.ts'
import { rolesBySetting } from '../access.ts'
import { callNamed, fitsPath } from '../calls.ts'
import { readValue } from '../guards.ts'
import { type App, answerOfRefusal, settled } from '../replies.ts'
import { type Asked, type Attempt, type Desk, PageRefused } from './desk.ts'
import type { Done } from './done.ts'
import { languageOf } from './language.ts'
import { refusedIn } from './words/problems/refused-in.ts'

type Made = Pick<Desk, 'address' | 'path' | 'query' | 'ignored' | 'token' | 'now'> & {
  readonly attempt: Attempt | null
  readonly done: Done | null
}

/** The desk of a request, for the page at that address. */
export function makeDesk(c: Context<App>, made: Made): Desk {
  const identity = c.get('identity')
  const language = languageOf(c)
  const may = (name: CallName) => callNamed(name)?.call.roles.includes(identity.role) === true
  const ask = <Name extends CallName>(name: Name, asked: Asked = {}) =>
    answerTo<Name>(c, name, asked)
  return {
    ...made,
    identity,
    language,
    say: sayIn(language),
    isLocal: rolesBySetting(c.env) === null,
    may,
    ask,
    need: async (name, asked) => {
      const answer = await ask(name, asked)
      if (answer.ok) return answer.value
      throw new PageRefused(answer)
    },
  }
}

// As the API answers the same call: the role first, then the parameters.
async function answerTo<Name extends CallName>(
  c: Context<App>,
  name: Name,
  { path = {}, query = {} }: Asked,
): Promise<Answer<AnswerOf<Name>>> {
  const named = callNamed(name)
  if (named === undefined || named.call.method !== 'GET') throw new Error(`${name} reads nothing`)
  const identity = c.get('identity')
  const language = languageOf(c)
  const refused = (refusal: Refusal) => told(language, refusedAnswer(refusal))
  if (!named.call.roles.includes(identity.role)) return refused(new Refusal('forbidden'))
  if (!fitsPath(named.call, path)) return refused(new Refusal('not_found'))
  const given = Object.fromEntries(Object.entries(query).filter(([, text]) => text !== ''))
  const read = readValue(named.call.query ?? noParameters, given, language)
  if (read instanceof Refusal) return refused(read)
  const act = { ...identity, requestId: c.get('requestId'), approval: null }
  // Also where the other Worker is not reached: a page that shows a secret once must not be lost for a detail of it.
  const answer = await settled<object>(
    c,
    c.env[named.desk].call(name, act, {
      ...{ path, query: named.call.query === undefined ? undefined : read.value },
      ...{ body: undefined, sent: null, roles: rolesBySetting(c.env) },
      language,
    }),
  ).catch(answerOfRefusal)
  if (!answer.ok) return told(language, answer)
  // The type of an answer is that of the handler of the same name, on the other side of the binding.
  return answer as Answer<AnswerOf<Name>>
}

function told(language: Language, refused: RefusedAnswer): Answer<never> {
  return { ok: false, ...refusedIn(language, refused) }
}
