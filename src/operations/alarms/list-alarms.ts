import type { Context } from '../../context.ts'
import { alarmChannels } from '../../contract/back-office/states.ts'
import { alarmViews } from '../../rules/alarms/alarm-view.ts'
import { readAlarms } from '../../store/alarms/alarms.ts'
import { toSeconds } from '../../units/clock.ts'
import { clockText } from '../../units/daily-hours.ts'
import { channelState } from './send-message.ts'

/** Alarms that are raised or ended in the last seven days, and the alarm channels. */
export async function listAlarms({ platformDb, settings, now }: Context) {
  const stored = await readAlarms(platformDb)
  const states = stored.map(({ state }) => state)
  const { quietHours } = settings.alarms
  return {
    items: alarmViews(states, toSeconds(now())),
    channels: alarmChannels.map((channel) => {
      return { channel, state: channelState(channel, settings.alarms) }
    }),
    quiet_hours: quietHours && {
      from: clockText(quietHours.from),
      until: clockText(quietHours.until),
    },
  }
}
