import type { Desk, desks } from '../calls/desks.ts'
import { alarmAnswers } from './alarm-answers.ts'
import type { DocumentedCalls, Given } from './answer.ts'
import { bankAccountAnswers, bankAccountReadAnswers } from './bank-account-answers.ts'
import { bookAnswers } from './book-answers.ts'
import { bridgeAnswers } from './bridge-answers.ts'
import { callbackAnswers } from './callback-answers.ts'
import { holdAnswers } from './hold-answers.ts'
import { merchantAnswers } from './merchant-answers.ts'
import { agentAnswers, operatorOrderAnswers } from './order-answers.ts'
import { overviewAnswers } from './overview-answers.ts'
import { peopleAnswers } from './people-answers.ts'
import { productAnswers } from './product-answers.ts'
import { transactionAnswers, transactionReadAnswers } from './transaction-answers.ts'

/** What the OpenAPI document says of each call. A call that is missing here does not compile. */
export const deskAnswers = {
  BACK_OFFICE: {
    ...merchantAnswers,
    ...productAnswers,
    ...bankAccountAnswers,
    ...operatorOrderAnswers,
    ...callbackAnswers,
    ...peopleAnswers,
    ...holdAnswers,
    ...transactionAnswers,
    ...overviewAnswers,
    ...alarmAnswers,
    ...bookAnswers,
  },
  AGENT_DESK: { ...agentAnswers, ...bankAccountReadAnswers, ...transactionReadAnswers },
  EXCHANGE_BRIDGE: bridgeAnswers,
} satisfies { readonly [Name in Desk]: DocumentedCalls<(typeof desks)[Name]> }

type Answers = (typeof deskAnswers)['BACK_OFFICE'] &
  (typeof deskAnswers)['AGENT_DESK'] &
  (typeof deskAnswers)['EXCHANGE_BRIDGE']

/** The name of a call: no two desks have one of the same name. */
export type CallName = keyof Answers

/** What the call of that name answers. */
export type AnswerOf<Name> = Name extends CallName ? Given<Answers[Name]['answer']> : never

/** What it answers with a status of that very answer. */
export type StatusAnswerOf<Name> = Name extends CallName
  ? Answers[Name] extends { readonly also: { readonly answer: infer Also } }
    ? AnswerOf<Name> | Given<Also>
    : AnswerOf<Name>
  : never
