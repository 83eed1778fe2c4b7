import { basename } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { experimental_readRawConfig, unstable_readConfig } from 'wrangler'
import { Problem } from '../command/problem.ts'

/** The used members of a wrangler file. Wrangler's own type needs a package that is not installed. */
export type Configuration = {
  readonly name?: string
  readonly account_id?: string
  readonly compatibility_date?: string
  readonly compatibility_flags: readonly string[]
  readonly routes?: readonly unknown[]
  readonly vars: Readonly<Record<string, unknown>>
  readonly secrets?: { readonly required?: readonly string[] }
  readonly d1_databases: readonly {
    readonly binding: string
    readonly database_name?: string
    readonly database_id?: string
    readonly migrations_dir?: string
  }[]
  readonly kv_namespaces: readonly { readonly binding: string; readonly id?: string }[]
  readonly r2_buckets: readonly { readonly binding: string; readonly bucket_name?: string }[]
  readonly queues: {
    readonly producers?: readonly { readonly binding: string; readonly queue: string }[]
    readonly consumers?: readonly {
      readonly queue: string
      readonly dead_letter_queue?: string
    }[]
  }
  readonly services?: readonly { readonly binding: string; readonly service: string }[]
  readonly ratelimits: readonly { readonly name: string; readonly namespace_id: string }[]
}

/** The bindings of a TOML document that have ids. */
export type Toml = Bindings & { readonly env?: Record<string, Bindings> }

type Bindings = { readonly [Table in 'd1_databases' | 'kv_namespaces']?: Record<string, unknown>[] }

/** Reads an environment of a wrangler file, or the top level, as wrangler does. Throws a problem with wrangler's message. */
export function readConfiguration(file: string, env?: string): Configuration {
  const options = { config: file, ...(env !== undefined && { env }) }
  return readable(file, () => unstable_readConfig(options, { hideWarnings: true }))
}

/** Parses a TOML file with wrangler's parser, without validation. Throws a problem with the parser's message. */
export function parseToml(file: string): Toml {
  return readable(file, () => experimental_readRawConfig({ config: file }).rawConfig as Toml)
}

/** The names of a file's environments. */
export function environmentsOf(file: string): readonly string[] {
  return Object.keys(parseToml(file).env ?? {})
}

function readable<Value>(file: string, read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    // The parser's message lacks the line number.
    const { message, location } = error as Error & { location?: { line?: number } }
    const at = location?.line === undefined ? '' : `, line ${location.line}`
    const reason = stripVTControlCharacters(message)
    throw new Problem(`${basename(file)} cannot be read${at}; nothing was changed: ${reason}`)
  }
}
