import type { Role } from '../../../contract/back-office/roles.ts'
import type { CallName } from '../../../contract/back-office/table.ts'
import type { Meaning } from '../../../units/language.ts'
import type { IconName } from './icon.tsx'

/** A link of the navigation, shown to readers who may make its page's call. */
type MenuItem = { readonly to: string; readonly reads: CallName; readonly called: Meaning }

type MenuGroup = { readonly group: Meaning; readonly menu: readonly MenuItem[] }

/** The pages of the navigation, in groups. */
export const menuGroups: readonly MenuGroup[] = [
  {
    group: { zh: '工作', en: 'Work' },
    menu: [
      { to: '/overview', reads: 'overview', called: { zh: '總覽', en: 'Overview' } },
      { to: '/desk', reads: 'listCollections', called: { zh: '待收款', en: 'Money in' } },
      { to: '/desk/payouts', reads: 'listPayouts', called: { zh: '待出款', en: 'Money out' } },
      { to: '/approvals', reads: 'listApprovals', called: { zh: '核准', en: 'Approvals' } },
      { to: '/alarms', reads: 'listAlarms', called: { zh: '警報', en: 'Alarms' } },
    ],
  },
  {
    group: { zh: '訂單', en: 'Orders' },
    menu: [
      { to: '/collections', reads: 'listCollections', called: { zh: '代收', en: 'Collections' } },
      { to: '/payouts', reads: 'listPayouts', called: { zh: '代付', en: 'Payouts' } },
      { to: '/callbacks', reads: 'listCallbacks', called: { zh: '通知', en: 'Callbacks' } },
      { to: '/receivers', reads: 'listReceivers', called: { zh: '接收端', en: 'Receivers' } },
    ],
  },
  {
    group: { zh: '銀行', en: 'Bank' },
    menu: [
      {
        to: '/bank-accounts',
        reads: 'listBankAccounts',
        called: { zh: '銀行帳戶', en: 'Bank accounts' },
      },
      {
        to: '/bank-transactions',
        reads: 'listTransactions',
        called: { zh: '銀行交易', en: 'Transactions' },
      },
    ],
  },
  {
    group: { zh: '商戶', en: 'Merchants' },
    menu: [
      { to: '/merchants', reads: 'listMerchants', called: { zh: '商戶', en: 'Merchants' } },
      { to: '/fees', reads: 'listFees', called: { zh: '手續費', en: 'Fees' } },
      { to: '/products', reads: 'listProducts', called: { zh: '商品', en: 'Products' } },
      { to: '/holds', reads: 'listHolds', called: { zh: '管制', en: 'Holds' } },
    ],
  },
  {
    group: { zh: '人員', en: 'People' },
    menu: [
      { to: '/people', reads: 'listPeople', called: { zh: '人員', en: 'People' } },
      { to: '/journal', reads: 'listJournal', called: { zh: '日誌', en: 'Journal' } },
      { to: '/service', reads: 'showService', called: { zh: '部署', en: 'Deployment' } },
    ],
  },
]

/** The pages that agents use most, at the lower edge of a phone; the search is at the upper one. */
export const phoneMenu: readonly (MenuItem & { readonly icon: IconName })[] = [
  { ...menuItemAt('/desk'), icon: 'in' },
  { to: '/desk/ready', reads: 'listReady', called: { zh: '可入帳', en: 'Ready' }, icon: 'ready' },
  { ...menuItemAt('/desk/payouts'), icon: 'out' },
  { ...menuItemAt('/approvals'), icon: 'approve' },
]

function menuItemAt(to: string): MenuItem {
  const found = menuGroups.flatMap(({ menu }) => menu).find((place) => place.to === to)
  if (found === undefined) throw new Error(`no page ${to}`)
  return found
}

/** The first page of a role. */
export function firstPageOf(role: Role): string {
  if (role === 'agent') return '/desk'
  return role === 'operator' || role === 'auditor' ? '/overview' : '/nothing-here'
}
