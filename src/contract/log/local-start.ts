import { say } from '../../units/language.ts'

/** The answer on a loopback address without local keys or tables, also logged in English. */
export const notPrepared = say(
  '本機尚無金鑰或資料庫，請先執行一次 npm start 來建立',
  'There are no local keys or no local database yet: run `npm start` once, which makes them.',
)

/** Whether a fault means that `npm start` was never run: a key or a table is missing. */
export function isNotPrepared(fault: string): boolean {
  return /\bsettings: [A-Z_, ]+: missing\b|\bno such table\b/.test(fault)
}
