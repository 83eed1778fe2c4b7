#!/usr/bin/env node
// The package's program: `merchant-payment listen --forward-to http://localhost:8000/notify`. It gives a receiver that is
// being written the callbacks that the inspector of a local service (`npm start`) received, and says what came of each.
// It registers nothing: orders name the inspector's address, as the documentation's commands do.
import { forward, type Received, report } from './forwarding.ts'

declare const process: {
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  exitCode: number
}

const usage = `merchant-payment listen --forward-to <address> [--inspector <address>] [--all]

  --forward-to  your receiver, for example http://localhost:8000/notify
  --inspector   the callback inspector of npm start; by default http://127.0.0.1:8789
  --all         begin with the callbacks that the inspector has already

PAY_SECRET in the environment is the API secret that signatures are checked with.`

const pollMs = 500

const [command, ...options] = process.argv.slice(2)
const receiver = optionOf('--forward-to')
const secret = process.env.PAY_SECRET ?? ''
if (command !== 'listen' || receiver === null || !URL.canParse(receiver) || secret === '') {
  console.error(usage)
  process.exitCode = 2
} else {
  await listen(receiver)
}

function optionOf(option: string): string | null {
  const at = options.indexOf(option)
  return at === -1 ? null : (options[at + 1] ?? null)
}

async function listen(address: string): Promise<void> {
  const inspector = optionOf('--inspector') ?? 'http://127.0.0.1:8789'
  let after = options.includes('--all') ? 0 : ((await received(inspector, 0)).at(-1)?.number ?? 0)
  console.log(`Callbacks of ${inspector} go to ${address}`)
  while (true) {
    for (const callback of await received(inspector, after)) {
      after = callback.number
      if (callback.cut) console.log(`#${callback.number} is longer than 64 KiB: not forwarded`)
      else console.log(await report(callback, secret, await forward(callback, address)))
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

// An inspector that was started anew counts from 1 again.
async function received(inspector: string, after: number): Promise<readonly Received[]> {
  try {
    const answer = await fetch(new URL(`/~callbacks.json?after=${after}`, inspector))
    return (await answer.json()).callbacks
  } catch {
    throw new Error(`No callback inspector answers at ${inspector}: does npm start run?`)
  }
}
