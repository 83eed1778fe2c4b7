import type { Say } from '../../units/language.ts'
import { anchorOf, type DescribedEndpoint } from '../described-endpoints.ts'
import { line } from './blocks.ts'

type Props = { endpoints: readonly DescribedEndpoint[]; say: Say }

/** The contents: the guide, then the reference with its endpoints. */
export function Contents({ endpoints, say }: Props) {
  return (
    <nav aria-label={say(words.contents)}>
      <details open>
        <summary>
          {say(words.contents)} <span id="here" />
        </summary>
        <h2>{say(words.guide)}</h2>
        <Links of={guide} say={say} />
        <h2>{say(words.reference)}</h2>
        <ul>
          {reference.map(({ id, ...name }) => (
            <li>
              <a href={`#${id}`}>{say(name)}</a>
              {id !== 'endpoints' ? null : (
                <Links
                  of={endpoints.map((one) => ({ id: anchorOf(one), ...one.summary }))}
                  say={say}
                />
              )}
            </li>
          ))}
        </ul>
      </details>
    </nav>
  )
}

function Links({ of, say }: { of: readonly Entry[]; say: Say }) {
  return (
    <ul>
      {of.map(({ id, ...name }) => (
        <li>
          <a href={`#${id}`}>{say(name)}</a>
        </li>
      ))}
    </ul>
  )
}

type Entry = { readonly id: string; readonly zh: string; readonly en: string }

const words = {
  contents: line('目錄', 'Contents'),
  guide: line('指南', 'Guide'),
  reference: line('參考', 'Reference'),
}

const guide: readonly Entry[] = [
  { id: 'overview', zh: '概觀', en: 'Overview' },
  { id: 'first-steps', zh: '第一個請求', en: 'First request' },
  { id: 'signing', zh: '簽章', en: 'Signing' },
  { id: 'try', zh: '試試看', en: 'Try it' },
  { id: 'create', zh: '建立與查詢訂單', en: 'Create and query' },
  { id: 'links', zh: '付款連結', en: 'Payment links' },
  { id: 'settle', zh: '在沙盒中結案', en: 'Sandbox outcomes' },
  { id: 'receive', zh: '接收通知', en: 'Receive callbacks' },
  { id: 'reconcile', zh: '對帳', en: 'Reconcile' },
  { id: 'timeouts', zh: '逾時與重送', en: 'Timeouts and retries' },
  { id: 'numbers', zh: '七種編號', en: 'The seven numbers' },
  { id: 'go-live', zh: '上線檢查表', en: 'Go-live checklist' },
]

const reference: readonly Entry[] = [
  { id: 'common', zh: '共同欄位與錯誤', en: 'Common fields and errors' },
  { id: 'endpoints', zh: '端點', en: 'Endpoints' },
  { id: 'callbacks', zh: '通知參考', en: 'Callback reference' },
  { id: 'errors', zh: '錯誤', en: 'Errors' },
  { id: 'states', zh: '狀態', en: 'Status values' },
  { id: 'limits', zh: '限制與格式', en: 'Limits and formats' },
  { id: 'v6', zh: '舊版協定 v6.0', en: 'Earlier protocol v6.0' },
  { id: 'changes', zh: '變更政策', en: 'Changes' },
]
