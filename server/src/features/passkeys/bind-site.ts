import { bind, rebind } from '#platform/binding/store'
import type { Queryable, Tx } from '#platform/db/db'
import { type CheckSubject, type Finding, ok } from '#platform/doctor/check'
import type { ServerConfig } from '../../env/config.ts'
import { countPasskeys } from './store.ts'
import { siteId } from './verify-passkey.ts'

/** Name of the value in the database. Never changes once released. */
const PASSKEY_SITE = 'passkey-site'

/**
 * Binds the database to the host of PUBLIC_URL, since browsers use a passkey only on the host that made it. Returns why
 * it can't be used with another host once there are passkeys, unless ABANDONED_HOST names the former one.
 */
export async function bindSite(tx: Tx, { settings }: Pick<ServerConfig, 'settings'>): Promise<string | undefined> {
  const site = siteId({ settings })
  const bound = (await bind(tx, new Map([[PASSKEY_SITE, site]]))).get(PASSKEY_SITE)
  if (bound === undefined || bound === site) return undefined
  if (bound !== settings.abandonedHost) {
    const lost = await lossOf(tx)
    if (lost) {
      return (
        `PUBLIC_URL: passkeys were made on ${bound}, and browsers offer them on no other host. With ${site}, ${lost}. ` +
        `Restore the host, or set ABANDONED_HOST=${bound} to lose them.`
      )
    }
  }
  await rebind(tx, PASSKEY_SITE, site)
  return undefined
}

/** Returns what is lost without the passkeys, as a clause; undefined if there are none. */
async function lossOf(db: Queryable): Promise<string | undefined> {
  const { passkeys, people, onlyByPasskey } = await countPasskeys(db)
  if (passkeys === 0) return undefined
  return `${counted(passkeys, 'passkey')} of ${counted(people, 'person', 'people')} would stop working, and ${
    onlyByPasskey === 0 ? 'nobody' : counted(onlyByPasskey, 'person', 'people')
  } could no longer sign in or pay`
}

const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** Says what depends on the host of PUBLIC_URL. A host that may not be used is reported with the database. */
export async function checkSite({ config, db }: CheckSubject): Promise<Finding[]> {
  const lost = db && (await lossOf(db).catch(() => undefined))
  if (!lost) return [ok('No passkey depends on the host of PUBLIC_URL yet')]
  return [ok(`Passkeys belong to ${siteId(config)}. With another host in PUBLIC_URL, ${lost}`)]
}
