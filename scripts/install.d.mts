export function ensureInstalled(wanted: {
  readonly root: string
  readonly what: string
  readonly quit: AbortSignal
  /** False where the `dependencies` are enough. */
  readonly withTools?: boolean
}): Promise<void>
