import { type ParseArgsConfig, parseArgs } from 'node:util'
import { Problem } from './problem.ts'

/** The options of this process's command line, or of `args`. Throws a problem with the usage for one that is not known. */
export function optionsOf<Options extends NonNullable<ParseArgsConfig['options']>>(
  options: Options,
  usage: string,
  args: readonly string[] = process.argv.slice(2),
) {
  try {
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    throw new Problem(`${error instanceof Error ? error.message : error}\n\n${usage}`)
  }
}

/** Runs a command. A problem is printed without its stack; any failure ends the process with 1. */
export async function runCommand(main: () => Promise<void>): Promise<void> {
  try {
    await main()
  } catch (error) {
    console.error(error instanceof Problem ? `\n${error.message}` : error)
    process.exitCode = 1
  }
}
