import { backOffice } from './api.ts'

/** The private Worker: the back office, behind Cloudflare Access. */
export default {
  async fetch(request, env, ctx) {
    const answer = await backOffice.fetch(request, env, ctx)
    if (answer.status >= 500 && !isOfMonitor(request)) ctx.waitUntil(countFailure(env))
    return answer
  },
} satisfies ExportedHandler<BackofficeEnv>

// A failure that the monitor sees raises an alarm of its own.
function isOfMonitor({ url }: Request): boolean {
  return new URL(url).pathname === '/health'
}

// If the public Worker cannot be reached, the failure is in the log only.
async function countFailure({ BACK_OFFICE }: BackofficeEnv): Promise<void> {
  await BACK_OFFICE.countFailure().catch(() => undefined)
}
