import { elementById } from '../../../pages/browser/refresh.js'

/** The list of keys, which has the texts that scripts need in the page's language. */
export const keys = elementById('keys')

/** @type {Record<string, string>} */
export const labels = JSON.parse(keys.dataset.labels ?? '{}')

/** Reads aloud what a script has done. */
export const announcer = elementById('announcer')
