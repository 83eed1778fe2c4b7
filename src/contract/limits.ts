/** The largest request body that is read (decisions §3): 64 KiB. */
export const bodyBytesMax = 65_536

/** How long one attempt at a callback may take, connecting, headers and body together (decisions §6). */
export const callbackTimeoutMs = 10_000

/** How much of a merchant's answer to a callback is read and kept. */
export const callbackAnswerBytesMax = 2_048
