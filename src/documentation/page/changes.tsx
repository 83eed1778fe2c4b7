import type { Say } from '../../units/language.ts'
import { Chapter, Items } from './page-parts.tsx'

/** §9.4: what may change below /api/v1/, and how long before a change that breaks clients is announced. */
export function Changes({ say }: { say: Say }) {
  return (
    <Chapter id="changes" title={say({ zh: '變更政策', en: 'Changes' })}>
      <Items of={policy} say={say} />
    </Chapter>
  )
}

const policy = [
  {
    zh: '/api/v1/ 之下只會增加，不會移除或改名：端點、欄位、錯誤代碼與其意義都維持不變，也不會新增必填欄位。',
    en:
      'Below /api/v1/ things are only added, never removed or renamed: endpoints, fields, error ' +
      'codes and their meaning stay, and no new field will be required.',
  },
  {
    zh: '可能增加：選填的請求欄位、回應與通知中的欄位、端點與錯誤代碼。請忽略不認得的欄位；不認得的錯誤代碼請依 HTTP 狀態處理。',
    en:
      'What may be added: optional request fields, fields of answers and callbacks, endpoints and ' +
      'error codes. Ignore fields you do not know; treat an error code you do not know by its ' +
      'HTTP status.',
  },
  {
    zh: '通知的 sign 涵蓋收到的每一個欄位（sign 除外），因此新增欄位後驗證方式不變。',
    en:
      'The sign of a callback covers every field received but sign itself, so a new field changes ' +
      'nothing about verifying it.',
  },
  {
    zh:
      'extra 的大小上限：自公布起新建立的商戶為 8 KiB；先前已建立的商戶維持 64 KiB，若將來要縮小，' +
      '會在此提前 12 個月公告。',
    en:
      'The size of extra: 8 KiB for merchants created from this notice on. Those that were there ' +
      'before keep 64 KiB; should that end, it is announced here 12 months before.',
  },
  {
    zh: '需要不相容的變更時，會以新的路徑版本提供；舊版至少再維持 12 個月，期間的回應帶有 Deprecation 與 Sunset 標頭。',
    en:
      'A change that is not compatible gets a new version in the path. The old one stays for at ' +
      'least 12 months more, and its answers carry the headers Deprecation and Sunset.',
  },
]
