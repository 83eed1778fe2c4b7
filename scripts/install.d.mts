export function ensureInstalled(wanted: {
  readonly root: string
  readonly what: string
  readonly quit: AbortSignal
  /** False where the `dependencies` are enough. */
  readonly withTools?: boolean
}): Promise<void>

/** Takes the lock of installs in a directory, waiting for others, and returns what gives it back. */
export function takeLock(directory: string, quit: AbortSignal): Promise<() => void>
