import type * as z from 'zod/mini'
import type { Context } from '../context.ts'
import {
  type AnyEndpoint,
  type Endpoint,
  earlierSignedNames,
  type Fields,
  type LegacyGroup,
  signedFields,
} from '../contract/endpoint.ts'
import { Refusal } from '../contract/refusals.ts'
import { faultIn, faultName, refusalOfFault } from '../contract/sandbox/sandbox-faults.ts'
import { answerInTime } from '../operations/answer-in-time.ts'
import type { CreationRequest } from '../operations/command.ts'
import { isSandbox } from '../operations/merchant-contexts.ts'
import {
  type AuthenticatedRequest,
  authenticateMerchant,
  type SignedRequest,
} from '../operations/merchants/authenticate-merchant.ts'
import { countFailed, refusalOfFailed } from '../operations/merchants/count-failed-requests.ts'
import { limitMerchant, tooManyRequests } from '../operations/merchants/limit-rate.ts'
import { MerchantChanged } from '../operations/merchants/merchant-changed.ts'
import { readBody, type SentBody, sentBody } from './read-body.ts'
import { earlierRequest } from './read-earlier-request.ts'
import { inCallersSpelling, readFields, refuseContradiction } from './read-fields.ts'
import type { RequestRecord } from './request-pipeline.ts'

/** What an endpoint does for an authenticated merchant. */
export type Operation<Request, Answer> = (command: CreationRequest<Request>) => Promise<Answer>

/**
 * Answers one signed request. Throws the first refusal, in the order of decisions §2: body, `uid` `timestamp` `sign`,
 * merchant, source address, time window, signature, the merchant's rate, the other fields, the operation's own rules.
 * The host has checked the address's rate before.
 */
export async function answerSigned<F extends Fields, Response extends z.ZodMiniType>({
  context,
  call,
  endpoint,
  operation,
}: {
  readonly context: Context
  readonly call: SignedCall
  readonly endpoint: Endpoint<F, Response>
  readonly operation: Operation<z.output<z.ZodMiniObject<F>>, z.output<Response>>
}): Promise<z.output<Response>> {
  const { body, signed, caller } = await proveCaller(context, call, endpoint)
  call.record.uid = caller.merchant.uid
  await limitMerchant(context, caller.merchant)
  const sent = without(unread(endpoint, caller, body), body)
  const isTest = isSandbox(caller.merchantContext)
  const fault = isTest ? faultIn(sent.byName) : undefined
  if (fault !== undefined) {
    call.record.isSimulatedFault = true
    if (!fault.isDone) throw refusalOfFault(fault)
  }
  const { values, spelled } = readFields({
    fields: endpoint.request,
    earlierNames: endpoint.earlierNames,
    body: sent,
    noteIgnored: (names) => {
      const others = fault === undefined ? names : names.filter((name) => name !== faultName)
      if (others.length > 0) call.record.ignored = { names: others, isShown: isTest }
    },
  })
  const earlier = endpoint.creates === undefined ? null : earlierRequest(sent, signed.timestamp)
  const operate = ({ merchantContext, merchant }: AuthenticatedRequest) =>
    operation({ context: merchantContext, merchant, request: values, earlier })
  const authenticateAgain = () => authenticateMerchant(context, signed, 'database')
  try {
    const answer = await answerInTime(context, operateOnCurrent(caller, operate, authenticateAgain))
    if (fault !== undefined) throw refusalOfFault(fault)
    return answer
  } catch (error) {
    throw inCallersSpelling(error, spelled)
  }
}

/** A request and its log record, which gets the merchant's uid once the merchant is authenticated. */
type SignedCall = { readonly request: Request; readonly record: RequestRecord }

type ProvenCall = {
  readonly body: SentBody
  readonly signed: SignedRequest
  readonly caller: AuthenticatedRequest
}

// A request from an address over its rate is refused for the rate, whatever else is wrong.
async function proveCaller(
  context: Context,
  call: SignedCall,
  endpoint: Pick<AnyEndpoint, 'legacyGroup'>,
): Promise<ProvenCall> {
  try {
    const { body, signed } = await readSigned(context, call, endpoint)
    return { body, signed, caller: await authenticateMerchant(context, signed, 'isolate') }
  } catch (fault) {
    throw call.record.isOverRate && fault instanceof Refusal ? tooManyRequests('address') : fault
  }
}

// An unreadable body, or one without a valid `uid`, counts as a failed request.
async function readSigned(
  context: Context,
  { request, record: { address, rateKey } }: SignedCall,
  endpoint: Pick<AnyEndpoint, 'legacyGroup'>,
): Promise<Omit<ProvenCall, 'caller'>> {
  try {
    const body = await readBody(request)
    const legacyGroup = legacyGroupOf(endpoint.legacyGroup, body)
    return { body, signed: signedRequest({ body, legacyGroup, sourceAddress: address, rateKey }) }
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault
    throw await refusalOfFailed({
      context,
      key: rateKey,
      counted: countFailed(context, rateKey),
      refusal: fault,
    })
  }
}

async function operateOnCurrent<Answer>(
  first: AuthenticatedRequest,
  operate: (caller: AuthenticatedRequest) => Promise<Answer>,
  authenticateAgain: () => Promise<AuthenticatedRequest>,
): Promise<Answer> {
  let caller = first
  for (let tries = 1; ; tries += 1) {
    try {
      return await operate(caller)
    } catch (fault) {
      if (!(fault instanceof MerchantChanged) || tries === triesMax) throw fault
    }
    caller = await authenticateAgain()
  }
}

const triesMax = 3

// The fields that the signature does not cover, and those that a pending order ignores.
function unread(
  { request, ignoredWhilePending = [] }: AnyEndpoint,
  caller: AuthenticatedRequest,
  { byName }: SentBody,
): ReadonlySet<string> {
  const ignored = ignoredWhilePending.filter((name) => byName.has(name))
  const status = request.shape.status
  const isPending = ignored.length > 0 && status?.safeParse(byName.get('status')).data === 'pending'
  return isPending ? new Set([...caller.unread, ...ignored]) : caller.unread
}

function without(unread: ReadonlySet<string>, body: SentBody): SentBody {
  if (unread.size === 0) return body
  const { format, bytes, parameters } = body
  return sentBody(
    format,
    bytes,
    parameters.filter(({ name }) => !unread.has(name)),
  )
}

// Endpoint 11 serves both kinds of order: `type` decides.
function legacyGroupOf(group: AnyEndpoint['legacyGroup'], { byName }: SentBody): LegacyGroup {
  if (group !== 'by_type') return group
  const type = byName.get('type')
  return type?.kind === 'text' && type.text === 'payout' ? 'payout' : 'collection'
}

function signedRequest({
  body,
  legacyGroup,
  sourceAddress,
  rateKey,
}: {
  readonly body: SentBody
  readonly legacyGroup: LegacyGroup
  readonly sourceAddress: string | null
  readonly rateKey: SignedRequest['rateKey']
}): SignedRequest {
  refuseContradiction('uid', 'merchantNo', body)
  const { values } = readFields({ fields: signedFields, earlierNames: earlierSignedNames, body })
  const { parameters, bytes: bodyBytes } = body
  return { ...values, parameters, bodyBytes, legacyGroup, sourceAddress, rateKey }
}
