import { keepLog } from '../checks/kept-log.ts'

const linesMax = 100_000
// The runtime's lines about each request and batch, which the Workers log in more detail, and wrangler's lines about
// bindings at each start.
const noise = [
  /^[A-Z]+ \/\S* \d{3} .*\(\d+ms\)$/,
  /^QUEUE \S+ \d+\/\d+ \(\d+ms\)$/,
  /^(?:Your Worker has access to|Binding +Resource +Mode|env\.\w+ |Service bindings, Durable)/,
  /^⎔ Connection status updated$|^Using secrets defined in |^Ready on http:/,
  /^\s*$/,
]

/** The output of both Workers. */
export type Log = {
  /** Stores a line under its Worker's name, and also passes it on if `show` is true. */
  add(worker: string, line: string, show: boolean): void
  text(): string
}

export function createLog(onLine: (line: string) => void): Log {
  let lines: string[] = []
  return {
    text: () => lines.join('\n'),
    add(worker, line, show) {
      const text = line.replace(/^\[wrangler:\w+\] /, '')
      if (noise.some((pattern) => pattern.test(text))) return
      const named = `${worker} | ${text}`
      keepLog(named)
      lines.push(named)
      if (lines.length > 2 * linesMax) lines = lines.slice(-linesMax)
      if (show) onLine(named)
    },
  }
}
