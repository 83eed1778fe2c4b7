import type { Places, Results } from '../after-acts.ts'

/** What is shown once: the preview of a statement. */
export const bankingResults: Results = {}

/** Where the reader goes on to. */
export const bankingPlaces: Places = {}
