import { builtInFormats } from '../../contract/back-office/banking/built-in-formats.ts'
import type { StatementFormat } from '../../contract/back-office/banking/statement-format.ts'
import { type BuiltInFormatName, builtInFormatNames } from '../../contract/back-office/states.ts'
import { invalid } from '../../contract/refusals.ts'
import { say } from '../../units/language.ts'

/** The stored format of an account; refuses if it has none. */
export function formatOf(stored: unknown): StatementFormat {
  if (stored === null) {
    throw invalid(
      'statement_format',
      say(
        '此銀行帳戶尚未設定對帳單格式，請先設定再匯入',
        'The bank account has no statement format yet; set it first',
      ),
    )
  }
  if (typeof stored !== 'string') return stored as StatementFormat
  if (!isBuiltIn(stored)) throw new Error(`no format of statements is named ${stored}`)
  return builtInFormats[stored]
}

function isBuiltIn(name: string): name is BuiltInFormatName {
  return (builtInFormatNames as readonly string[]).includes(name)
}
