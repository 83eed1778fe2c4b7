const tickMs = 3000

/**
 * Runs a step that may take long. Logs its start, its progress every three seconds, and how long it took. Returns what
 * `work` returns.
 */
export async function withProgress(step, work, { log = console.log, progress = () => '' } = {}) {
  const started = Date.now()
  const seconds = () => `${((Date.now() - started) / 1000).toFixed(1)} s`
  log(`${step} …`)
  const timer = setInterval(() => {
    log(`${step}: ${[seconds(), progress()].filter(Boolean).join(', ')}`)
  }, tickMs)
  try {
    const result = await work()
    log(`${step}: done in ${seconds()}`)
    return result
  } finally {
    clearInterval(timer)
  }
}
