import { parseArgs } from 'node:util'
import { root } from './local/environment.ts'
import { Problem } from './provision/problem.ts'
import { wranglerOf } from './provision/wrangler.ts'
import { git } from './release/history.ts'
import { planOf } from './release/plan.ts'
import { type Target, targetOf } from './release/preparation.ts'
import { goBack, type Release, release } from './release/release.ts'
import { toldWrangler } from './release/wrangler.ts'
import { readCommand } from './smoke/options.ts'
import { runSmoke } from './smoke/run.ts'

// `npm run release -- --env staging|production`: migrates and deploys what is checked out, and looks at it.

const usage = `npm run release -- --env staging|production [--dry-run] [--write] [--pause <seconds>] [--back]

  --dry-run   prints each step and does nothing
  --write     the smoke test creates orders, too
  --pause     how long each share of the traffic is left before it is looked at (production 60, staging 5)
  --back      gives both Workers the versions back that they had before this commit's`

// With 0 % only the smoke test reaches the new version.
const gradually = [0, 10, 50, 100]
const tell = (line: string) => console.log(line)

try {
  await main(optionsIn(process.argv.slice(2)))
} catch (error) {
  console.error(error instanceof Problem ? `\n${error.message}` : error)
  process.exitCode = 1
}

type Options = ReturnType<typeof optionsIn>

async function main(options: Options): Promise<void> {
  const { env, isDry, isBack } = options
  const commit = await checkedOut(isDry)
  const target = targetOf(root, env)
  const missing = target.missing.map((one) => `\n  ${one}`).join('')
  if (missing !== '') {
    const said = `${env} is not ready. What is missing:${missing}`
    if (!isDry) throw new Problem(said)
    tell(`${said}\n`)
  }
  const run: Release = {
    ...target,
    commit,
    stages: env === 'production' ? gradually : null,
    wrangler: toldWrangler(wranglerOf(process.env.WRANGLER), root, tell),
    smoke:
      isDry || isBack
        ? () => Promise.reject(new Error('No smoke test is made now.'))
        : smokeOf(target, options),
    tell,
    pauseMs: options.pauseSeconds * 1000,
  }
  tell(`${isBack ? 'Back from' : 'Releasing'} ${commit} ${isBack ? 'in' : 'to'} ${env}`)
  if (isDry) return tell(planOf(run).join('\n'))
  await (isBack ? goBack(run) : release(run))
}

// What is deployed has to be found again by its commit.
async function checkedOut(isDry: boolean): Promise<string> {
  const changed = await git(root, 'status', '--porcelain')
  if (changed !== '' && !isDry) {
    throw new Problem(`What is released has to be a commit. Changed since:\n${changed}`)
  }
  return git(root, 'rev-parse', 'HEAD')
}

function smokeOf(target: Target, { isWriting }: Options): Release['smoke'] {
  const { baseUrl, exchangeUrl, backofficeUrl } = target
  const { isJson: _json, ...options } = readCommand(
    [
      ...['--base-url', baseUrl, '--exchange-url', exchangeUrl],
      ...(backofficeUrl === null ? [] : ['--backoffice-url', backofficeUrl]),
      ...(isWriting ? ['--write'] : []),
    ],
    process.env,
  )
  return (headers) => runSmoke({ ...options, headers })
}

function optionsIn(args: readonly string[]) {
  const flag = { type: 'boolean', default: false } as const
  const text = { type: 'string' } as const
  const options = { env: text, pause: text, 'dry-run': flag, write: flag, back: flag }
  const { values } = (() => {
    try {
      return parseArgs({ args: [...args], options, strict: true })
    } catch (error) {
      throw new Problem(`${error instanceof Error ? error.message : error}\n\n${usage}`)
    }
  })()
  const { env } = values
  if (env !== 'staging' && env !== 'production') throw new Problem(`Where to?\n\n${usage}`)
  const pauseSeconds = Number(values.pause ?? (env === 'production' ? 60 : 5))
  if (!(pauseSeconds >= 0 && pauseSeconds <= 3600)) {
    throw new Problem(`--pause has to be a number of seconds up to 3600, not "${values.pause}".`)
  }
  return {
    env,
    pauseSeconds,
    isDry: values['dry-run'],
    isWriting: values.write,
    isBack: values.back,
  }
}
