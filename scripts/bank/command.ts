import { parseArgs } from 'node:util'

/** A command of the made-up bank. */
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

/** How the command is used, for a person. */
const usage = `npm run bank                                      pays what waits on its accounts, until Ctrl-C
npm run bank -- --account <id> --amount <TWD> [--last5 <digits>]   tells one line
npm run bank -- --account <id> --statement        prints the account's statement, to be imported
npm run bank -- --play [payers]                   plays 10 payers, or so many up to 100, honest and other ones`

/** Reads the command line. Throws a sentence that says what to change. */
export function readCommand(args: readonly string[]): BankCommand {
  const { account, amount, last5, statement, play, payers } = bankOptions(args)
  if (play) {
    if (isAnyGiven(account, amount, last5, statement)) throw wrong('--play takes no other option')
    return { kind: 'play', payers: payersIn(payers ?? '10') }
  }
  if (payers !== undefined) throw wrong(`"${payers}" is no option`)
  if (account === undefined) {
    if (isAnyGiven(amount, last5, statement))
      throw wrong('--amount, --last5 and --statement are of an --account')
    return { kind: 'pay' }
  }
  if (!/^[1-9]\d{0,15}$/.test(account)) throw wrong(`--account "${account}" is no id`)
  const id = Number(account)
  if (statement) {
    if (isAnyGiven(amount, last5)) throw wrong('--statement takes --account alone')
    return { kind: 'statement', account: id }
  }
  if (amount === undefined) throw wrong('Give --amount, or --statement')
  if (!/^-?\d+(\.\d{1,2})?$/.test(amount)) throw wrong(`--amount "${amount}" is no amount of TWD`)
  if (!/^(\d{5})?$/.test(last5 ?? '')) throw wrong(`--last5 "${last5}" is not five digits`)
  return { kind: 'line', account: id, amount: Number(amount), last5: last5 ?? '' }
}

function isAnyGiven(...options: readonly (string | boolean | undefined)[]): boolean {
  return options.some((option) => option !== undefined)
}

function payersIn(text: string): number {
  const payers = Number(text)
  if (/^\d+$/.test(text) && payers >= 1 && payers <= payersMax) return payers
  throw wrong(`--play takes a whole number from 1 to ${payersMax}, not "${text}"`)
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
    if (more !== undefined) throw new Error(`"${more}" is one word too many`)
    return { ...values, payers }
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : String(error))
  }
}

function wrong(sentence: string): Error {
  return new Error(`${sentence.replace(/\.$/, '')}.\n\n${usage}`)
}
