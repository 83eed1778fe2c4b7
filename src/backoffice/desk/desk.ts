import type { Answer } from '../../contract/back-office/call.ts'
import type { Identity } from '../../contract/back-office/roles.ts'
import type { AnswerOf, CallName } from '../../contract/back-office/table.ts'
import type { RefusedAnswer } from '../../contract/refusals.ts'
import type { Language, Say } from '../../units/language.ts'
import { createContext } from './context.tsx'
import type { LastAct } from './cookies/last-act.ts'
import type { SectionCounts } from './cookies/section-counts.ts'
import type { SentForm } from './form-body.ts'
import type { OutcomeSummary } from './orders/outcome-summary.ts'

/** The input of a reading call: the values in its path, and its query as in an address. */
export type ReadRequest = {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
}

/** A submitted form. After a refusal its page shows the typed values and, if its address names the refusal, why. */
export type Attempt = {
  readonly form: string
  readonly call: CallName
  readonly sent: SentForm
  /** Null on a page to which the reader has returned. */
  readonly refused: RefusedAnswer | null
  /** The outcomes of a form that acted on several orders. */
  readonly outcomes?: OutcomeSummary
}

/** The input of a back-office page: its address, its reader, and the calls that the reader may make. */
export type Desk = {
  /** The page's own address: path and query. */
  readonly address: string
  /** The values in its path, and its query. */
  readonly path: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  /** The conditions of the address that the page ignores; a notice names them. */
  readonly ignored: readonly string[]
  readonly identity: Identity
  readonly language: Language
  readonly say: Say
  /** UTC seconds. */
  readonly now: number
  /** Whether its reader may choose an identity, because no Access is in front. */
  readonly isLocal: boolean
  /** The token of each form, so that no other site's page can send one. */
  readonly token: string
  /** Present after a form of this page was refused. */
  readonly attempt: Attempt | null
  /** The numbers of orders in the queue's sections, as earlier pages counted them. */
  readonly sections: SectionCounts
  /** The reader's last act, shown once. */
  readonly lastAct: LastAct | null
  /** Whether the reader's role may make that call. */
  readonly may: (name: CallName) => boolean
  /** Makes a reading call as the API would: role, parameters, answer. */
  readonly ask: <Name extends CallName>(
    name: Name,
    input?: ReadRequest,
  ) => Promise<Answer<AnswerOf<Name>>>
  /** Like `ask`, for a page that cannot be shown without the answer: throws `PageRefused`. */
  readonly need: <Name extends CallName>(name: Name, input?: ReadRequest) => Promise<AnswerOf<Name>>
}

/** Thrown when a page cannot be shown; its answer is the refusal. */
export class PageRefused extends Error {
  readonly answer: RefusedAnswer

  constructor(answer: RefusedAnswer) {
    super(answer.error)
    this.answer = answer
  }
}

export const DeskContext = createContext<Desk | null>(null)

/** The desk that the parts of a page are drawn for. */
export function useDesk(): Desk {
  const desk = DeskContext.read()
  if (desk === null) throw new Error('drawn outside of a page')
  return desk
}
