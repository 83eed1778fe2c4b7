#!/usr/bin/env node
// The package's program: `merchant-payment listen --forward-to http://localhost:8000/notify`. It gives a receiver that is
// being written the callbacks of a local service's inspector (`npm start`), or of a merchant's own record elsewhere, and
// says what came of each. It registers nothing: the orders' own notify_url stays where it is.
import { type CallbackSource, inspectorAt, serviceAt } from './callback-sources.ts'
import { forward, report } from './forwarding.ts'

declare const process: {
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  exitCode: number
}

const usage = `merchant-payment listen --forward-to <address> [--inspector <address> | --service <address> --uid <uid>] [--all]

  --forward-to  your receiver, for example http://localhost:8000/notify
  --inspector   the callback inspector of npm start; by default http://127.0.0.1:8789
  --service     a service elsewhere: the callbacks that it sent for the hundred newest orders of --uid
  --all         begin with the callbacks that are there already

PAY_SECRET in the environment is the API secret that signatures are checked with.`

const [command, ...options] = process.argv.slice(2)
const receiver = optionOf('--forward-to')
const [service, uid] = [optionOf('--service'), optionOf('--uid')]
const secret = process.env.PAY_SECRET ?? ''
const isComplete = secret !== '' && (service === null) === (uid === null)
if (command !== 'listen' || receiver === null || !URL.canParse(receiver) || !isComplete) {
  console.error(secret === '' ? `PAY_SECRET is not set.\n\n${usage}` : usage)
  process.exitCode = 2
} else {
  const inspector = optionOf('--inspector') ?? 'http://127.0.0.1:8789'
  const isElsewhere = service !== null && uid !== null
  const source = isElsewhere ? serviceAt(service, uid, secret) : inspectorAt(inspector)
  await listen(source, receiver).catch((error: Error) => {
    console.error(error.message)
    process.exitCode = 1
  })
}

function optionOf(option: string): string | null {
  const at = options.indexOf(option)
  return at === -1 ? null : (options[at + 1] ?? null)
}

async function listen({ name, everyMs, look }: CallbackSource, address: string): Promise<void> {
  if (!options.includes('--all')) await look()
  console.log(`Callbacks of ${name} go to ${address}`)
  while (true) {
    for (const callback of await look()) {
      if (callback.cut) console.log(`#${callback.number} is longer than 64 KiB: not forwarded`)
      else console.log(await report(callback, secret, await forward(callback, address)))
    }
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}
