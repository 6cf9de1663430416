import { AppError } from '#platform/app-error'
import type { Queryable } from '#platform/db/db'

/** Writes an image down before its files are made: nobody uses it yet. One that is in use stays so. */
export async function insertImage(
  db: Queryable,
  { name, userId, now, unusedMs }: { name: string; userId: string; now: Date | null; unusedMs: number },
): Promise<void> {
  await db.query(
    `insert into image_files as image (name, user_id, remove_at)
     values ($1, $2, coalesce($3::timestamptz, clock_timestamp()) + $4 * interval '1 millisecond')
     on conflict (name) do update
       set remove_at = case when image.remove_at is null then null else excluded.remove_at end`,
    [name, userId, now, unusedMs],
  )
}

/** Takes one image of a person into use and gives their others up; with null, all of them. */
export async function updateImageInUse(
  db: Queryable,
  { name, userId, now }: { name: string | null; userId: string; now: Date | null },
): Promise<void> {
  await db.query(
    `update image_files
     set remove_at = case when name = $1 then null
                          else least(remove_at, coalesce($3::timestamptz, clock_timestamp())) end
     where user_id = $2 and (name = $1 or remove_at is null)`,
    [name, userId, now],
  )
}

export async function updateProfileImage(db: Queryable, userId: string, url: string | null): Promise<void> {
  await db.query('update users set profile_image_url = $2 where id = $1 and deleted_at is null', [userId, url])
}

/** Takes the row of a person until the transaction ends; answers their image. Throws UNAUTHORIZED when they are gone. */
export async function lockProfileImage(db: Queryable, userId: string): Promise<string | null> {
  const [row] = await db.query<{ url: string | null }>(
    'select profile_image_url as url from users where id = $1 and deleted_at is null for no key update',
    [userId],
  )
  if (!row) throw new AppError('UNAUTHORIZED')
  return row.url
}

/** Takes the image that should be gone longest; others who look meanwhile get another one. */
export async function lockUnusedImage(db: Queryable, now: Date | null): Promise<string | undefined> {
  const [row] = await db.query<{ name: string }>(
    `select name from image_files where remove_at <= coalesce($1::timestamptz, clock_timestamp())
     order by remove_at limit 1 for update skip locked`,
    [now],
  )
  return row?.name
}

export async function deleteImage(db: Queryable, name: string): Promise<void> {
  await db.query('delete from image_files where name = $1', [name])
}

/** For files that can't be removed right now. */
export async function postponeRemoval(
  db: Queryable,
  { name, now, ms }: { name: string; now: Date | null; ms: number },
): Promise<void> {
  await db.query(
    `update image_files
     set remove_at = coalesce($2::timestamptz, clock_timestamp()) + $3 * interval '1 millisecond' where name = $1`,
    [name, now, ms],
  )
}

/** Null when nothing waits to be removed. */
export async function msUntilRemoval(db: Queryable, now: Date | null): Promise<number | null> {
  const [row] = await db.query<{ ms: number | null }>(
    `select extract(epoch from min(remove_at) - coalesce($1::timestamptz, clock_timestamp()))::float8 * 1000 as ms
     from image_files`,
    [now],
  )
  return row?.ms ?? null
}
