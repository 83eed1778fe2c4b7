import type { Places, Results } from '../after-acts.ts'

/** What is shown once: a secret. */
export const merchantResults: Results = {}

/** Where the reader goes on to. */
export const merchantPlaces: Places = {}
