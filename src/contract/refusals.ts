import type { Meaning } from '../units/language.ts'
import { refusals } from './refusal-table.ts'

/** The `error` of an answer; a published code never changes. */
export type RefusalCode = keyof typeof refusals

/** The code of a refusal that has a remedy, and so one that merchants can meet. */
export type MerchantRefusalCode = {
  [Code in RefusalCode]: (typeof refusals)[Code] extends { readonly remedy: Meaning } ? Code : never
}[RefusalCode]

/** What a refusal may carry beside its code. */
export type RefusalDetails = {
  /** Said in place of the table's message. */
  readonly message?: string
  /** By field, in the caller's own spelling: what is wrong with it. */
  readonly errors?: Readonly<Record<string, readonly string[]>>
  /** On `too_many_requests`: when to come again. */
  readonly retryAfterSeconds?: number
  /** On `too_many_requests`: over which rate, for the log. */
  readonly rate?: string
  /** On `method_not_allowed`: the methods that there are. */
  readonly allow?: string
  /** On `taken`: who has it. */
  readonly taken_by?: string
}

/** An error that becomes the answer to the caller. Everything else that is thrown is a bug. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly details: RefusalDetails

  constructor(code: RefusalCode, details: RefusalDetails = {}) {
    super(details.message ?? refusals[code].message)
    this.name = 'Refusal'
    this.code = code
    this.details = details
  }

  get status() {
    return refusals[this.code].status
  }
}

/** Refuses a method that the path does not have; `allow` lists those it has. */
export function methodNotAllowed(allow: string): Refusal {
  return new Refusal('method_not_allowed', { allow })
}

/** A validation error on one field. */
export function invalid(field: string, problem: string): Refusal {
  return invalidFields({ [field]: [problem] })
}

/** A validation error; `errors` names each field as the caller spelled it. */
export function invalidFields(errors: Readonly<Record<string, readonly string[]>>): Refusal {
  const [first] = Object.entries(errors)
  const said = first === undefined ? '' : `:${first[0]} ${first[1][0] ?? ''}`
  return new Refusal('validation_error', {
    message: `${refusals.validation_error.message}${said}`,
    errors,
  })
}
