import { WorkerEntrypoint } from 'cloudflare:workers'
import { contextFrom } from '../context.ts'
import { type CopyRun, copyIn } from '../operations/copies/copy-databases.ts'
import { contextIn } from '../operations/merchant-contexts.ts'
import { type DatabaseRun, runDatabaseJobs } from './database-jobs.ts'

/**
 * Runs the minute's jobs of one database in an invocation of its own, with its own connections and queries, so that one
 * that is slow or hangs delays no other.
 */
export class DatabaseJobs extends WorkerEntrypoint<Env> {
  /** Copies a database into the bucket, within this many milliseconds. */
  async copy(databaseNumber: number, ms: number): Promise<CopyRun> {
    return copyIn(contextFrom(this.env), databaseNumber, { ms })
  }

  /** Runs the minute's jobs of a database. Throws if it is not bound. */
  async run(databaseNumber: number): Promise<DatabaseRun> {
    const context = contextIn(contextFrom(this.env), databaseNumber)
    if (context === null) throw new Error(`settings: DB_${databaseNumber} is not bound`)
    return runDatabaseJobs(context)
  }
}
