import type { ProblemTable } from './english-problems.ts'
import { notPrepared, notPreparedInLog } from './local-start.ts'

/** What both merchants and people of the service are told of a value, and its English. */
export const commonProblems: ProblemTable = {
  [notPrepared]: notPreparedInLog,
  只接受本站頁面送出的請求: "Only requests of this site's own pages are taken",
  '請改用 HTTPS 連線': 'Use HTTPS',
  '不可包含控制字元（換行、定位等）': 'Must not contain control characters, such as line breaks',
  '請使用前一頁的 next_cursor': 'Use the next_cursor of the previous page',
  必須是可由外部網路連線的公開網址: 'Must be a public URL that can be reached from the internet',
}
