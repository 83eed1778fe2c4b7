import type { bankList } from '../../contract/catalogue/catalogue-endpoints.ts'
import type { ResponseOf } from '../../contract/endpoint.ts'
import { plainDigits } from '../../units/account-digits.ts'
import banks from './tw-banks.json'

type Bank = ResponseOf<typeof bankList>['data'][number]

/**
 * The banks whose code begins with `query` or one of whose names contains it, by code. Case and 臺/台 make no difference;
 * an empty query returns all (decisions §7).
 */
export function banksMatching(query: string): readonly Bank[] {
  const wanted = plain(query)
  if (wanted === '') return bankViews
  return searchable
    .filter(({ bank, names }) => bank.code.startsWith(wanted) || names.some(holds(wanted)))
    .map(({ bank }) => bank)
}

/** The name of the bank with that code; null when the list has none. */
export function bankNameOf(code: string): string | null {
  return bankViews.find((bank) => bank.code === code)?.name ?? null
}

/**
 * The name and code of a bank, written as a name, a code, or a code beside a name or branch. A text that names no
 * single bank is returned as the name, with the code "".
 */
export function parseBank(text: string): { readonly name: string; readonly code: string } {
  const [, first, behind, before, last] = codeBeside.exec(plainDigits(text).trim()) ?? []
  const code = first ?? last
  if (code === undefined) return { name: text, code: codesByName.get(nameKey(text)) ?? '' }
  const bank = bankViews.find((one) => one.code === code)
  const name = behind ?? before ?? ''
  const nameCode = codesByName.get(nameKey(name)) || code
  if (bank === undefined || nameCode !== code) return { name: text, code: '' }
  return { name: name || bank.name, code }
}

// A code before a name or after it, in brackets or not.
const codeBeside =
  /^(?:[(（]?(\d{3})[)）]?(?!\d)[\s:：/-]*(\D.*)?|(\D.*?)[\s:：/-]*[(（]?(?<!\d)(\d{3})[)）]?)$/

const bankViews: readonly Bank[] = banks.map(
  ({ code, name, short_name, english_name, swift, kind }) => {
    return { code, name, short_name, english_name: english_name ?? '', swift: swift ?? '', kind }
  },
)

const searchable = bankViews.map((bank) => {
  return { bank, names: [bank.name, bank.short_name, bank.english_name].map(plain) }
})

function holds(wanted: string): (name: string) => boolean {
  return (name) => name.includes(wanted)
}

function plain(text: string): string {
  return text.trim().toLowerCase().replaceAll('臺', '台')
}

// A name shared by two banks has the code "".
const codesByName = new Map<string, string>()
for (const { code, name, short_name, english_name } of bankViews) {
  for (const key of new Set([name, short_name, english_name].map(nameKey))) {
    codesByName.set(key, codesByName.has(key) ? '' : code)
  }
}
codesByName.delete('')

function nameKey(name: string): string {
  const short = plain(name).replace('滙', '匯')
  return short.replaceAll(/\s|股份有限公司|商業/g, '').replace(/銀行$/, '')
}
