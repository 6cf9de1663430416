import { mkdir, writeFile } from 'node:fs/promises'

/** Writes a folder that `migrate` accepts. `migrations` is SQL by tag, in order. */
export async function writeMigrations(folder: URL, migrations: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(new URL('meta/', folder), { recursive: true })
  const entries = Object.keys(migrations).map((tag) => ({ tag }))
  await writeFile(new URL('meta/_journal.json', folder), JSON.stringify({ entries }))
  for (const [tag, text] of Object.entries(migrations)) await writeFile(new URL(`${tag}.sql`, folder), text)
}
