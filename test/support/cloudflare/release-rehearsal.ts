import { expect } from 'vitest'
import { Problem } from '../../../scripts/command/problem.ts'
import { inAccount } from '../../../scripts/provision/api.ts'
import { figuresOf } from '../../../scripts/release/figures.ts'
import type { Release } from '../../../scripts/release/options.ts'
import { targetOf } from '../../../scripts/release/target.ts'
import type { SmokeReport } from '../../../scripts/smoke/run.ts'
import { addVersion, divide, traffic, workerOf } from './account.ts'
import { Rehearsal } from './rehearsal.ts'

const commit = 'c0ffee0123456789abcdef0123456789abcdef01'
export const tag = 'c0ffee012345'

/** An environment in memory that serves a merchant, to which commits are released. */
export class ReleaseRehearsal extends Rehearsal {
  readonly smokes: Record<string, string>[] = []
  /** The alarms that stand. */
  alarms: readonly string[] = []
  readonly #env: string

  private constructor(env: string) {
    super(env)
    this.#env = env
  }

  /** An environment that is provisioned, to which nothing was released. */
  static async provisioned(env = 'production'): Promise<ReleaseRehearsal> {
    const one = new ReleaseRehearsal(env)
    expect(await one.run()).toBeNull()
    one.calls.length = 0
    return one
  }

  /** One in which both Workers run an earlier version. */
  static async begin(env = 'production'): Promise<ReleaseRehearsal> {
    const one = await ReleaseRehearsal.provisioned(env)
    for (const { name } of targetOf(one.folder, env).workers) {
      const worker = workerOf(one.account, name)
      for (const made of [worker.versions, worker.deployments]) made.length = 0
      divide(worker, [[addVersion(worker), 100]])
    }
    return one
  }

  /** A gradual release, whose smoke tests find what `smoke` returns. */
  release(smoke = () => report(true)): Release {
    const never = () => {}
    const wrangler = this.wranglerUntil(never)
    return {
      ...targetOf(this.folder, this.#env),
      commit,
      stages: [0, 10, 50, 100],
      isInUse: true,
      api: inAccount(this.apiUntil(never), this.account.id),
      wrangler: async (args) => {
        const { code, stderr } = await wrangler(args)
        if (code !== 0) throw new Problem(stderr)
      },
      smoke: async (headers) => {
        this.smokes.push(headers)
        return smoke()
      },
      alarms: async () => this.alarms,
      figures: (worker) => {
        return figuresOf(this.apiUntil(never), { account: this.account.id, worker, sinceMs: 0 })
      },
      log: (line) => this.logged.push(line),
      pauseMs: 0,
      rollbackPauseMs: 0,
    }
  }

  /** Who has the traffic of both Workers, by tag. */
  running(): string[] {
    const { workers } = targetOf(this.folder, this.#env)
    return workers.map(({ name }) => traffic(this.account, name))
  }

  /** The commands of wrangler, without the wrangler file and the environment. */
  changes(): string[] {
    const commands = this.calls.filter((call) => !/^(?:GET|POST) /.test(call))
    return commands.map((call) => {
      const [command = '', file = ''] = call.split(' -c ')
      return `${file.startsWith('wrangler.toml') ? 'pay' : 'desk'}: ${command}`
    })
  }
}

export function report(ok: boolean): SmokeReport {
  const outcome = ok ? 'passed' : 'failed'
  const detail = ok ? 'it is well' : 'it is ill'
  const checks = [{ name: 'health', outcome, ms: 1, detail }] as const
  return { ok, baseUrl: 'https://pay.example', checks, leftBehind: [] }
}
