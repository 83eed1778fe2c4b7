import { merchantHost } from './host.mjs'

let handle

// biome-ignore lint/style/noDefaultExport: the platform asks for it
export default {
  fetch: (request, env) => {
    handle ??= merchantHost(env)
    return handle(request)
  },
}
