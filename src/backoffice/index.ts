import { backOffice } from './api.ts'

/** The private Worker: the back office, behind Cloudflare Access. */
export default {
  fetch: backOffice.fetch,
} satisfies ExportedHandler<BackofficeEnv>
