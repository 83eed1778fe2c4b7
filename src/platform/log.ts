/** One line of the log. It has no secrets, signatures or full account numbers. */
export type LogEntry = { readonly event: string } & Readonly<
  Record<string, string | number | boolean | null | undefined>
>

/** Writes one line of the log, as JSON. */
export function writeLog(entry: LogEntry): void {
  console.log(JSON.stringify(entry))
}
