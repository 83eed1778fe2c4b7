import { useDesk } from '../../desk.ts'
import { ActorLink } from '../../parts/actor-link.tsx'
import type { Column } from '../../parts/list.tsx'
import { listPage, type RowOf } from '../../parts/list-page.tsx'
import { Time } from '../../parts/values.tsx'
import { accountName } from '../accounts/accounts.tsx'
import { ImportState } from './import-state.tsx'

export type ImportRow = RowOf<'listImports'>

export const importRows = {
  id: 'imports',
  caption: { zh: '匯入', en: 'Imports' },
  keyOf: ({ id }: ImportRow) => id,
  empty: { zh: '還沒有匯入。', en: 'Nothing was imported yet.' },
} as const

export const importColumns: readonly Column<ImportRow>[] = [
  {
    name: { zh: '時間', en: 'When' },
    cell: ({ id, created_at }) => (
      <a href={`/imports/${id}`}>
        <Time at={created_at} brief />
      </a>
    ),
  },
  { name: { zh: '狀態', en: 'State' }, cell: ({ state }) => <ImportState state={state} /> },
  {
    name: { zh: '期間', en: 'Days' },
    cell: ({ from, to }) => (from === null ? '—' : `${from} – ${to}`.replaceAll('-', '/')),
  },
  { name: { zh: '行數', en: 'Lines' }, isAmount: true, cell: ({ lines }) => lines },
  { name: { zh: '新交易', en: 'New' }, isAmount: true, cell: (one) => one.new },
  { name: { zh: '匯入者', en: 'Imported by' }, cell: ({ actor }) => <ActorLink name={actor} /> },
  {
    name: { zh: '同意者', en: 'Agreed by' },
    cell: ({ agreed_by: name }) => (name === '' ? '—' : <ActorLink name={name} />),
  },
]

/** `/bank-accounts/:id/imports`: all imports of an account, newest first. */
export const importList = listPage({
  ...importRows,
  path: '/bank-accounts/:id/imports',
  call: 'listImports',
  title: { zh: '匯入的對帳單', en: 'Imported statements' },
  related: (desk) => desk.ask('showBankAccount', { path: desk.path }),
  above: ({ related: account }) => (
    <BackToAccount name={account.ok ? accountName(account.value) : ''} />
  ),
  columns: importColumns,
})

function BackToAccount({ name }: { name: string }) {
  const { say, path } = useDesk()
  return (
    <p class="links">
      <a href={`/bank-accounts/${path.id}`}>
        {say({ zh: `回到帳戶 ${name}`, en: `Back to account ${name}` })}
      </a>
    </p>
  )
}
