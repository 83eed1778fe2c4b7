import { type Desk, useDesk } from '../desk.ts'
import type { PageContent } from '../page.ts'
import { HiddenField } from '../parts/fields.tsx'
import { ActForm } from '../parts/form.tsx'
import { Fact, Facts } from '../parts/values.tsx'
import { type BulkProgress, listAddress, progressOf } from './bulk-fields.ts'

/**
 * The progress of a bulk call. The page makes the next call by itself only right after one, so that a reload, the way
 * back or a sent link makes none.
 */
export async function drawProgress(desk: Desk): Promise<PageContent> {
  const progress = progressOf(desk)
  const { call, cursor, totals } = progress
  const isResend = call === 'resendCallbacks'
  return {
    title: desk.say(
      isResend
        ? { zh: '重送通知', en: 'Resending callbacks' }
        : { zh: '恢復通知', en: 'Making callbacks due again' },
    ),
    main: (
      <section class="card spaced" id="progress">
        <Facts>
          <Fact name={{ zh: '符合條件', en: 'Named by the filter' }}>{totals.matched}</Fact>
          <Fact
            name={
              isResend
                ? { zh: '已要求重送', en: 'To be resent' }
                : { zh: '已恢復', en: 'Due again' }
            }
          >
            {totals.changed}
          </Fact>
          <Fact name={{ zh: '略過', en: 'Left out' }}>
            {totals.skipped}{' '}
            {totals.skipped === 0 ? null : (
              <small>
                {desk.say({
                  zh: '剛由他人處理，或十秒內已要求過',
                  en: 'somebody else was first, or it was asked for within the last ten seconds',
                })}
              </small>
            )}
          </Fact>
        </Facts>
        {cursor === null ? (
          <AllDone progress={progress} />
        ) : (
          <RestToDo progress={progress} cursor={cursor} />
        )}
      </section>
    ),
  }
}

function AllDone({ progress }: { progress: BulkProgress }) {
  const { say } = useDesk()
  return (
    <>
      <p role="status">{say({ zh: '全部處理完畢。', en: 'All are done.' })}</p>
      <p>
        <a href={listAddress(progress)}>
          {say({ zh: '回到這些通知', en: 'Back to these callbacks' })}
        </a>
      </p>
    </>
  )
}

function RestToDo({ progress, cursor }: { progress: BulkProgress; cursor: string }) {
  const { say, lastAct, address, attempt } = useDesk()
  const { call, fields } = progress
  const goesOn = attempt === null && lastAct?.call === call
  return (
    <div class={goesOn ? 'spaced goes-on' : 'spaced'}>
      {goesOn ? (
        <progress aria-label={say({ zh: '處理中', en: 'At work' })} />
      ) : (
        <p>{say({ zh: '還有通知未處理。', en: 'There are more.' })}</p>
      )}
      <ActForm
        id="go-on"
        call={call}
        button={{ zh: '繼續下一批', en: 'Go on with the next batch' }}
      >
        {fields.map(([name, value]) => (
          <HiddenField name={name} value={value} />
        ))}
        <HiddenField name="cursor" value={cursor} />
      </ActForm>
      <p class="links">
        {goesOn ? <a href={address}>{say({ zh: '停在這裡', en: 'Stop here' })}</a> : null}
        <a href={listAddress(progress)}>
          {say({ zh: '回到這些通知', en: 'Back to these callbacks' })}
        </a>
      </p>
    </div>
  )
}
