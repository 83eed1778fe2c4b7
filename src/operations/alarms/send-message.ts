import type { Context } from '../../context.ts'
import type { AlarmChannel, ChannelState, SendOutcome } from '../../contract/back-office/states.ts'
import type { AlarmSettings } from '../../settings.ts'
import { webhookSignature } from '../../signing/callback-headers.ts'
import { sha256Hex } from '../../signing/sha256.ts'
import { toSeconds } from '../../units/clock.ts'
import { underDeadline } from '../../units/time-limit.ts'

/** A message to people, in the forms of the webhook and of Telegram. */
type AlarmMessage = {
  /** The same for each attempt. */
  readonly id: string
  readonly webhook: object
  readonly telegram: string
}

/** The outcome of an attempt; the status is null without an answer. */
type SendResult = { readonly outcome: SendOutcome; readonly httpStatus: number | null }

/** Whether messages go to a channel. */
export function channelState(channel: AlarmChannel, settings: AlarmSettings): ChannelState {
  const parts = {
    // A secret without an address is a leftover.
    webhook: settings.webhookUrl === null ? [] : ['url', settings.webhookSecret],
    telegram: [settings.telegramToken, settings.telegramChatId],
    escalation: settings.escalationUrl === null ? [] : ['url', settings.webhookSecret],
  }[channel]
  if (parts.every((part) => part === '')) return 'off'
  const isWhole = channel !== 'telegram' || botToken.test(settings.telegramToken)
  return isWhole && parts.every((part) => part !== '') ? 'on' : 'incomplete'
}

// Telegram's form of a bot token.
const botToken = /^\d+:[\w-]+$/

const sendTimeoutMs = 10_000

/** The `webhook-id` of a message about these ids, the same for every such message. */
export function messageId(ids: readonly string[]): string {
  return `alarms_${sha256Hex(ids.join('\n')).slice(0, 32)}`
}

/** Sends a message to a channel that is on, as `sendRequest` does. */
export async function sendMessage(
  context: Context,
  channel: AlarmChannel,
  message: AlarmMessage,
): Promise<SendResult> {
  const { url, headers, body } = {
    webhook: () => webhookRequest(context, context.settings.alarms.webhookUrl, message),
    telegram: () => telegramRequest(context, message),
    escalation: () => webhookRequest(context, context.settings.alarms.escalationUrl, message),
  }[channel]()
  return sendRequest(context, url, { method: 'POST', headers, body })
}

/**
 * Makes a request within ten seconds, without following redirects. Never throws. The result reveals nothing of the
 * address: Telegram's contains the bot's token.
 */
export async function sendRequest(
  context: Context,
  url: string,
  request: RequestInit,
): Promise<SendResult> {
  return underDeadline(sendTimeoutMs, async (signal) => {
    try {
      const { status, body: answer } = await context.fetch(url, {
        ...request,
        redirect: 'manual',
        signal,
      })
      // The body of the answer is not used.
      await answer?.cancel()
      const isTaken = status >= 200 && status < 300
      return { outcome: isTaken ? 'delivered' : 'refused', httpStatus: status }
    } catch {
      return { outcome: signal.aborted ? 'timeout' : 'network', httpStatus: null }
    }
  })
}

type OutgoingRequest = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const json = { 'content-type': 'application/json' }

function webhookRequest(
  { settings, now }: Context,
  url: URL | null,
  { id, webhook }: AlarmMessage,
): OutgoingRequest {
  const { webhookSecret } = settings.alarms
  const timestamp = toSeconds(now())
  const body = JSON.stringify(webhook)
  return {
    url: String(url),
    headers: {
      ...json,
      'user-agent': 'merchant-payment-alarms/1.0',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': webhookSignature({ secrets: [webhookSecret], id, timestamp, body }),
    },
    body,
  }
}

function telegramRequest({ settings }: Context, { telegram: text }: AlarmMessage): OutgoingRequest {
  const { telegramToken, telegramChatId } = settings.alarms
  const body = JSON.stringify({
    chat_id: telegramChatId,
    text,
    link_preview_options: { is_disabled: true },
  })
  return { url: `https://api.telegram.org/bot${telegramToken}/sendMessage`, headers: json, body }
}
