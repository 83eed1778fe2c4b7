/** Cloudflare's figures of a Worker's version over a period. */
export type VersionFigures = {
  readonly requests: number
  /** Invocations that ended in an uncaught exception or exceeded a limit of the platform. */
  readonly errors: number
  /** The wall time of an invocation, in milliseconds: the median and the 95th percentile. */
  readonly p50Ms: number
  readonly p95Ms: number
}

/** The bounds beyond which a version is worse than the previous one. */
export const bounds = {
  /** With fewer requests, the comparison is inconclusive. */
  requestsMin: 50,
  /** An error rate up to this many percent is tolerated. */
  errorPercentMin: 1,
  /** Worse if the error rate is above this multiple of the previous version's. */
  errorTimesMax: 2,
  /** Worse if the wall time is above this multiple of the previous version's, and above it by more than `wallMoreMs`. */
  wallTimesMax: 2,
  wallMoreMs: 50,
} as const

/** The comparison of a version with the previous one: a sentence for each worse figure, or why it is inconclusive. */
type Comparison =
  | { readonly kind: 'compared'; readonly worse: readonly string[] }
  | { readonly kind: 'too_few'; readonly message: string }

/**
 * Compares the figures of a new version with those of the previous one. If the previous version has too few requests,
 * errors are compared with `errorPercentMin` alone and wall times not at all.
 */
export function compareVersions(
  version: VersionFigures | null,
  previous: VersionFigures | null,
): Comparison {
  const { requestsMin, errorPercentMin, errorTimesMax, wallTimesMax, wallMoreMs } = bounds
  const requests = version?.requests ?? 0
  if (version === null || requests < requestsMin) {
    const message = `The new version had ${requests} requests, fewer than ${requestsMin}: its errors and times are inconclusive.`
    return { kind: 'too_few', message }
  }
  const comparable = previous !== null && previous.requests >= requestsMin ? previous : null
  const [percent, previousPercent] = [version, comparable].map(errorPercentOf)
  const errorsMax = Math.max(errorPercentMin, errorTimesMax * (previousPercent ?? 0))
  const worse: string[] = []
  if ((percent ?? 0) > errorsMax) {
    worse.push(
      `${version.errors} of ${version.requests} requests of the new version ended in an error (${percentText(percent)}), of ` +
        `the previous version ${percentText(previousPercent)}`,
    )
  }
  for (const [name, label] of [
    ['p50Ms', 'the median'],
    ['p95Ms', 'the 95th percentile'],
  ] as const) {
    const wallMs = version[name]
    const previousMs = comparable?.[name]
    if (previousMs === undefined) continue
    if (wallMs <= previousMs * wallTimesMax || wallMs <= previousMs + wallMoreMs) continue
    worse.push(
      `${label} of the new version's wall times is ${Math.round(wallMs)} ms, of the previous version ${Math.round(previousMs)} ms`,
    )
  }
  return { kind: 'compared', worse }
}

function errorPercentOf(figures: VersionFigures | null): number | undefined {
  return figures === null ? undefined : (figures.errors / figures.requests) * 100
}

function percentText(percent: number | undefined): string {
  return percent === undefined ? 'unknown: too few' : `${percent.toFixed(1)} %`
}
