/** Cloudflare's figures of a version of a Worker in a span of time. */
export type VersionFigures = {
  readonly requests: number
  /** Invocations that ended without an answer of ours: an exception that nothing caught, or a limit of the platform. */
  readonly errors: number
  /** Wall time of an invocation in milliseconds: the median and the 95th percentile. */
  readonly p50Ms: number
  readonly p95Ms: number
}

/** From where on a version is worse than the one before it. */
export const bounds = {
  /** Of fewer requests nothing is concluded. */
  requestsMin: 50,
  /** A share of errors, in percent, that is no reason to go back. */
  errorPercentMin: 1,
  /** So many times the share of the version before is. */
  errorTimesMax: 2,
  /** So many times the wall time of the version before, and so many milliseconds more. */
  wallTimesMax: 2,
  wallMoreMs: 50,
} as const

/** The comparison of a version with the previous one: what is worse, in sentences, or why it is inconclusive. */
type Comparison =
  | { readonly kind: 'compared'; readonly worse: readonly string[] }
  | { readonly kind: 'too_few'; readonly message: string }

/**
 * Compares the figures of a new version with those of the version before it. Errors have a bound of their own where the
 * other version has too few requests; wall times are compared only where both have enough.
 */
export function compareVersions(
  version: VersionFigures | null,
  before: VersionFigures | null,
): Comparison {
  const { requestsMin, errorPercentMin, errorTimesMax, wallTimesMax, wallMoreMs } = bounds
  const requests = version?.requests ?? 0
  if (version === null || requests < requestsMin) {
    const message = `${requests} requests of the new version, fewer than ${requestsMin}: nothing was concluded from their errors and times.`
    return { kind: 'too_few', message }
  }
  const comparable = before !== null && before.requests >= requestsMin ? before : null
  const [percent, percentBefore] = [version, comparable].map(errorPercentOf)
  const errorsMax = Math.max(errorPercentMin, errorTimesMax * (percentBefore ?? 0))
  const worse: string[] = []
  if ((percent ?? 0) > errorsMax) {
    worse.push(
      `${version.errors} of ${version.requests} requests of the new version ended in an error (${inWords(percent)}), of the ` +
        `version before ${inWords(percentBefore)}`,
    )
  }
  for (const [name, label] of [
    ['p50Ms', 'the median'],
    ['p95Ms', '95 of 100'],
  ] as const) {
    const wallMs = version[name]
    const wallMsBefore = comparable?.[name]
    if (wallMsBefore === undefined) continue
    if (wallMs <= wallMsBefore * wallTimesMax || wallMs <= wallMsBefore + wallMoreMs) continue
    worse.push(
      `${label} of the new version's requests took ${Math.round(wallMs)} ms, of the version before ${Math.round(wallMsBefore)} ms`,
    )
  }
  return { kind: 'compared', worse }
}

function errorPercentOf(figures: VersionFigures | null): number | undefined {
  return figures === null ? undefined : (figures.errors / figures.requests) * 100
}

function inWords(percent: number | undefined): string {
  return percent === undefined ? 'too few to tell' : `${percent.toFixed(1)} %`
}
