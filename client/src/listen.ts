#!/usr/bin/env node
// The package's program: `merchant-payment listen --forward-to http://localhost:8000/notify`. It forwards the
// callbacks of a local service's inspector (`npm start`), or of a remote service's record, to a receiver under
// development, and prints the result of each. It registers nothing: orders keep their own notify_url.
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
  --service     a remote service: the callbacks that it sent for the hundred newest orders of --uid
  --all         also forward the callbacks that were received before the start

The environment variable PAY_SECRET is the API secret that verifies signatures.`

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
  const isRemote = service !== null && uid !== null
  const source = isRemote ? serviceAt(service, uid, secret) : inspectorAt(inspector)
  await listen(source, receiver).catch((error: Error) => {
    console.error(error.message)
    process.exitCode = 1
  })
}

function optionOf(option: string): string | null {
  const at = options.indexOf(option)
  return at === -1 ? null : (options[at + 1] ?? null)
}

async function listen({ name, pollMs, poll }: CallbackSource, address: string): Promise<void> {
  if (!options.includes('--all')) await poll()
  console.log(`Callbacks of ${name} go to ${address}`)
  while (true) {
    for (const callback of await poll()) {
      if (callback.cut) console.log(`#${callback.number} is longer than 64 KiB: not forwarded`)
      else console.log(await report(callback, secret, await forward(callback, address)))
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}
