import type { ChapterWords, Deployment } from '../blocks.ts'
import { goingLive, reconciling, timeouts } from './living.ts'
import { creating, links, settling } from './orders.ts'
import { receiving } from './receiving.ts'
import { signing, tryIt } from './signing.ts'
import { firstRequest, numbers, overview } from './start.ts'

/** The chapters of the guide, in the order in which an integration is written. */
export function guideOf(deployment: Deployment): readonly ChapterWords[] {
  return [
    overview(deployment),
    firstRequest(deployment),
    signing(deployment.toleranceSeconds),
    tryIt(deployment),
    creating,
    links(deployment),
    settling,
    receiving(deployment),
    reconciling,
    timeouts,
    numbers,
    goingLive,
  ]
}
