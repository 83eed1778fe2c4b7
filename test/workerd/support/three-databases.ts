import { env } from 'cloudflare:workers'

export const bindings = { ...env, DB_1: env.SPARE_1, DB_2: env.SPARE_2 }

export const databases = [env.DB, env.SPARE_1, env.SPARE_2] as const
