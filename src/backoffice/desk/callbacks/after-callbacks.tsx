import type { Places, Results } from '../after-acts.ts'

/** What is shown once: how a test went. */
export const callbackResults: Results = {}

/** Where the reader goes on to. */
export const callbackPlaces: Places = {}
