/** The largest request body that is read: 64 KiB. */
export const bodyBytesMax = 65_536

/** The largest `extra` of a merchant created from this limit on, in bytes as sent (decisions §4): 8 KiB. */
export const extraBytesMax = 8_192

/** An order whose texts have at most this many bytes is accepted when the daily quota is used up. */
export const orderTextsFreeBytes = 1_024

/** The time limit of one callback attempt: connecting, headers and body together (decisions §6). */
export const callbackTimeoutMs = 10_000

/** The part of a receiver's answer to a callback that is read and kept. */
export const callbackAnswerBytesMax = 2_048

/** The largest statement of a bank account. */
export const statementBytesMax = 5 * 1024 * 1024
