const linesMax = 100_000
// The runtime's own word on each request and batch, of which the Workers themselves tell more; and what wrangler says
// of the bindings whenever a Worker comes up.
const noise = [
  /^[A-Z]+ \/\S* \d{3} .*\(\d+ms\)$/,
  /^QUEUE \S+ \d+\/\d+ \(\d+ms\)$/,
  /^(?:Your Worker has access to|Binding +Resource +Mode|env\.\w+ |Service bindings, Durable)/,
  /^⎔ Connection status updated$|^Using secrets defined in |^Ready on http:/,
  /^\s*$/,
]

/** What both Workers print. */
export type Log = {
  /** Keeps a line under its Worker's name; `show` also tells it. */
  add(worker: string, line: string, show: boolean): void
  text(): string
}

/** Opens a log; `tell` gets the lines to show. */
export function openLog(tell: (line: string) => void): Log {
  let lines: string[] = []
  return {
    text: () => lines.join('\n'),
    add(worker, line, show) {
      const said = line.replace(/^\[wrangler:\w+\] /, '')
      if (noise.some((pattern) => pattern.test(said))) return
      const named = `${worker} | ${said}`
      lines.push(named)
      if (lines.length > 2 * linesMax) lines = lines.slice(-linesMax)
      if (show) tell(named)
    },
  }
}
