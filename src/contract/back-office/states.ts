/** The states of a call that needs a second person (back office §5). */
export const approvalStates = ['waiting', 'done', 'failed', 'rejected', 'expired'] as const

export type ApprovalState = (typeof approvalStates)[number]

// States and kinds of bank accounts and bank transactions (back office §2, §3).
export const bankAccountStates = ['active', 'paused', 'frozen', 'closed'] as const

export type BankAccountState = (typeof bankAccountStates)[number]

export const bankAccountUses = ['in', 'out', 'both'] as const

export type BankAccountUse = (typeof bankAccountUses)[number]

/** The automatic work on an account, or for a merchant (matching §1). */
export const autoChoices = ['off', 'assign', 'settle'] as const

export type AutoChoice = (typeof autoChoices)[number]

/** The sources of a line that the service may settle with. */
export const autoSources = ['statement', 'feed'] as const

export type AutoSource = (typeof autoSources)[number]

/** Whether automatic matching runs in the deployment. */
export const autoStates = ['running', 'stopped'] as const

export type AutoState = (typeof autoStates)[number]

/** Why the service gave an order no account (matching §2). */
export const notAssignedReasons = ['no_account_free', 'stopped'] as const

export type NotAssignedReason = (typeof notAssignedReasons)[number]

/** The settler of a collection: the service, a person, or its merchant's declaration (matching §4). */
export const settlers = ['auto', 'person', 'merchant'] as const

export type Settler = (typeof settlers)[number]

/** The proof of an automatic settlement (matching §5). */
export const proofStates = ['awaiting', 'confirmed', 'unproven', 'contradicted'] as const

export type ProofState = (typeof proofStates)[number]

/** Why the service does not settle with a transaction (matching §3), in the order in which they are shown. */
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

/** Doubts that do not concern the money: the service settles with none of these, a person with all. */
export const switchDoubts = ['stopped', 'off', 'source'] as const satisfies readonly Doubt[]

export type SwitchDoubt = (typeof switchDoubts)[number]

export const backings = ['required', 'later'] as const

export type BackingRule = (typeof backings)[number]

export const transactionStates = ['unclaimed', 'claimed', 'ignored'] as const

export type TransactionState = (typeof transactionStates)[number]

export const transactionSources = ['statement', 'feed', 'hand'] as const

export type TransactionSource = (typeof transactionSources)[number]

/** Why a transaction is put aside. */
export const ignoredKinds = ['fee', 'interest', 'own_transfer', 'returned', 'other'] as const

export type IgnoredKind = (typeof ignoredKinds)[number]

/** Evidence that a transaction pays an order (back office §4). */
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
 * Differences between a transaction and the evidence required (back office §4): a missing reason, `only_candidate` if
 * another order matches as well, or one of these. `twin`: a transaction that pays an order may be the same money.
 * `unconfirmed`: statements cover its day and the next without confirming it. `fee`: over `fee_max`.
 */
export const evidenceDifferences = [...candidateReasons, 'twin', 'unconfirmed', 'fee'] as const

export type EvidenceDifference = (typeof evidenceDifferences)[number]

export const importStates = ['running', 'done', 'incomplete'] as const

export type ImportState = (typeof importStates)[number]

/** The undo of an import: until all that it alone reported is deleted, and after that. */
export const undoStates = ['undoing', 'undone'] as const

export type UndoState = (typeof undoStates)[number]

/**
 * The coverage of an account's day by statements: covered; quiet, without bookings; with missing lines; or before or
 * after all of them.
 */
export const dayCoverages = ['covered', 'quiet', 'missing', 'open'] as const

export type DayCoverage = (typeof dayCoverages)[number]

/** Whether a statement's balances continue one another and the stored ones. */
export const chains = ['whole', 'broken', 'gap', 'unknown'] as const

export type Chain = (typeof chains)[number]

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

/** All alarms. `src/rules/alarms/alarm-table.ts` has their conditions and remedies. */
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

/** `page`: wakes a person. `notice`: waits for the end of quiet hours. */
export const severities = ['page', 'notice'] as const

export type Severity = (typeof severities)[number]

/** The units of an alarm's value and threshold; a `flag` is 1 or 0. */
export const alarmUnits = ['seconds', 'days', 'percent', 'bytes', 'count', 'flag'] as const

export type AlarmUnit = (typeof alarmUnits)[number]

/** The subject of an alarm: one database, bank account, merchant or job, or the whole service. */
export const alarmSubjectKinds = ['database', 'bank_account', 'merchant', 'job', 'service'] as const

export type AlarmSubjectKind = (typeof alarmSubjectKinds)[number]

export const alarmChannels = ['webhook', 'telegram', 'escalation'] as const

export type AlarmChannel = (typeof alarmChannels)[number]

/** Whether a channel receives alarms: `incomplete` if a part of its settings is missing. */
export const channelStates = ['on', 'off', 'incomplete'] as const

export type ChannelState = (typeof channelStates)[number]

/** The outcome of a message to a channel. */
export const sendOutcomes = ['delivered', 'refused', 'timeout', 'network'] as const

export type SendOutcome = (typeof sendOutcomes)[number]

/** The most collections settled by one call. */
export const settledAtOnceMax = 20

/** The most collections reassigned by one call. */
export const reassignedMax = 200

/** The actions on an order (back office §7): the last parts of the moving calls' paths. */
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

/** The names of the built-in statement formats (back office §3). */
export const builtInFormatNames = ['demo_big5_roc', 'demo_utf8'] as const

export type BuiltInFormatName = (typeof builtInFormatNames)[number]

/** The notes on a waiting payout that its money is sent, and that it was found not to be: the last of them counts. */
export const sentNotes = { sent: '已在網銀送出', unsent: '已查明沒有匯出' } as const
