import type { Context } from '../../context.ts'
import { type AlarmChannel, alarmChannels } from '../../contract/back-office/states.ts'
import { type AlarmReport, telegramText, webhookBody } from '../../rules/alarms/alarm-message.ts'
import { type AlarmState, afterNotice, nextNotice } from '../../rules/alarms/alarm-steps.ts'
import { alarmTable } from '../../rules/alarms/alarm-table.ts'
import { isWithin } from '../../units/daily-hours.ts'
import { channelState, messageId, sendMessage } from './send-message.ts'

/**
 * Sends each channel its next notices as one message; in quiet hours only those that wake somebody. Notices of a failed
 * message remain due.
 *
 * @param now UTC seconds
 * @returns the alarms with each channel's last notice
 */
export async function notifyChannels(
  context: Context,
  states: readonly AlarmState[],
  now: number,
): Promise<readonly AlarmState[]> {
  const heardBy = await Promise.all(
    alarmChannels.map(async (channel) => ({
      channel,
      news: await notifyChannel({
        context,
        channel,
        news: newsFor({ context, channel, states, now }),
        now,
      }),
    })),
  )
  return states.map((state) =>
    heardBy.reduce((alarm, { channel, news }) => {
      const what = news.find((one) => one.state === state)?.what
      return what === undefined ? alarm : afterNotice({ channel, state: alarm, what, now })
    }, state),
  )
}

function newsFor({
  context: { settings },
  channel,
  states,
  now,
}: {
  readonly context: Context
  readonly channel: AlarmChannel
  readonly states: readonly AlarmState[]
  readonly now: number
}): readonly AlarmReport[] {
  const { quietHours } = settings.alarms
  const isQuiet = quietHours !== null && isWithin(quietHours, now)
  const isUrgent = ({ name }: AlarmState) => alarmTable[name].severity === 'page'
  const news = states.flatMap((state) => {
    const what = nextNotice(channel, state, now)
    if (what === null || (isQuiet && !isUrgent(state))) return []
    return [{ state, what, notifiedAt: state.notices[channel].notifiedAt }]
  })
  const [urgent, others] = [true, false].map((one) =>
    news.filter(({ state }) => isUrgent(state) === one),
  )
  return [...(urgent ?? []), ...(others ?? [])]
}

// The notices that were delivered: all or none.
async function notifyChannel({
  context,
  channel,
  news,
  now,
}: {
  readonly context: Context
  readonly channel: AlarmChannel
  readonly news: readonly AlarmReport[]
  readonly now: number
}): Promise<readonly AlarmReport[]> {
  const state = channelState(channel, context.settings.alarms)
  if (news.length === 0 || state === 'off') return []
  const count = news.length
  if (state === 'incomplete') {
    context.log({ event: 'alarms_not_told', channel, count, outcome: state })
    return []
  }
  const webhook = webhookBody(news, now)
  const id = messageId(webhook.alarms.map((one) => one.id))
  const message = { id, webhook, telegram: telegramText(news) }
  const { outcome, httpStatus: http_status } = await sendMessage(context, channel, message)
  if (outcome === 'delivered') {
    context.log({ event: 'alarms_told', channel, count, http_status })
    return news
  }
  context.log({ event: 'alarms_not_told', channel, count, outcome, http_status })
  return []
}
