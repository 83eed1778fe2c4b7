import type { LogEvent } from './log-fields.ts'

/** The log lines of requests and of the minute's jobs. */
export const serviceEvents = {
  request: {
    always: ['request_id', 'method', 'path', 'status', 'duration_ms'],
    sometimes: ['error', 'rate', 'uid', 'ignored_fields', 'country', 'actor_hash'],
    means:
      'after every request to either Worker, but a refresh of a wait page without news and a file of a member’s page',
    remedy: null,
  },
  fault: {
    always: ['request_id', 'fault'],
    means: 'a request ended by an error of ours, with 500',
    remedy: 'mend the fault; after a deployment, roll it back',
  },
  job: {
    always: ['name', 'outcome', 'duration_ms', 'faults', 'counts'],
    sometimes: ['fault'],
    means:
      'after every job of the minute; its `outcome` is `done`, `partly` (it met faults) or `failed`, in every database',
    remedy: 'a job that is not `done` goes on in the next minute; mend its faults if they last',
  },
  job_failed: {
    always: ['name', 'database', 'fault'],
    means: 'a job of the minute did not end in a database, by an error or for its limit of time',
    remedy: 'nothing while it is rare: the next minute goes on; else look at the database',
  },
  database_jobs_lost: {
    always: ['database', 'fault'],
    means: 'the invocation that runs the minute’s jobs of a database was lost',
    remedy: 'nothing while it is rare: the next minute goes on; after a deployment, roll it back',
  },
  access_keys_unavailable: {
    always: ['request_id', 'issuer', 'fault'],
    means: 'the keys of Cloudflare Access cannot be fetched: the back office is 503',
    remedy: 'look at `ACCESS_TEAM_DOMAIN`, then at the state of Cloudflare Access',
  },
  role_refused: {
    always: ['request_id', 'actor_hash', 'roles'],
    means: 'the setting gives a name no role, or several',
    remedy: 'mend the name’s entry in `ACCESS_ROLES`',
  },
  role_unknown: {
    always: ['request_id', 'actor_hash'],
    sometimes: ['fault'],
    means: 'the database cannot be asked for a role: whom `ACCESS_ROLES` does not name gets 503',
    remedy: 'look at the first database',
  },
  unreachable: {
    always: ['request_id', 'fault'],
    means: 'the public Worker did not answer the back office in 30 s',
    remedy: 'look at the public Worker; after a deployment, roll it back',
  },
  order_fault: {
    always: ['trade_no', 'fault'],
    means: 'one of several orders that a call moves ended by an error of ours; the others went on',
    remedy: 'mend the fault; whoever called repeats it for that order',
  },
  export_fault: {
    always: ['fault'],
    means: 'an export broke off',
    remedy: 'mend the fault; whoever exported repeats it',
  },
  database_late: {
    always: ['fault'],
    means: 'a database did not answer a request in 15 s: the request is 503',
    remedy: 'look at the database if it lasts',
  },
  database_failed: {
    always: ['request_id', 'fault'],
    means:
      'a database was overloaded, reset, full or not reached, and the repeats did not help, ' +
      'or the bucket did not give an archived order: the request is 503',
    remedy: 'nothing while it is rare; else docs/runbooks/database-overloaded.md has each message',
  },
  directory_unavailable: {
    always: ['database', 'fault'],
    means: 'the directory did not say where a merchant is: it was served from what KV has of it',
    remedy: 'look at the first database',
  },
  auto_withdrawal_failed: {
    always: ['uid', 'fault'],
    means: 'a merchant that is paid by itself could not be paid in this minute',
    remedy: 'nothing while it is rare: the next minute tries again; else look at the fault',
  },
  place_not_kept: {
    always: ['database', 'fault'],
    means: 'where a new merchant is could not be noted in KV',
    remedy: 'nothing, while the first database answers',
  },
  use_not_noted: {
    always: ['uid', 'fault'],
    means:
      'a merchant’s first use of a new secret, or its use of the earlier signature, could not be noted: it was served',
    remedy: 'nothing while it is rare: a later request notes it; else look at the database',
  },
  database_size: {
    always: ['database', 'bytes'],
    means: 'the size of each database, once a minute',
    remedy: null,
  },
  maintenance_unknown: {
    always: ['database', 'fault'],
    means: 'a database did not say whether it is in maintenance',
    remedy: 'look at the database',
  },
  database_not_written: {
    always: ['database', 'fault'],
    means: 'a hold, maintenance or automatic matching could not be changed in a database',
    remedy: 'look at the database, then make the change once more',
  },
  database_filling: {
    always: ['database', 'bytes', 'bytes_max'],
    means: 'a database has passed 6 GB',
    remedy: 'bind the next one',
  },
  copied: {
    always: ['database', 'chunks'],
    sometimes: ['age_seconds'],
    means: 'what is new in a database was copied into the bucket',
    remedy: 'look for `copy_failed` where the age is over 600 s',
  },
  copies_begun: {
    always: ['database', 'line'],
    means: 'a database is copied anew: it is new, was restored, or was put back in time',
    remedy: null,
  },
  copy_failed: {
    always: ['database', 'fault'],
    means: 'a database or the bucket did not answer the job that copies',
    remedy: 'look at the bucket and the database if it lasts: the copies grow old',
  },
  not_copied: {
    always: ['database'],
    means: 'the deployment has no bucket `ARCHIVE`: no copies are made',
    remedy: 'bind one, as docs/recovery.md has it',
  },
  health_failed: {
    always: ['fault'],
    means: 'a database did not answer in 3 s: `GET /health` is 503',
    remedy: 'look at the database if it lasts',
  },
  sweep_late: {
    always: ['database'],
    means:
      'a database was not swept for three minutes, or never within ten of the deployment: `GET /health` is 503',
    remedy: 'look whether the cron runs, then at the job `sweep` and at `job_failed`',
  },
  heartbeat_failed: {
    always: ['outcome'],
    sometimes: ['http_status'],
    means: 'the address of `HEARTBEAT_URL` did not take the heartbeat of this minute',
    remedy: 'look at the address if it lasts: whoever waits there takes the cron for dead',
  },
  secrets_resealed: {
    always: ['database', 'count', 'remaining'],
    means: 'the minute’s job has sealed secrets of a database with the new key',
    remedy: null,
  },
  secrets_unreadable: {
    always: ['database', 'count'],
    means: 'secrets are sealed under a key that the deployment does not have',
    remedy: 'put the key back among `SECRETS_KEY_OTHERS` at once: their requests are 503',
  },
  secret_damaged: {
    always: ['database', 'merchant', 'count'],
    means: 'secrets that no key opens; the first of these merchants',
    remedy: 'give the merchant a new secret',
  },
  key_unusable: {
    always: ['setting', 'consequence'],
    means: 'an optional secret holds something that is no key',
    remedy: 'put it again, as docs/runbooks/rotate-keys.md has it',
  },
  keys_not_counted: {
    always: ['database', 'fault'],
    means: 'a database did not say how many secrets are under other keys',
    remedy: 'look at the database if it lasts',
  },
  links_expired: { always: ['count'], means: 'payment links were expired', remedy: null },
  token_not_kept: {
    always: ['link_id', 'fault'],
    means: 'a wait page could not be put into KV; the database has it',
    remedy: 'nothing while it is rare',
  },
  token_not_read: {
    always: ['fault'],
    means: 'a wait page could not be read from KV; the database has it',
    remedy: 'nothing while it is rare',
  },
  wait_page_without_database: {
    always: ['link_id', 'fault'],
    means: 'a wait page was shown out of KV, because the database was late',
    remedy: 'look at the database if it lasts',
  },
  book_difference: {
    always: ['database', 'record', 'subject', 'field', 'expected', 'found'],
    means:
      'the check of the books found a row that does not agree with the others, each day while it is there',
    remedy: 'find out which is right; docs/storage.md says what is compared',
  },
  books_not_checked: {
    always: ['database', 'fault'],
    means: 'the check of the books could not go on in a database; the next minute does',
    remedy: 'look at the database if it lasts',
  },
  frozen_put_aside: {
    always: ['database', 'count'],
    means: 'collections that waited on a frozen bank account became exceptions',
    remedy: 'agents look at the exceptions',
  },
  frozen_not_put_aside: {
    always: ['fault'],
    sometimes: ['database'],
    means: 'what waits on a frozen bank account could not be put aside',
    remedy: 'nothing while it is rare: the next minute does it',
  },
  import_fault: {
    always: ['import_id', 'fault'],
    means: 'lines of a statement could not be written at once',
    remedy: 'nothing while it is rare: they are planned anew; else import the file again',
  },
  account_not_assigned: {
    always: ['database', 'fault'],
    means: 'a collection could not be given an account by the service',
    remedy: 'nothing while it is rare: the next minute tries again, else an agent does it',
  },
  line_not_judged: {
    always: ['database', 'fault'],
    means: 'a bank transaction could not be judged, and was settled by nobody',
    remedy: 'nothing while it is rare: the next minute judges it again',
  },
  rate_limit_fault: {
    always: ['rate', 'fault'],
    means: 'a rate could not be counted; nobody is refused for it',
    remedy: 'nothing while it is rare',
  },
} as const satisfies Readonly<Record<string, LogEvent>>
