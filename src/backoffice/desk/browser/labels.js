import { elementById } from '../../../pages/browser/refresh.js'

/** The list of keys, which has the texts that scripts need in the page's language. */
export const keys = elementById('keys')

/** @type {Record<string, string>} */
export const labels = JSON.parse(keys.dataset.labels ?? '{}')

/** Announces what a script has done to readers who hear the page. */
export const announcer = elementById('announcer')
