/** Where the wait pages are. */
export const waitPath = '/exchange/purchase/wait/'

/** A wait page with the payment's row, without texts; its refresh is the row alone. */
export async function showWaitPage({ DB }: Env, rest: string): Promise<Response> {
  const [token = '', state] = rest.split('/')
  const row = await DB.prepare(waitingSql)
    .bind(Number(token.split('.')[0]), token)
    .first()
  if (state === 'state') return Response.json(row)
  const headers = { 'content-type': 'text/html; charset=utf-8' }
  return new Response(`<!doctype html><p>${JSON.stringify(row)}</p>`, { headers })
}

const waitingSql = `select links.*, collections.* from payment_links as links
  left join collections on collections.id = links.collection_id
  where links.id = ? and links.token = ?`
