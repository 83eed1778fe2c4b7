import { CrookedAgent } from './crooked-agent.ts'
import { CrookedFeed } from './crooked-feed.ts'
import { CrookedMembers } from './crooked-members.ts'
import { CrookedOperator } from './crooked-operator.ts'
import type { Honest } from './honest-steps.ts'
import { type Party, Plot, parties, type Steps } from './plot.ts'
import type { World } from './walk-world.ts'

/**
 * What insiders try, one random step at a time. What they do, they ask for like everybody, and any refusal is an
 * outcome: the judge looks at the rows alone.
 */
export class Gang {
  private readonly world: World
  private readonly steps: Steps

  constructor(world: World, honest: Honest, has: ReadonlySet<Party>) {
    this.world = world
    const plot = new Plot(world, honest, has)
    const members = new CrookedMembers(plot)
    const steps: Readonly<Record<Party, Steps>> = {
      agent: new CrookedAgent(plot).agentSteps(),
      friend: members.friendSteps(),
      feed: new CrookedFeed(plot).feedSteps(),
      payer: members.payerSteps(),
      operator: new CrookedOperator(plot).operatorSteps(),
    }
    this.steps = parties.filter((party) => has.has(party)).flatMap((party) => steps[party])
  }

  /** One random step of one of them. */
  async step(): Promise<void> {
    await this.world.weighted(this.steps)()
  }
}
