import type { bankList } from '../../contract/catalogue-endpoints.ts'
import type { ResponseOf } from '../../contract/endpoint.ts'
import banks from './tw-banks.json'

type Bank = ResponseOf<typeof bankList>['data'][number]

/**
 * The bank codes, in their order, whose code begins with `query` or one of whose names contains it. Case and 臺/台 make
 * no difference, and an empty query keeps all (decisions §7).
 */
export function banksMatching(query: string): readonly Bank[] {
  const wanted = plain(query)
  if (wanted === '') return bankViews
  return searchable
    .filter(({ bank, names }) => bank.code.startsWith(wanted) || names.some(holds(wanted)))
    .map(({ bank }) => bank)
}

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
