import { api } from './api.ts'

/** The private Worker: the back office, behind Cloudflare Access. */
export default {
  fetch: api.fetch,
} satisfies ExportedHandler<BackofficeEnv>
