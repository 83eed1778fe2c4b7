import { integer, text } from 'drizzle-orm/sqlite-core'

/** A column of true or false. */
export const bool = (name: string) => integer(name, { mode: 'boolean' }).notNull()

/** A column that always has a number. */
export const count = (name: string) => integer(name).notNull()

/** A column that always has a text. */
export const words = (name: string) => text(name).notNull()
