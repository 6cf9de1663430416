import type { Queryable } from '#platform/db/db'
import { msUntil } from '#platform/db/ms-until'
import { columns, sql } from '#platform/db/sql'

const imageFiles = columns('image_files')

const INSERT_IMAGE = sql`
  insert into image_files as image (name, user_id, remove_at)
  values ($1, $2, coalesce($3::timestamptz, clock_timestamp()) + $4 * interval '1 millisecond')
  on conflict (name) do update
    set remove_at = case when image.remove_at is null then null else excluded.remove_at end
    where not image.removal_began
  returning 1`

/** Stores an image's row, before its files. Returns false if that name's are being removed: take another. */
export async function insertImage(
  db: Queryable,
  { name, userId, now, unusedMs }: { name: string; userId: string; now: Date | null; unusedMs: number },
): Promise<boolean> {
  const rows = await db.query(INSERT_IMAGE, [name, userId, now, unusedMs])
  return rows.length > 0
}

const TAKE_IMAGE_INTO_USE = sql`
  update image_files set remove_at = null where name = $1 and user_id = $2 and not removal_began returning 1`

/** Takes an image into use. Returns false if its files are being removed or gone. */
export async function takeImageIntoUse(db: Queryable, userId: string, name: string): Promise<boolean> {
  const rows = await db.query(TAKE_IMAGE_INTO_USE, [name, userId])
  return rows.length > 0
}

const GIVE_UP_IMAGES = sql`
  update image_files set remove_at = coalesce($3::timestamptz, clock_timestamp())
  where user_id = $1 and remove_at is null and name is distinct from $2`

export async function giveUpImages(
  db: Queryable,
  { userId, kept, now }: { userId: string; kept: string | null; now: Date | null },
): Promise<void> {
  await db.query(GIVE_UP_IMAGES, [userId, kept, now])
}

const ERASE_IMAGES = sql`
  update image_files set remove_at = coalesce($2::timestamptz, clock_timestamp()) where user_id = $1`

export async function eraseImages(db: Queryable, userId: string, now: Date | null): Promise<void> {
  await db.query(ERASE_IMAGES, [userId, now])
}

const FIND_IMAGES = sql`select ${imageFiles('name')} from image_files where not removal_began order by name`

/** Returns the names of all images that can still be shown. */
export async function findImages(db: Queryable): Promise<string[]> {
  const rows = await db.query(FIND_IMAGES)
  return rows.map(({ name }) => name)
}

const BEGIN_REMOVAL = sql`
  update image_files
  set removal_began = true, remove_at = coalesce($1::timestamptz, clock_timestamp()) + $2 * interval '1 millisecond'
  where name = (
    select name from image_files where remove_at <= coalesce($1::timestamptz, clock_timestamp())
    order by remove_at limit 1 for update skip locked
  )
  returning ${imageFiles('name')}`

/** Claims the most overdue removal for `leaseMs`. */
export async function beginRemoval(
  db: Queryable,
  { now, leaseMs }: { now: Date | null; leaseMs: number },
): Promise<string | undefined> {
  const [row] = await db.query(BEGIN_REMOVAL, [now, leaseMs])
  return row?.name
}

const DELETE_IMAGE = sql`delete from image_files where name = $1`

export async function deleteImage(db: Queryable, name: string): Promise<void> {
  await db.query(DELETE_IMAGE, [name])
}

export const msUntilRemoval = msUntil('min(remove_at)', 'image_files')
