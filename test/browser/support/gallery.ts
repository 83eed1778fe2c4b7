import { isFullForm } from '../../support/full-form.ts'
import { desktop, phone } from './browser.ts'

/** What pages look at: the device and its window, the scheme, and the language of the browser. */
export const looks = [
  // English, whose words are longer, where the window is narrow.
  ['phone', phone, 'dark', 'en'],
  ['desktop', desktop, 'light', 'zh-TW'],
  ['phone', phone, 'light', 'zh-TW'],
  ['desktop', desktop, 'dark', 'en'],
  ['phone', phone, 'dark', 'zh-TW'],
  ['phone', phone, 'light', 'en'],
  ['desktop', desktop, 'light', 'en'],
  ['desktop', desktop, 'dark', 'zh-TW'],
] as const

/** `npm test` has time for two of the eight, with each device, scheme and language. */
export const shownLooks = isFullForm ? looks : looks.slice(0, 2)

/** Whether a tool is looked at so: in the short form in Chinese on a phone, and in English on a desktop. */
export const isShownIn =
  (language: string) =>
  ([device]: readonly [string, ...unknown[]]): boolean =>
    isFullForm || (device === 'phone') === (language === 'zh')
