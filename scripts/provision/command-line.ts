import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Problem } from './problem.ts'

/** What a person asked for. */
export type Asked = {
  readonly env: string
  /** Print the steps, and take none. */
  readonly dryRun: boolean
  /** Where generated keys are written to and taken from; null to show them on the terminal. */
  readonly keysFile: string | null
}

/** How the command is used. */
export const usage = `npm run provision -- --env <environment> [--dry-run] [--keys <file>]

  --env <environment>  staging or production: an [env.…] of wrangler.toml
  --dry-run            print each step, and take none; what is there already is looked up
  --keys <file>        write the generated keys to this new file, which nobody else may read, and not to the terminal;
                       keys that it has already are used

WRANGLER in the environment names a program to run in wrangler's place.`

/** Reads the arguments of the command. Throws a problem that says what is wrong with them. */
export function askedBy(
  args: readonly string[],
  environments: readonly string[],
  folder = process.cwd(),
): Asked | 'help' {
  const { values, positionals } = parsed(args)
  if (values.help) return 'help'
  const known = environments.join(' or ')
  if (values.env === undefined || values.env === '') {
    const word = environments.find((name) => positionals.includes(name)) ?? environments[0]
    throw new Problem(
      `Which environment, ${known}? npm passes on what stands behind two dashes only:\n` +
        `  npm run provision -- --env ${word}`,
    )
  }
  if (!environments.includes(values.env)) {
    throw new Problem(`wrangler.toml has no environment "${values.env}". It has ${known}.`)
  }
  if (positionals.length > 0) throw new Problem(`What is "${positionals[0]}"?\n\n${usage}`)
  if (values.keys === '') throw new Problem('--keys needs the name of a file.')
  const keysFile = values.keys === undefined ? null : resolve(folder, values.keys)
  return { env: values.env, dryRun: values['dry-run'] ?? false, keysFile }
}

function parsed(args: readonly string[]) {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        env: { ...text, short: 'e' },
        keys: text,
        'dry-run': flag,
        help: { ...flag, short: 'h' },
      },
    })
  } catch (error) {
    throw new Problem(`${error instanceof Error ? error.message : error}\n\n${usage}`)
  }
}
