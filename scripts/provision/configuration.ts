import { basename } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { experimental_readRawConfig, unstable_readConfig } from 'wrangler'
import { Problem } from '../command/problem.ts'

/** What is read of a wrangler file, as wrangler itself takes it. Its own type refers to a package that is not installed. */
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

/** A TOML document as it stands, as far as ids of bindings are concerned. */
export type Toml = Bindings & { readonly env?: Record<string, Bindings> }

type Bindings = { readonly [Table in 'd1_databases' | 'kv_namespaces']?: Record<string, unknown>[] }

/** Reads a wrangler file as wrangler does: an environment of it, or the top level. Throws a problem with what it says. */
export function readConfiguration(file: string, env?: string): Configuration {
  const options = { config: file, ...(env !== undefined && { env }) }
  return readable(file, () => unstable_readConfig(options, { hideWarnings: true }))
}

/** Parses a TOML file with wrangler's own parser, without a look at what it means. Throws a problem with what it says. */
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
    // Wrangler's parser has the line beside the message.
    const { message, location } = error as Error & { location?: { line?: number } }
    const at = location?.line === undefined ? '' : `, line ${location.line}`
    const why = stripVTControlCharacters(message)
    throw new Problem(`${basename(file)} cannot be read${at}, so that nothing was done: ${why}`)
  }
}
