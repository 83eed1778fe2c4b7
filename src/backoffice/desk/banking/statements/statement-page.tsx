import type { Desk } from '../../desk.ts'
import type { PageContent } from '../../page.ts'
import { GapWarning } from '../accounts/account-parts.tsx'
import { accountName } from '../accounts/accounts.tsx'
import { formatOf } from '../accounts/format-fields.tsx'
import type { ImportPlan } from './statement-findings.tsx'
import { lookalikeOf, StatementPart } from './statement-part.tsx'

type ReadFile = { readonly plan: ImportPlan; readonly fileStart: string }

/** Imports a statement into the account; after a file was read, with the plan of its import. */
export async function drawStatements(
  desk: Desk,
  id: string,
  read: ReadFile | null = null,
): Promise<PageContent> {
  const { say } = desk
  const plan = read?.plan ?? null
  const [account, lookalike] = await Promise.all([
    desk.need('showBankAccount', { path: { id } }),
    lookalikeOf(desk, plan),
  ])
  const unread =
    read === null || read.plan.lines > 0
      ? null
      : { start: read.fileStart, expected: await formatOf(desk, account.statement_format) }
  const name = accountName(account)
  return {
    title: say({ zh: `對帳單：${name}`, en: `Statements: ${name}` }),
    main: (
      <>
        <p>
          <a href={`/bank-accounts/${account.id}`}>
            {say({ zh: '回到帳戶', en: 'Back to the account' })}
          </a>
        </p>
        <GapWarning account={account} />
        <div class="card">
          <StatementPart account={account} plan={plan} lookalike={lookalike} unread={unread} />
        </div>
      </>
    ),
  }
}
