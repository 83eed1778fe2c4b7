/** What becomes of a call that needs a second person (back office §5). */
export const approvalStates = ['waiting', 'done', 'failed', 'rejected', 'expired'] as const

export type ApprovalState = (typeof approvalStates)[number]

// States and kinds of bank accounts and bank transactions (back office §2, §3).
export const bankAccountStates = ['active', 'paused', 'frozen', 'closed'] as const

export type BankAccountState = (typeof bankAccountStates)[number]

export const bankAccountUses = ['in', 'out', 'both'] as const

export type BankAccountUse = (typeof bankAccountUses)[number]

/** What the service does by itself on an account, or for a merchant (matching §1). */
export const autoChoices = ['off', 'assign', 'settle'] as const

export type AutoChoice = (typeof autoChoices)[number]

/** By whom a line has to be known that the service settles by. */
export const autoSources = ['statement', 'feed'] as const

export type AutoSource = (typeof autoSources)[number]

/** Whether the deployment matches by itself. */
export const autoStates = ['running', 'stopped'] as const

export type AutoState = (typeof autoStates)[number]

/** Why an order was not given an account by the service (matching §2). */
export const notAssignedReasons = ['no_account_free', 'stopped'] as const

export type NotAssignedReason = (typeof notAssignedReasons)[number]

/** By whom a collection was settled: the service, a person, or its merchant's declaration (matching §4). */
export const settlers = ['auto', 'person', 'merchant'] as const

export type Settler = (typeof settlers)[number]

/** How far a settlement by the service is proved (matching §5). */
export const proofStates = ['awaiting', 'confirmed', 'unproven', 'contradicted'] as const

export type ProofState = (typeof proofStates)[number]

/** Why a transaction is not settled by the service (matching §3), in the order in which they are told. */
export const doubts = [
  'stopped',
  'off',
  'source',
  'one_person',
  'two_orders',
  'part',
  'two_transactions',
  'sent_back',
  'twin',
  'early',
  'late',
  'day_only',
  'name',
  'account',
  'held',
  'bank_account_not_active',
  'bank_account_not_allowed',
  'already_paid',
  'over_limit',
  'awaiting_limit',
  'lines_unsound',
  'reversed',
  'state',
  'no_order',
] as const

export type Doubt = (typeof doubts)[number]

/** What keeps no money in doubt: the service settles by none of these, and a person by each. */
export const switchDoubts = ['stopped', 'off', 'source'] as const satisfies readonly Doubt[]

export type SwitchDoubt = (typeof switchDoubts)[number]

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

/** Of an import that is taken back: until all that it alone told is gone, and then. */
export const undoStates = ['undoing', 'undone'] as const

export type UndoState = (typeof undoStates)[number]

/**
 * What statements know of a day of an account: they cover it; nothing was booked on it; lines of it are missing; or
 * it is before or after them all.
 */
export const dayCoverages = ['covered', 'quiet', 'missing', 'open'] as const

export type DayCoverage = (typeof dayCoverages)[number]

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

/** Every alarm. `src/rules/alarms/alarm-table.ts` says when each is true, and what to do. */
export const alarmNames = [
  'callback_backlog',
  'callbacks_parked',
  'callbacks_given_up',
  'receiver_failing',
  'dead_wake_ups',
  'sweep_stopped',
  'job_failing',
  'server_errors',
  'desk_failing',
  'creations_failing_fast',
  'creations_failing_slowly',
  'traffic_gone',
  'database_down',
  'database_filling',
  'database_full_soon',
  'wrong_secrets_key',
  'books_differ',
  'books_unchecked',
  'copies_late',
  'copies_unscanned',
  'copies_missing',
  'archive_failing',
  'deposits_unclaimed',
  'account_silent',
  'statement_gap',
  'feed_over_limit',
  'auto_contradicted',
  'auto_unproven',
  'approval_waiting',
] as const

export type AlarmName = (typeof alarmNames)[number]

/** `page`: wakes somebody. `notice`: waits until quiet hours are over. */
export const severities = ['page', 'notice'] as const

export type Severity = (typeof severities)[number]

/** What the value and the threshold of an alarm count; a `flag` is true or not, as 1 or 0. */
export const alarmUnits = ['seconds', 'days', 'percent', 'bytes', 'count', 'flag'] as const

export type AlarmUnit = (typeof alarmUnits)[number]

/** What an alarm is about: one database, bank account, merchant or job, or the whole service. */
export const alarmSubjectKinds = ['database', 'bank_account', 'merchant', 'job', 'service'] as const

export type AlarmSubjectKind = (typeof alarmSubjectKinds)[number]

/** Where alarms are sent. */
export const alarmChannels = ['webhook', 'telegram', 'escalation'] as const

export type AlarmChannel = (typeof alarmChannels)[number]

/** Whether alarms go to a channel: `incomplete` where it lacks a part of its settings. */
export const channelStates = ['on', 'off', 'incomplete'] as const

export type ChannelState = (typeof channelStates)[number]

/** How a message to a channel ended. */
export const sendOutcomes = ['delivered', 'refused', 'timeout', 'network'] as const

export type SendOutcome = (typeof sendOutcomes)[number]

/** The most collections that a call settles at once. */
export const settledAtOnceMax = 20

/** The most that a call gives another account. */
export const reassignedMax = 200

/** What can be done with an order (back office §7): the last parts of the paths of the calls that move it. */
export const orderActions = [
  'take',
  'release',
  'match',
  'settle',
  'exception',
  'confirm',
  'process',
  'cancel',
  'reverse',
  'back',
] as const

export type OrderAction = (typeof orderActions)[number]

/** The names of the formats of statements that come with the service (back office §3). */
export const builtInFormatNames = ['demo_big5_roc', 'demo_utf8'] as const

export type BuiltInFormatName = (typeof builtInFormatNames)[number]
