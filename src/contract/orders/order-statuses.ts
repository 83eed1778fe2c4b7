/** §3.1: unpaid, paid, supplemented by the back office. */
export const collectionStatuses = ['pending', 'succeeded', 'manual'] as const
export type CollectionStatus = (typeof collectionStatuses)[number]

/** §3.1: waiting to match, matched, exception. */
export const matchingStatuses = ['pending', 'matched', 'exception'] as const
export type MatchingStatus = (typeof matchingStatuses)[number]

/** The back office's decision on declared money (decisions §4): `none` if none is needed. */
export const confirmationStates = ['none', 'awaiting', 'accepted', 'rejected'] as const
export type ConfirmationState = (typeof confirmationStates)[number]

/** §3.2: waiting to be processed, processed, and cancelled, failed or rejected. */
export const payoutStatuses = ['pending', 'processed', 'cancelled'] as const
export type PayoutStatus = (typeof payoutStatuses)[number]
