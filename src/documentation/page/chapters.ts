import { describedRefusals } from '../described-endpoints.ts'
import { endpointGroups } from '../endpoint-groups.ts'
import type { Chapter, Deployment } from './blocks.ts'
import { changes } from './changes.ts'
import { askingPlatform, goingLive, reconciling, rotating, timeouts } from './guide/living.ts'
import { creating, links, settling } from './guide/orders.ts'
import { wholeStory } from './guide/programs.ts'
import { receiving } from './guide/receiving.ts'
import { settlement } from './guide/settlement.ts'
import { signing, tryIt } from './guide/signing.ts'
import { firstRequest, numbers, overview } from './guide/start.ts'
import { orderStates } from './guide/states.ts'
import { callbackReference } from './reference/callbacks.ts'
import { commonReference } from './reference/common.ts'
import { earlierProtocol } from './reference/earlier.ts'
import { endpointReference } from './reference/endpoints.ts'
import { errorReference } from './reference/errors.ts'
import { limitsAndFormats, notOffered } from './reference/limits.ts'
import { statusValues } from './reference/states.ts'

/** The chapters of the guide, in the order in which an integration is written. */
export function guideOf(deployment: Deployment): readonly Chapter[] {
  return [
    overview(deployment),
    firstRequest(deployment),
    wholeStory,
    signing(deployment),
    tryIt(deployment),
    creating,
    links(deployment),
    settling,
    orderStates,
    receiving(deployment),
    reconciling,
    settlement,
    timeouts,
    numbers,
    rotating,
    goingLive,
    askingPlatform,
  ]
}

/** The chapters of the reference, which follow the guide. */
export function referenceOf(): readonly Chapter[] {
  return [
    commonReference(),
    endpointReference(endpointGroups().flatMap(({ endpoints }) => endpoints)),
    callbackReference(),
    errorReference(describedRefusals()),
    statusValues,
    limitsAndFormats,
    notOffered,
    earlierProtocol,
    changes,
  ]
}
