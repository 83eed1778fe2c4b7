import type { Context } from '../../context.ts'
import { type AlarmChannel, alarmChannels } from '../../contract/back-office/states.ts'
import { telegramTestText, webhookTestBody } from '../../rules/alarms/alarm-message.ts'
import { toSeconds } from '../../units/clock.ts'
import { channelState, messageId, sendMessage } from './send-message.ts'

/** Sends a test message to each channel that is on, in quiet hours too, and waits for the answers. Stores nothing. */
export async function testAlarms(context: Context) {
  const now = toSeconds(context.now())
  const message = {
    id: messageId(['test', String(now), String(context.random())]),
    webhook: webhookTestBody(now),
    telegram: telegramTestText,
  }
  const channels = alarmChannels.map(async (channel: AlarmChannel) => {
    const state = channelState(channel, context.settings.alarms)
    if (state !== 'on') return { channel, state, outcome: null, http_status: null }
    const { outcome, httpStatus } = await sendMessage(context, channel, message)
    return { channel, state, outcome, http_status: httpStatus }
  })
  return { channels: await Promise.all(channels) }
}
