import { keepLog } from '../checks/kept-log.ts'

const linesMax = 100_000
// The runtime's own lines about each request and batch, of which the Workers' lines tell more, and wrangler's lines
// about the bindings at each start of a Worker.
const noise = [
  /^[A-Z]+ \/\S* \d{3} .*\(\d+ms\)$/,
  /^QUEUE \S+ \d+\/\d+ \(\d+ms\)$/,
  /^(?:Your Worker has access to|Binding +Resource +Mode|env\.\w+ |Service bindings, Durable)/,
  /^⎔ Connection status updated$|^Using secrets defined in |^Ready on http:/,
  /^\s*$/,
]

/** The output of both Workers. */
export type Log = {
  /** Keeps a line under its Worker's name, and shows it if `show` is true. */
  add(worker: string, line: string, show: boolean): void
  text(): string
}

/** Makes an empty log; `tell` gets the lines that are shown. */
export function createLog(tell: (line: string) => void): Log {
  let lines: string[] = []
  return {
    text: () => lines.join('\n'),
    add(worker, line, show) {
      const text = line.replace(/^\[wrangler:\w+\] /, '')
      if (noise.some((pattern) => pattern.test(text))) return
      const whole = `${worker} | ${text}`
      keepLog(whole)
      lines.push(whole)
      if (lines.length > 2 * linesMax) lines = lines.slice(-linesMax)
      if (show) tell(whole)
    },
  }
}
