import { useDesk } from '../desk.ts'
import type { Merchant } from '../labels/merchant-labels.ts'
import { conditionsSet, testFilter } from '../parts/filters.tsx'
import { listPage } from '../parts/list-page.tsx'
import { TestBadge } from '../parts/test-badge.tsx'
import { Badge, Money, OutsideText, Time } from '../parts/values.tsx'
import { viewsOf } from '../parts/views.tsx'
import { merchantPath } from './merchant-path.ts'

/** All merchants, in the order of their creation. */
export const merchantList = listPage({
  path: '/merchants',
  call: 'listMerchants',
  title: { zh: '商戶', en: 'Merchants' },
  add: {
    call: 'createMerchant',
    to: '/merchants/~new',
    name: { zh: '建立商戶', en: 'Create a merchant' },
  },
  views: viewsOf(testFilter),
  queryOf: (desk) => ({ ...conditionsSet(desk, ['test', 'cursor', 'limit']), balances: '1' }),
  id: 'merchants',
  caption: { zh: '商戶清單', en: 'Merchants' },
  keyOf: ({ uid }) => uid,
  empty: { zh: '還沒有商戶。', en: 'There are no merchants yet.' },
  newestFirst: false,
  columns: [
    {
      name: { zh: '商戶', en: 'Merchant' },
      cell: ({ uid, name }) => (
        <a href={merchantPath(uid)}>
          <OutsideText text={name} />
        </a>
      ),
    },
    {
      name: { zh: '代號', en: 'Code' },
      onPhone: 'below',
      cell: ({ uid }) => <OutsideText text={uid} />,
    },
    {
      name: { zh: '狀態', en: 'State' },
      onPhone: 'state',
      cell: (merchant) => <MerchantBadges merchant={merchant} />,
    },
    {
      name: { zh: '可用', en: 'Available' },
      isAmount: true,
      onPhone: 'end',
      cell: ({ balance }) => <Money dollars={balance?.available ?? 0} />,
    },
    {
      name: { zh: '待確認', en: 'Pending' },
      isAmount: true,
      cell: ({ balance }) => <Money dollars={balance?.unconfirmed ?? 0} />,
    },
    {
      name: { zh: '最近使用舊版簽章', en: 'Earlier signature last used' },
      cell: ({ legacy_signature_used_at: at }) => (at === null ? '—' : <CalendarDay at={at} />),
    },
    { name: { zh: '建立', en: 'Created' }, cell: ({ created_at: at }) => <Time at={at} brief /> },
  ],
})

/** A day of a time of the API. */
export function CalendarDay({ at }: { at: string }) {
  return <time datetime={at.slice(0, 10)}>{at.slice(0, 10).replaceAll('-', '/')}</time>
}

/** Whether a merchant is enabled or held, and what else is unusual about it. */
export function MerchantBadges({ merchant }: { merchant: Merchant }) {
  const { say } = useDesk()
  const { enabled, held, settings } = merchant
  return (
    <span class="badges">
      <TestBadge record={merchant} />
      {enabled ? (
        <Badge tone="done">{say({ zh: '啟用', en: 'Enabled' })}</Badge>
      ) : (
        <Badge tone="over">{say({ zh: '停用', en: 'Disabled' })}</Badge>
      )}
      {held ? <Badge tone="wrong">{say({ zh: '管制中', en: 'Held' })}</Badge> : null}
      {settings.trusted ? (
        <Badge tone="care">{say({ zh: '信任申報', en: 'Trusted' })}</Badge>
      ) : null}
    </span>
  )
}
