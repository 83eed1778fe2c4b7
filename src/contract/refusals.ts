import { type Language, type Meaning, type Say, say } from '../units/language.ts'
import type { DateFormat } from './back-office/banking/statement-format.ts'
import type { Chain, EvidenceDifference, StatementProblem } from './back-office/states.ts'
import { refusals } from './refusal-table.ts'

/** The `error` of an answer; a published code never changes. */
export type RefusalCode = keyof typeof refusals

/** The code of a refusal with a remedy, which merchants can receive. */
export type MerchantRefusalCode = {
  [Code in RefusalCode]: (typeof refusals)[Code] extends { readonly remedy: Meaning } ? Code : never
}[RefusalCode]

/** The problems of each field, in the caller's own spelling. */
export type FieldProblems = Readonly<Record<string, readonly Meaning[]>>

/** The details of a refusal beside its code. */
export type RefusalDetails = {
  /** Replaces the message of the table. */
  readonly message?: Meaning
  readonly errors?: FieldProblems
  /** On `too_many_requests` and `unavailable`: the time to wait. */
  readonly retryAfterSeconds?: number
  /** On `unavailable`: an operator has turned writes off, which is no fault and counts as none. */
  readonly isMaintenance?: boolean
  /** On `too_many_requests`: the rate that was exceeded, for the log. */
  readonly rate?: string
  /** On `method_not_allowed`: the methods of the path. */
  readonly allow?: string
  /** On `duplicate_…` of the merchant API: the transaction number of the merchant's own order. */
  readonly trade_no?: string
  /** On `signature_error` of a test merchant: the hashed text, without the secret (decisions §3). */
  readonly string_to_sign?: string
  /** On `taken`: the agent who has the order. */
  readonly taken_by?: string
  /** On `approval_waiting`: the approval of the same call. */
  readonly approval_id?: number
  /** On `bank_transaction_taken`: the transaction number of the order that has claimed it. */
  readonly held_by?: string
  /** On `evidence_differs`: the requirements that are not met. */
  readonly differs?: readonly EvidenceDifference[]
  /** On `import_in_use`: the first ten transactions in use. */
  readonly bank_transactions?: readonly number[]
  /** On `statement_refused`: the problems of the file's lines. */
  readonly statement?: RefusedStatement
}

/**
 * The problem of a file's line; lines count from 1, header included. `text` is the cell that could not be read, and
 * `date_format` the expected form of a date.
 */
export type LineProblem = {
  readonly line: number
  readonly problem: StatementProblem
  readonly text?: string | undefined
  readonly date_format?: DateFormat | undefined
}

/**
 * Why a statement is not imported; `broken_line` is where the chain of balances breaks, `looks_like` the account to
 * which its lines belong. Balances in dollars.
 */
export type RefusedStatement = {
  readonly problems: readonly LineProblem[]
  readonly chain: Chain
  readonly broken_line: number | null
  readonly broken_balance: {
    readonly expected: number | null
    readonly found: number | null
  } | null
  readonly looks_like: number | null
}

/** An error that is answered to the caller. Everything else that is thrown is a bug. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly details: RefusalDetails
  /** The message for the caller: its own, or the table's. */
  readonly meaning: Meaning

  constructor(code: RefusalCode, details: RefusalDetails = {}) {
    const { zh, en } = details.message ?? refusals[code]
    super(zh)
    this.name = 'Refusal'
    this.meaning = { zh, en }
    this.code = code
    // An answer with 503 always says when to try again (decisions §3).
    this.details = code === 'unavailable' ? { retryAfterSeconds: 5, ...details } : details
  }

  get status() {
    return refusals[this.code].status
  }
}

/** A refusal as plain values, in both languages: only the answering code knows the reader's language. */
export type RefusedAnswer = {
  readonly status: number
  readonly error: string
  readonly message: Meaning
  readonly errors?: FieldProblems
  readonly taken_by?: string
  readonly approval_id?: number
  readonly held_by?: string
  readonly differs?: readonly string[]
  readonly bank_transactions?: readonly number[]
  readonly statement?: RefusedStatement
  readonly retry_after_seconds?: number
}

/** A refusal as plain values, which survive the way between two Workers. */
export function refusedAnswer({ code, meaning, status, details }: Refusal): RefusedAnswer {
  const {
    errors,
    taken_by: takenBy,
    approval_id: approvalId,
    held_by,
    differs,
    bank_transactions,
    statement,
    retryAfterSeconds,
  } = details
  return {
    status,
    error: code,
    message: meaning,
    ...(errors === undefined ? {} : { errors }),
    ...(takenBy === undefined ? {} : { taken_by: takenBy }),
    ...(approvalId === undefined ? {} : { approval_id: approvalId }),
    ...(held_by === undefined ? {} : { held_by }),
    ...(differs === undefined ? {} : { differs }),
    ...(bank_transactions === undefined ? {} : { bank_transactions }),
    ...(statement === undefined ? {} : { statement }),
    ...(retryAfterSeconds === undefined ? {} : { retry_after_seconds: retryAfterSeconds }),
  }
}

/** Thrown when a client hung up before its request was complete, so nobody can be answered. */
export class ClientGone extends Error {}

/** The log's status and error of such a request. */
export const clientGone = { status: 499, error: 'caller_gone' } as const

/** Refuses a method that the path does not have; `allow` lists the others. */
export function methodNotAllowed(allow: string): Refusal {
  return new Refusal('method_not_allowed', { allow })
}

/** The refusal of a missing record. */
export function notFound(message: Meaning): Refusal {
  return new Refusal('not_found', { message })
}

/** A validation error on one field. */
export function invalid(field: string, problem: Meaning): Refusal {
  return invalidFields({ [field]: [problem] })
}

/** A validation error; `errors` names each field as the caller spelled it, and the message the first of them. */
export function invalidFields(errors: FieldProblems): Refusal {
  const [first] = Object.entries(errors)
  if (first === undefined) return new Refusal('validation_error', { errors })
  const { zh, en } = refusals.validation_error
  const [field, [problem = say('', '')]] = first
  const message = say(`${zh}：${field} ${problem.zh}`, `${en}: ${field}: ${problem.en}`)
  return new Refusal('validation_error', { message, errors })
}

/** The problems of each field in one language. */
export function problemsIn(language: Say, errors: FieldProblems): Record<string, string[]> {
  const texts = Object.entries(errors).map(([field, problems]) => [field, problems.map(language)])
  return Object.fromEntries(texts)
}

/**
 * The address in the documentation that explains a refusal; for a wrong sign, the signature doctor that finds the
 * mistake. Without a requested language the browser decides on it.
 */
export function documentationOf(
  code: RefusalCode,
  language: Language | undefined,
  origin: string,
): string {
  const page = `${origin}/docs${language === undefined ? '' : `?lang=${language}`}`
  return `${page}#${code === 'signature_error' ? 'doctor' : `error-${code}`}`
}
