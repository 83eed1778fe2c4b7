import { parseArgs } from 'node:util'
import { Problem, reasonOf } from '../command/problem.ts'

type BankCommand =
  | { readonly kind: 'pay' }
  | { readonly kind: 'play'; readonly payers: number }
  | { readonly kind: 'statement'; readonly account: number }
  | {
      readonly kind: 'line'
      readonly account: number
      readonly amount: number
      readonly last5: string
    }

const usage = `npm run bank                                      pays the orders that wait on its accounts, until Ctrl-C
npm run bank -- --account <id> --amount <TWD> [--last5 <digits>]   reports a line to the feed
npm run bank -- --account <id> --statement        prints the account's statement for an import
npm run bank -- --play [payers]                   plays payers with clean and doubtful deposits, 10 or the number given up to 100`

/** Reads the command line. Throws an error with the usage. */
export function readCommand(args: readonly string[]): BankCommand {
  const { account, amount, last5, statement, play, payers } = bankOptions(args)
  if (play) {
    if (hasAny(account, amount, last5, statement)) throw usageError('--play takes no other option')
    return { kind: 'play', payers: payersIn(payers ?? '10') }
  }
  if (payers !== undefined) throw usageError(`Unknown argument "${payers}"`)
  if (account === undefined) {
    if (hasAny(amount, last5, statement))
      throw usageError('--amount, --last5 and --statement need --account')
    return { kind: 'pay' }
  }
  if (!/^[1-9]\d{0,15}$/.test(account)) throw usageError(`--account "${account}" is not an id`)
  const id = Number(account)
  if (statement) {
    if (hasAny(amount, last5)) throw usageError('--statement takes only --account')
    return { kind: 'statement', account: id }
  }
  if (amount === undefined) throw usageError('--account needs --amount or --statement')
  if (!/^-?\d+(\.\d{1,2})?$/.test(amount)) {
    throw usageError(`--amount "${amount}" is not an amount of TWD`)
  }
  if (!/^(\d{5})?$/.test(last5 ?? '')) throw usageError(`--last5 "${last5}" is not five digits`)
  return { kind: 'line', account: id, amount: Number(amount), last5: last5 ?? '' }
}

function hasAny(...options: readonly (string | boolean | undefined)[]): boolean {
  return options.some((option) => option !== undefined)
}

function payersIn(text: string): number {
  const payers = Number(text)
  if (/^\d+$/.test(text) && payers >= 1 && payers <= payersMax) return payers
  throw usageError(`--play takes a whole number from 1 to ${payersMax}, not "${text}"`)
}

const payersMax = 100

function bankOptions(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        account: { type: 'string' },
        amount: { type: 'string' },
        last5: { type: 'string' },
        statement: { type: 'boolean' },
        play: { type: 'boolean' },
      },
    })
    const [payers, more] = positionals
    if (more !== undefined) throw new Error(`Unexpected argument "${more}"`)
    return { ...values, payers }
  } catch (error) {
    throw usageError(reasonOf(error))
  }
}

function usageError(sentence: string): Problem {
  return new Problem(`${sentence.replace(/\.$/, '')}.\n\n${usage}`)
}
