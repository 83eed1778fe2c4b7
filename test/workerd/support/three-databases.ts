import { env } from 'cloudflare:workers'

/** The bindings of a deployment with three databases. */
export const bindings = { ...env, DB_1: env.SPARE_1, DB_2: env.SPARE_2 }

/** Its databases, by number. */
export const databases = [env.DB, env.SPARE_1, env.SPARE_2] as const
