import { integer, text } from 'drizzle-orm/sqlite-core'

/** An integer column that holds true or false, never null. */
export const requiredBoolean = (name: string) => integer(name, { mode: 'boolean' }).notNull()

/** An integer column that is never null. */
export const requiredInteger = (name: string) => integer(name).notNull()

/** A text column that is never null. */
export const requiredText = (name: string) => text(name).notNull()
