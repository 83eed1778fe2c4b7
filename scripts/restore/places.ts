import { createReadStream } from 'node:fs'
import { sandboxNumber } from '../../src/rules/orders/order-identity.ts'
import { linesOf } from './lines.ts'

export type Row = Readonly<Record<string, unknown>>

export type CopySource = {
  readonly name: string
  /** The bytes of an object; null if there is none of that name. */
  get(key: string): Promise<Uint8Array | null>
}

export type Target = {
  readonly name: string
  rows<Found extends Row = Row>(sql: string): Promise<readonly Found[]>
  /** Applies the migrations that it lacks. */
  migrate(): Promise<void>
  /** Runs a file of statements, one a line. */
  run(file: string): Promise<void>
}

/** A remaining database of the deployment. */
export type OtherDatabase = Pick<Target, 'rows'> & {
  /** 0 for DB, 1 for DB_1 …, 15 for DB_SANDBOX. */
  readonly number: number
}

export type Places = {
  readonly source: CopySource
  readonly target: Target
  readonly others: readonly OtherDatabase[]
  /** The steps left to a person once the database is filled. */
  readonly nextSteps: readonly string[]
  close(): Promise<void>
}

/** Whether a binding is a database of real or test merchants. */
export function isDatabase(binding: string): boolean {
  return /^DB(?:_\d+|_SANDBOX)?$/.test(binding)
}

/** The number of a database by its binding. */
export function numberOf(binding: string): number {
  return binding === 'DB_SANDBOX' ? sandboxNumber : Number(binding.slice('DB_'.length))
}

/** The lines of a file of statements, in batches. */
export async function* statementsIn(
  file: string,
  batchMax: number,
): AsyncGenerator<readonly string[]> {
  let statements: string[] = []
  for await (const line of linesOf(createReadStream(file))) {
    if (line !== '') statements.push(line)
    if (statements.length < batchMax) continue
    yield statements
    statements = []
  }
  if (statements.length > 0) yield statements
}
