import type { About } from '@aura/api/calls/people'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { findAbouts, findShownAbout, type StoredAbout, upsertAbout } from './about-store.ts'
import { readLink } from './read-link.ts'

/** Leaves out links that were allowed once and are refused now. */
const present = ({ bio, links }: StoredAbout): About => ({
  bio,
  links: links.flatMap(({ name, url }) => {
    const link = readLink(url)
    return 'refused' in link ? [] : [{ name, ...link }]
  }),
})

const NOTHING: StoredAbout = { bio: '', links: [] }

/** Returns what a profile shows; of suspended people nothing. */
export const shownAbout = async (db: Queryable, id: string): Promise<About> =>
  present((await findShownAbout(db, id)) ?? NOTHING)

/** Returns, for admins, what people say of themselves, suspended ones too. */
export async function aboutsForAdmins(db: Queryable, ids: readonly string[]): Promise<(id: string) => About> {
  const found = await findAbouts(db, ids)
  return (id) => present(found.get(id) ?? NOTHING)
}

/** Stores bio and links. Throws LINK_REFUSED with the reason and the link's position; then nothing is changed. */
export async function changeAbout(ctx: Context, userId: string, { bio, links }: StoredAbout): Promise<About> {
  const refuse = (message: string, at: number) => new AppError('LINK_REFUSED', { message, data: { at } })
  const read = links.map(({ name, url }, at) => {
    const link = readLink(url)
    if ('refused' in link) throw refuse(link.refused, at)
    return { name, url: link.url }
  })
  const twice = read.findIndex(({ url }, at) => read.slice(0, at).some((earlier) => earlier.url === url))
  if (twice !== -1) throw refuse('This link is listed already', twice)
  await upsertAbout(ctx.db, userId, { bio, links: read })
  return present({ bio, links: read })
}
