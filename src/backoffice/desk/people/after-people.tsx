import type { Places, Results } from '../after-acts.ts'

/** What is shown once: what an approved call answered. */
export const peopleResults: Results = {}

/** Where the reader goes on to. */
export const peoplePlaces: Places = {}
