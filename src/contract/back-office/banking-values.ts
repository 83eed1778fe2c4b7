// The words of bank accounts and bank transactions (back office §2, §3).

export const bankAccountStates = ['active', 'paused', 'frozen', 'closed'] as const
export type BankAccountState = (typeof bankAccountStates)[number]

export const bankAccountUses = ['in', 'out', 'both'] as const
export type BankAccountUse = (typeof bankAccountUses)[number]

export const backings = ['required', 'later'] as const
export type Backing = (typeof backings)[number]

export const transactionStates = ['unclaimed', 'claimed', 'ignored'] as const
export type TransactionState = (typeof transactionStates)[number]

export const transactionSources = ['statement', 'feed', 'hand'] as const
export type TransactionSource = (typeof transactionSources)[number]

/** Why a transaction is put aside. */
export const ignoredKinds = ['fee', 'interest', 'own_transfer', 'returned', 'other'] as const
export type IgnoredKind = (typeof ignoredKinds)[number]

/** Why an order may be what a transaction pays (back office §4). */
export const candidateReasons = [
  'amount',
  'last5',
  'account',
  'in_time',
  'late',
  'name',
  'settled_unbacked',
  'only_candidate',
] as const
export type CandidateReason = (typeof candidateReasons)[number]

/**
 * What of a transaction is no evidence that it pays an order (back office §4): a reason that does not hold,
 * `only_candidate` where another order fits as well, or one of these. `twin`: a transaction that pays an order may be
 * the same money. `unconfirmed`: statements cover its day and the next, and have not confirmed it. `fee`: over
 * `fee_max`.
 */
export const evidenceDifferences = [...candidateReasons, 'twin', 'unconfirmed', 'fee'] as const
export type EvidenceDifference = (typeof evidenceDifferences)[number]

export const importStates = ['running', 'done', 'incomplete'] as const
export type ImportState = (typeof importStates)[number]

/** How a statement's balances follow one another, and those that are stored. */
export const chains = ['whole', 'broken', 'gap', 'unknown'] as const
export type Chain = (typeof chains)[number]

/** What can be wrong with a line of a statement. */
export const statementProblems = [
  'bytes_not_in_encoding',
  'quotes_not_closed',
  'too_few_columns',
  'too_many_columns',
  'column_not_found',
  'date_not_understood',
  'time_not_understood',
  'amount_not_understood',
  'balance_not_understood',
  'booked_ahead',
  'text_too_long',
  'control_character',
  'no_lines',
  'too_many_lines',
  'day_not_whole',
] as const
export type StatementProblem = (typeof statementProblems)[number]
