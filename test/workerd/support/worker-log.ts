// What the Worker logs is kept while a test runs and told when it ends. The pool cannot send a line of another request,
// such as a queue consumer's, by itself: it sends it with the next message of the test file, and when there is none it
// waits for ever for that line to arrive.

declare global {
  var workerLog: { readonly told: typeof console.log; readonly lines: string[] } | undefined
}

// One for each process: some files load all modules anew.
globalThis.workerLog ??= { told: console.log, lines: [] }
const { told, lines } = globalThis.workerLog

/** Keeps the lines that the Worker logs. What tests say themselves is told at once. */
export function keepWorkerLog(): void {
  console.log = (...parts: unknown[]) => {
    const [line] = parts
    if (typeof line === 'string' && line.startsWith('{"event":')) lines.push(line)
    else told(...parts)
  }
}

/** Tells the lines that have been kept since the last call. Only for a test file's own hooks. */
export function tellWorkerLog(): void {
  if (lines.length > 0) told(lines.splice(0).join('\n'))
}

/** Forgets the lines that have been kept, where a test runs for so long that nobody would read them all. */
export function forgetWorkerLog(): void {
  lines.length = 0
}
