import { type ParseArgsConfig, parseArgs } from 'node:util'
import { Problem, reasonOf } from './problem.ts'

/** The options of this process's command line, or of `args`. Throws a problem with the usage for an unknown option. */
export function optionsOf<Options extends NonNullable<ParseArgsConfig['options']>>(
  options: Options,
  usage: string,
  args: readonly string[] = process.argv.slice(2),
) {
  try {
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    throw new Problem(`${reasonOf(error)}\n\n${usage}`)
  }
}

/** Runs a command. Prints a problem without its stack; exits with 1 after any error. */
export async function runCommand(main: () => Promise<void>): Promise<void> {
  try {
    await main()
  } catch (error) {
    console.error(error instanceof Problem ? `\n${error.message}` : error)
    process.exitCode = 1
  }
}
