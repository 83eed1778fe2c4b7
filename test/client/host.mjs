// What a merchant's server would do with the packed client: calls and callbacks, for any runtime with Request and Response.
import {
  callbackHandler,
  memoryStore,
  merchantClient,
  Refused,
  readLedger,
  Unanswered,
} from '@merchant-payment/client'

/** Answers `POST /notify` (a callback), `POST /call` (`{ name, fields }`), `POST /ledger` (days) and `GET /acted`. */
export function merchantHost({ PAY_API: baseUrl, PAY_UID: uid, PAY_SECRET: secret }) {
  const acted = []
  const notify = callbackHandler({
    secret,
    uid,
    client: merchantClient({ baseUrl, uid, secret }),
    store: memoryStore(),
    act: async ({ id, event, body, amount }) => {
      acted.push({ id, event, body, amount: await amount() })
    },
  })
  return async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/notify') return notify(request)
    if (pathname === '/acted') return Response.json(acted)
    const { name, fields, ...options } = await request.json()
    const client = merchantClient({ baseUrl, uid, secret, ...options })
    const work = pathname === '/ledger' ? readLedger(client, fields) : client[name](fields)
    return Response.json(await work.then((answer) => ({ answer }), problemOf))
  }
}

function problemOf(error) {
  if (error instanceof Refused) {
    const { code, status, errors, message, docUrl, stringToSign } = error
    return { refused: { code, status, errors, message, docUrl, stringToSign } }
  }
  if (error instanceof Unanswered) return { unanswered: error.mayHaveHappened }
  return { fault: String(error) }
}
