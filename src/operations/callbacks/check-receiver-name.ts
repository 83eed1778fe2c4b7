import type { Context } from '../../context.ts'
import { faultText } from '../../contract/log-redaction.ts'
import { hostNameOf, isPublicAddressText } from '../../rules/callbacks/callback-address.ts'
import { type DnsAnswer, readDnsAnswer } from '../../rules/callbacks/dns-answer.ts'

/** Why a callback is not sent to a host name: an address of it is not public, or it has none. */
type NameProblem =
  | { readonly problem: 'not_public'; readonly address: string }
  | { readonly problem: 'no_address' }

/**
 * Resolves the host name of a callback's address, if the deployment names a resolver (decisions §6, "Addresses"). Null
 * if all addresses are public, or the resolver does not answer. This is the second line of defence, because the later
 * connection resolves the name again. The first is the platform, which has no private network and keeps fetches out of
 * our own zone. An outage of the resolver must therefore not stop callbacks.
 */
export async function checkReceiverName(
  context: Context,
  url: string,
  signal: AbortSignal,
): Promise<NameProblem | null> {
  const { callbackDnsUrl, callbackAddresses } = context.settings
  if (callbackDnsUrl === null || callbackAddresses.allowPrivate) return null
  const host = hostNameOf(url)
  if (host === null) return null
  const known = context.caches.receiverNames.get(host, context.now())
  if (known !== undefined) return known === null ? null : { problem: 'not_public', address: known }
  const [v4, v6] = await Promise.all([
    ask({ context, resolver: callbackDnsUrl, host, type: 'A', signal }),
    ask({ context, resolver: callbackDnsUrl, host, type: 'AAAA', signal }),
  ])
  const addresses = [...(v4?.addresses ?? []), ...(v6?.addresses ?? [])]
  const notPublic = addresses.find((address) => !isPublicAddressText(address)) ?? null
  if (v4 !== null && v6 !== null) {
    if (addresses.length === 0) return { problem: 'no_address' }
    const lifetimes = [v4, v6].flatMap((one) => (one.addresses.length === 0 ? [] : [one.seconds]))
    context.caches.receiverNames.put(host, notPublic, {
      nowMs: context.now(),
      seconds: Math.min(...lifetimes),
    })
  }
  return notPublic === null ? null : { problem: 'not_public', address: notPublic }
}

const resolverTimeoutMs = 2_000

async function ask({
  context,
  resolver,
  host,
  type,
  signal,
}: {
  readonly context: Context
  readonly resolver: URL
  readonly host: string
  readonly type: 'A' | 'AAAA'
  readonly signal: AbortSignal
}): Promise<DnsAnswer | null> {
  const question = new URL(resolver)
  question.searchParams.set('name', host)
  question.searchParams.set('type', type)
  try {
    const response = await context.fetch(question.href, {
      headers: { accept: 'application/dns-json' },
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(resolverTimeoutMs)]),
    })
    const text = await response.text()
    const answer = response.ok ? readDnsAnswer(JSON.parse(text)) : null
    if (answer === null) throw new Error(`answered ${response.status}`)
    return answer
  } catch (error) {
    context.log({ event: 'resolver_failed', host, type, fault: faultText(error) })
    return null
  }
}
