import { reasonOf } from './command/problem.ts'
import { demoMerchant, demoTestMerchant } from './local/demo-merchant.ts'
import type { PortChoice } from './local/ports.ts'
import { type LocalServer, startLocalServer } from './local/server.ts'
import { settingsOf } from './local/settings.ts'

const parentPollMs = 1000
const portMax = 65_535
const sweepSecondsMax = 86_400

await main()

async function main(): Promise<void> {
  const quit = new AbortController()
  quitOnSignals(quit)
  try {
    const server = await startLocalServer({
      port: portFrom('PORT', 8787),
      backofficePort: portFrom('BACKOFFICE_PORT', 8788),
      inspectorPort: portFrom('INSPECTOR_PORT', 8789),
      sweepSeconds: wholeNumber('SWEEP_SECONDS', 60, [1, sweepSecondsMax]),
      stateDir: process.env.STATE_DIR || '.wrangler/state',
      allowPrivateCallbacks: true,
      demoAccounts: true,
      vars: await settingsOf(process.env),
      onLog: (line) => console.log(line),
      signal: quit.signal,
    })
    quit.signal.addEventListener('abort', () => void server.stop())
    console.log(startText(server))
    const fault = await server.ended
    if (fault) fail(fault)
  } catch (error) {
    if (!quit.signal.aborted) fail(reasonOf(error))
  }
  process.exit()
}

function startText({ payUrl, backofficeUrl, inspector, stateDir }: LocalServer): string {
  return `
Ready. Where to start:

  Merchant API and its documentation   ${payUrl}/docs
  Back office                          ${backofficeUrl}
                                       choose a person at the top right; two browsers can be two people
  The same as JSON                     ${backofficeUrl}/api/openapi.json
  Two bank accounts of the platform    ${backofficeUrl}/bank-accounts
  Callback inspector                   ${inspector?.url}
                                       use ${inspector?.notifyUrl} as notify_url

  Demo merchant   uid ${demoMerchant.uid}, secret ${demoMerchant.secret}
  Test merchant   uid ${demoTestMerchant.uid}, secret ${demoTestMerchant.secret}
                  is called back when a collection is paid, as merchants are by default; for all events
                  set collection_events to all: ${backofficeUrl}/merchants/${demoTestMerchant.uid}
  State           ${stateDir}

The README shows how to sign a first request. Ctrl-C stops everything; the Workers' logs follow.
`
}

// A second signal is ignored, because stopping takes a few seconds at most.
function quitOnSignals(quit: AbortController): void {
  const stop = () => quit.abort()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
  // Writing to a closed terminal fails.
  process.stdout.on('error', stop)
  process.stderr.on('error', stop)
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) stop()
  }, parentPollMs).unref()
}

// A default port that is taken is replaced by another free one; a port set by the environment is not.
function portFrom(name: string, preferred: number): PortChoice {
  const port = wholeNumber(name, preferred, [0, portMax])
  return process.env[name]?.trim() ? port : { preferred }
}

function wholeNumber(name: string, fallback: number, [min, max]: readonly [number, number]) {
  const text = process.env[name]?.trim() || String(fallback)
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= min && value <= max) return value
  return fail(`${name} must be a whole number from ${min} to ${max}, not "${text}".`)
}

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
