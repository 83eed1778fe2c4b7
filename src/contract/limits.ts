/** The largest request body that is read (decisions §3): 64 KiB. */
export const bodyBytesMax = 65_536

/** The largest `extra` of a merchant created from this limit on, in bytes as sent (decisions §4): 8 KiB. */
export const extraBytesMax = 8_192

/** Orders with no more bytes of `extra` and `note` than this are not held to the quota of a day. */
export const customDataFreeBytes = 1_024

/** How long one attempt at a callback may take, connecting, headers and body together (decisions §6). */
export const callbackTimeoutMs = 10_000

/** How much of a merchant's answer to a callback is read and kept. */
export const callbackAnswerBytesMax = 2_048
